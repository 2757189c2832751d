//! What `cargo a2t diff` prints for people, GitHub and SARIF readers, for any documents; and `cargo
//! a2t explain` for every rule.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::string_slice, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::vendor::{Ran, run, scratch, weather};
use a2t_core::evolution::Rule;
use a2t_core::rule::{Family, Row};
use serde_json::{Value, json};

fn diff(folder: &Path, old: &Value, new: &Value, more: &[&str]) -> Ran {
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap();
    fs::write(folder.join("old.json"), pretty(old)).unwrap();
    fs::write(folder.join("new.json"), pretty(new)).unwrap();
    run(folder, &[&["diff", "old.json", "new.json"], more].concat())
}

fn next(edit: impl Fn(&mut Value)) -> Value {
    let mut tool = weather();
    tool["version"] = json!(3);
    tool["currentVersion"] = json!(3);
    edit(&mut tool);
    tool
}

/// Line and column, from 1, of the value in the one line that has it.
fn location(folder: &Path, member: &str, value: &str) -> (u64, u64) {
    let file = fs::read_to_string(folder.join("new.json")).unwrap();
    let text = format!("{member}: {value}");
    let (line, found) = file.lines().enumerate().find(|(_, line)| line.contains(&text)).unwrap();
    let column = found.find(&text).unwrap() + member.len() + 3;
    (line as u64 + 1, column as u64)
}

#[test]
fn people_read_what_they_know_from_the_compiler() {
    let folder = scratch("findings-human");
    let new = next(|tool| {
        tool["input_parameters"][2]["max"] = json!(7);
        tool["input_parameters"][0]["max-length"] = json!(200);
    });
    let ran = diff(&folder, &weather(), &new, &[]);
    let ((long, _), (line, column)) =
        (location(&folder, "\"max-length\"", "200"), location(&folder, "\"max\"", "7"));
    let expected = format!(
        r#"error[A2T-I115]: input-max-length-raised: inputs[city].max-length
  --> new.json:{long}:21
   |
{long:>2} |       "max-length": 200
   |                     ^
   |
   | - 100
   | + 200
   |
   = note: no call of version 2 breaks, but the protocol allows additions only
   = help: Keep it; add another optional input with the longer limit.
   = more: cargo a2t explain A2T-I115

error[A2T-I112]: input-max-lowered: inputs[days].max
  --> new.json:{line}:{column}
   |
{line:>2} |       "max": 7
   |              ^
   |
   | - 14
   | + 7
   |
   = broken: {{"City":"x","Days":14}} was a valid call and is refused now
   = help: Restore the max (removing a max above 65535 lowers it).
   = more: cargo a2t explain A2T-I112

protocol: breaking, callers: breaking; 2 errors
"#
    );
    assert_eq!((ran.stdout, ran.status), (expected, 1));
}

#[test]
fn colours_are_those_of_the_command_line_and_never_those_of_a_document() {
    let folder = scratch("findings-colour");
    let new = next(|tool| tool["description"] = json!("Looks it up. \u{1b}[31mred"));
    let plain = diff(&folder, &weather(), &new, &["--color", "never"]);
    assert_eq!(plain.status, 2, "a forbidden character breaks a rule: {plain:#?}");
    let linted = |more: &[&str]| run(&folder, &[&["lint", "new.json"], more].concat());
    let never = linted(&["--color", "never"]).stdout;
    assert_eq!(linted(&[]).stdout, never, "no terminal, no colour");
    assert!(never.contains("\\u001b[31mred") && !never.contains('\u{1b}'), "{never}");
    let mut coloured = Command::new(env!("CARGO_BIN_EXE_cargo-a2t"));
    coloured.args(["lint", "new.json", "--color", "always"]);
    let always = coloured.current_dir(&folder).output().unwrap().stdout;
    let always = String::from_utf8(always).unwrap();
    assert!(always.contains("\u{1b}[1m\u{1b}[91merror[AMB-35]\u{1b}[0m"), "{always}");
    let mut bare = always.replace("\u{1b}[0m", "");
    for style in ["1", "91", "92", "94", "33"] {
        bare = bare.replace(&format!("\u{1b}[{style}m"), "");
    }
    assert_eq!(bare, never);
    let json = linted(&["--color", "always", "--format", "json"]).stdout;
    assert!(!json.contains('\u{1b}'), "{json}");
    let forced = |variables: &[(&str, &str)]| {
        let mut forced = Command::new(env!("CARGO_BIN_EXE_cargo-a2t"));
        forced.args(["lint", "new.json"]).env("CLICOLOR_FORCE", "1");
        forced.envs(variables.iter().copied()).current_dir(&folder).output().unwrap().stdout
    };
    assert_eq!(forced(&[]), always.as_bytes());
    assert_eq!(forced(&[("NO_COLOR", "1")]), never.as_bytes(), "who wants none gets none");
    assert_eq!(forced(&[("CLICOLOR_FORCE", "0")]), never.as_bytes());
    linted(&["--color", "sometimes"]).assert(2, &[], &["[possible values: auto, always, never]"]);
}

#[test]
fn every_format_has_the_same_order() {
    let folder = scratch("findings-order");
    let new = next(|tool| {
        tool["output_parameters"][0]["description"] = json!("In kelvin.");
        tool["input_parameters"][2]["max"] = json!(7);
        tool["input_parameters"][0]["max-length"] = json!(200);
        tool["description"] = json!("Another.");
    });
    let ran = |format| diff(&folder, &weather(), &new, &["--format", format]);
    let ids = |text: &str| -> Vec<String> {
        let ids = text.match_indices("A2T-").map(|(at, _)| text[at..at + 8].to_owned());
        let mut ids: Vec<_> = ids.collect();
        ids.dedup();
        ids
    };
    let json = ran("json").json();
    let rules = |list: &Value, member: &str| -> Vec<String> {
        let list = list.as_array().unwrap().iter();
        list.map(|one| one[member].as_str().unwrap().to_owned()).collect()
    };
    let expected = ["A2T-M302", "A2T-I115", "A2T-I112", "A2T-O208"];
    assert_eq!(rules(&json["findings"], "rule"), expected);
    assert_eq!(ids(&ran("human").stdout), expected);
    assert_eq!(ids(&ran("github").stdout), expected);
    let log = ran("sarif").json();
    assert_eq!(rules(&log["runs"][0]["results"], "ruleId"), expected);
}

#[test]
fn a_workflow_gets_one_command_for_each_finding() {
    let folder = scratch("findings-github");
    let new = next(|tool| {
        tool["input_parameters"][2]["max"] = json!(7);
        tool["input_parameters"][0]["description"] = json!("The town, 100%: ok");
    });
    let ran = diff(&folder, &weather(), &new, &["--format", "github"]);
    let ((text, _), (line, column)) =
        (location(&folder, "\"description\"", "\"The town"), location(&folder, "\"max\"", "7"));
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{ran:#?}");
    let warning = format!(
        "::warning file=new.json,line={text},col=22,title=A2T-I119 input-description-changed::`lookup_weather_by_city` inputs[city].description: "
    );
    assert!(
        lines[0].starts_with(&warning) && lines[0].contains("The town, 100%25: ok"),
        "{}",
        lines[0]
    );
    let error = format!(
        "::error file=new.json,line={line},col={column},title=A2T-I112 input-max-lowered::`lookup_weather_by_city` inputs[days].max: 14, now 7%0Abroken: {{\"City\":\"x\",\"Days\":14}} was"
    );
    assert!(lines[1].starts_with(&error), "{}", lines[1]);
    assert_eq!(lines[2], "protocol: breaking, callers: breaking; 1 error, 1 warning");
}

#[test]
fn a_sarif_log_names_rules_places_and_the_same_change_alike() {
    let folder = scratch("findings-sarif");
    let new = next(|tool| {
        tool["input_parameters"][2]["max"] = json!(7);
        tool["input_parameters"][1]["required"] = json!(true);
    });
    let ran = diff(&folder, &weather(), &new, &["--format", "sarif"]);
    let log = ran.json();
    assert_eq!((&log["version"], ran.status), (&json!("2.1.0"), 1));
    let members: BTreeSet<_> = log.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(members, BTreeSet::from(["$schema", "version", "runs"]));
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(rules[index]["help"]["text"].as_str().unwrap().contains("Before: "));
        assert_eq!(result["level"], "error");
        assert!(result["message"]["text"].is_string());
    }
    let (line, column) = location(&folder, "\"max\"", "7");
    let wanted = json!({"artifactLocation": {"uri": "new.json"}, "region": {"startLine": line, "startColumn": column}});
    let lowered = results.iter().find(|result| result["ruleId"] == "A2T-I112").unwrap();
    assert_eq!(lowered["locations"][0]["physicalLocation"], wanted);
    let fingerprint = "0479a45d-ad0a-49d4-94db-75edf00d2ca4/2/3/A2T-I112/inputs[days].max";
    assert_eq!(lowered["partialFingerprints"]["a2tChange/v1"], fingerprint);
}

#[test]
fn nothing_in_a_document_becomes_a_command_a_line_or_an_escape() {
    let folder = scratch("findings-injection");
    let evil = "x\n::error file=a::b\r\n##[error]%0A::set-env name=P::q\u{1b}[2J\u{202e},line=1";
    let visible = "::error file=a,line=9::%0A::stop-commands::x";
    let plant = |tool: &mut Value| {
        tool["name"] = json!(visible);
        tool["description"] = json!(format!("\n{visible}"));
        for input in tool["input_parameters"].as_array_mut().unwrap() {
            input["id"] = json!(format!("{}{visible}", input["id"]));
            input["description"] = json!(format!("\n{visible}"));
        }
        tool["input_parameters"][1]["allowed-values"][0]["description"] = json!(visible);
        tool["input_parameters"][0][evil] = json!({visible: evil});
        tool["output_parameters"][0]["name"] = json!(visible);
        tool[evil] = json!(evil);
    };
    let mut planted = weather();
    plant(&mut planted);
    let cases = [(weather(), next(plant)), (planted.clone(), next(|_| {})), (planted, next(plant))];
    for (old, new) in cases {
        for lists in [false, true] {
            let (old, new) =
                if lists { (json!([old]), json!([new])) } else { (old.clone(), new.clone()) };
            let found = diff(&folder, &old, &new, &["--format", "json"]).json();
            let count = found["findings"].as_array().unwrap().len();
            assert!(count > 0);
            let ran = diff(&folder, &old, &new, &["--format", "github"]);
            assert_eq!(ran.stdout.lines().count(), count + 1, "{ran:#?}");
            for line in ran.stdout.lines().take(count) {
                let (properties, _) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
                assert!(
                    properties.contains("file=new.json,line=")
                        && properties.contains(",title=A2T-"),
                    "{line}"
                );
            }
            let human = diff(&folder, &old, &new, &[]);
            let command = |line: &str| {
                line.trim_start().starts_with("::") || line.trim_start().starts_with("##[")
            };
            assert!(!human.stdout.lines().any(command), "{human:#?}");
            let log = diff(&folder, &old, &new, &["--format", "sarif"]).json();
            assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), count);
        }
    }
}

#[test]
fn a_refusal_is_one_command_too() {
    let folder = scratch("findings-refusal");
    let evil = next(|tool| tool["name"] = json!("x\n::error::y\u{1b}[2J\r"));
    let ran = diff(&folder, &weather(), &evil, &["--format", "github"]);
    ran.assert(2, &["::error::no signature, so it cannot be compared:%0Anew.json:"], &["/name"]);
    assert_eq!(ran.stdout.lines().count(), 1, "{ran:#?}");
}

#[test]
fn the_name_of_a_file_stays_a_name() {
    let folder = scratch("findings-file-name");
    let name = "a b,line=9::c%.json";
    fs::write(folder.join("old.json"), weather().to_string()).unwrap();
    fs::write(folder.join(name), next(|tool| tool["name"] = json!("n")).to_string()).unwrap();
    let ran = run(&folder, &["diff", "old.json", name, "--format", "github"]);
    assert!(ran.stdout.contains(" file=a b%2Cline=9%3A%3Ac%25.json,line=1,"), "{ran:#?}");
    let ran = run(&folder, &["diff", "old.json", name, "--format", "sarif"]);
    let log = ran.json();
    let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "a%20b%2Cline%3D9%3A%3Ac%25.json");
}

#[test]
fn formats_of_findings_belong_to_diff() {
    let folder = scratch("findings-formats");
    let ran = run(&folder, &["explain", "I112", "--format", "sarif"]);
    ran.assert(2, &[], &["[possible values: human, json]"]);
}

#[test]
fn every_rule_is_explained_however_it_is_spelt() {
    let folder = scratch("explain");
    let list = run(&folder, &["explain"]);
    let all = run(&folder, &["explain", "--all"]);
    let values = run(&folder, &["explain", "--all", "--format", "json"]).json();
    assert!(list.stdout.lines().count() > Rule::ALL.len());
    for (index, rule) in Rule::ALL.iter().enumerate() {
        let (id, name) = (rule.id(), rule.slug());
        let row = list.stdout.lines().nth(index).unwrap();
        assert!(row.starts_with(id) && row.ends_with(name), "{row}");
        let value = &values["rules"][index];
        for member in ["meaning", "before", "after", "hint", "severity", "letter", "wire"] {
            assert!(value[member].as_str().is_some_and(|text| !text.is_empty()), "{value}");
        }
        assert_eq!((&value["rule"], &value["name"]), (&json!(id), &json!(name)));
        let explained = run(&folder, &["explain", &id.to_lowercase()]);
        let verdicts = format!(
            "protocol: {}, callers: {}, default severity: {}",
            rule.letter(),
            rule.wire(),
            rule.severity()
        );
        let head = format!("{id} {name}\n{verdicts}\n\n");
        assert!(explained.stdout.starts_with(&head) && explained.status == 0, "{explained:#?}");
        assert!(all.stdout.contains(explained.stdout.trim_end()), "{explained:#?}");
        for part in ["\nbefore:\n", "\nafter:\n", "\nwhat to do:\n"] {
            assert!(explained.stdout.contains(part), "{explained:#?}");
        }
    }
    let explained = run(&folder, &["explain", "A2T-I112"]).stdout;
    for spelling in ["i112", "I112", "a2t-i112", "input-max-lowered", "Input-Max-Lowered"] {
        assert_eq!(run(&folder, &["explain", spelling]).stdout, explained, "{spelling}");
    }
    let one = run(&folder, &["explain", "i112", "--format", "json"]).json();
    assert_eq!(one["rule"]["hint"], Rule::InputMaxLowered.hint());
}

#[test]
fn what_lint_and_import_remark_is_explained_too() {
    let folder = scratch("explain-remarks");
    let list = run(&folder, &["explain"]).stdout;
    let all = run(&folder, &["explain", "--all"]).stdout;
    let by_commands = |row: &&Row| {
        matches!(row.family, Family::Provider | Family::Suspicion | Family::Import)
            || matches!(row.family, Family::Publication | Family::Procedure | Family::Approval)
    };
    let rows: Vec<_> = Row::all().map(|(row, _)| row).filter(by_commands).collect();
    assert!(rows.len() > 60);
    for (id, name) in rows.into_iter().map(|row| (row.id, row.slug)) {
        assert!(list.lines().any(|row| row.starts_with(id) && row.ends_with(name)), "{id}");
        let explained = run(&folder, &["explain", &id.to_lowercase()]);
        assert!(
            explained.stdout.starts_with(&format!("{id} {name}\nreported by: cargo a2t ")),
            "{explained:?}"
        );
        assert!(
            explained.stdout.contains("\nwhat to do:\n    ") && explained.status == 0,
            "{explained:?}"
        );
        assert!(all.contains(explained.stdout.trim_end()), "{explained:?}");
        assert_eq!(run(&folder, &["explain", name]).stdout, explained.stdout);
    }
    let one = run(&folder, &["explain", "f714", "--format", "json"]).json();
    assert_eq!(one["rule"]["name"], "import-number");
    run(&folder, &["explain", "A2T-X60"]).assert(2, &[], &["did you mean `A2T-X60"]);
    run(&folder, &["explain", "import-numbr"]).assert(
        2,
        &[],
        &["did you mean `A2T-F714` (import-number)?"],
    );
}

#[test]
fn a_rule_that_is_not_there_may_be_misspelt() {
    let folder = scratch("explain-unknown");
    let meant = [
        ("input-max-lowerd", "did you mean `A2T-I112` (input-max-lowered)?"),
        ("A2T-I12", "did you mean `A2T-I1"),
        ("no such rule at all", "`cargo a2t explain` lists them"),
        ("x\u{1b}[2J", "`x\\u{1b}[2J`"),
    ];
    for (text, reason) in meant {
        run(&folder, &["explain", text]).assert(2, &[], &[reason]);
    }
    run(&folder, &["explain", "I112", "--all"]).assert(2, &[], &["cannot be used with"]);
}
