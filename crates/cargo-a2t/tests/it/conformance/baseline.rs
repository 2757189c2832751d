//! Baselines: each accepts the failures of its subjects and no others, and is written only after a whole run.

use std::fs;
use std::path::Path;

use super::{SKY, ended, ours, wrong};
use crate::vendor::{Ran, Vendor, run, scratch};
use serde_json::{Value, json};

/// Tools with an `img` that is not a text, each with this id and name.
fn wrong_images<'t>(tools: impl IntoIterator<Item = (String, &'t str)>) -> Vendor {
    let tool = |(id, name)| json!({"toolId": id, "name": name, "description": "Adds.", "img": 7});
    Vendor::of(&tools.into_iter().map(tool).collect::<Vec<_>>())
}

fn write(folder: &Path, server: &Vendor) -> Value {
    let ran = run(folder, &["conformance", &server.root, "--write-baseline", "known.json"]);
    assert_eq!(ran.status, 0, "{ran:#?}");
    serde_json::from_str(&fs::read_to_string(folder.join("known.json")).unwrap()).unwrap()
}

fn check(folder: &Path, server: &Vendor, format: &str) -> Ran {
    let baseline = ["--baseline", "known.json", "--format", format];
    run(folder, &[&["conformance", &server.root], &baseline[..]].concat())
}

fn failures(ran: &Ran, scenario: &str) -> Vec<Value> {
    let json = ran.json();
    let all = json["scenarios"].as_array().unwrap();
    let of = all.iter().find(|one| one["id"] == scenario).unwrap();
    of["failures"].as_array().unwrap().clone()
}

fn id(number: usize) -> String {
    format!("0479a45d-ad0a-49d4-94db-75ed{number:08x}")
}

#[test]
fn an_entry_that_was_not_checked_is_not_stale() {
    let after = |asked: &super::Asked, reply: &mut super::Reply| {
        if asked.path.ends_with(":invoke") && asked.path.contains(SKY) && reply.status == 200 {
            reply.refuse(500);
        }
    };
    let (faulty, right) = (wrong(&ours(), |_| {}, after), wrong(&ours(), |_| {}, |_, _| {}));
    let folder = scratch("unchecked");
    let arguments = |server: &Vendor, calls: &[&'static str], option: &'static str| {
        let mut all = vec!["conformance".to_owned(), server.root.clone()];
        all.extend(calls.iter().chain(&[option, "known.json"]).map(|text| (*text).to_owned()));
        all.extend(["--format", "json"].map(str::to_owned));
        let all: Vec<_> = all.iter().map(String::as_str).collect();
        run(&folder, &all)
    };
    let calls = ["--invoke", "describe_sky", "at_night=true"];
    let ran = arguments(&faulty, &calls, "--write-baseline");
    assert!(ended(&ran, "accepted").contains("invoke"), "{ran:#?}");
    let ran = arguments(&faulty, &[], "--baseline");
    assert_eq!((ran.status, &ran.json()["stale"]), (0, &json!([])), "{ran:#?}");
    let ran = arguments(&right, &calls, "--baseline");
    let stale = ran.json()["stale"].to_string();
    assert!(ran.status == 1 && stale.contains("invoke, describe_sky"), "{ran:#?}");
}

#[test]
fn a_baseline_accepts_more_failures_than_a_report_has_details_of() {
    let tools = || wrong_images((0..150).map(|number| (id(number), "add")));
    let (server, folder) = (tools(), scratch("many"));
    let mut known = write(&folder, &server);
    let ran = check(&folder, &server, "json");
    assert_eq!((ran.status, ended(&ran, "failed").len()), (0, 0), "{ran:#?}");
    let of = failures(&ran, "img");
    let detailed = of.iter().filter(|one| !one["received"].is_null()).count();
    assert_eq!((of.len(), detailed), (150, 100));
    // The only new failure is the last one: it has details in each format.
    let last = json!({"scenario": "img", "subject": id(149)});
    known["accepted"]
        .as_array_mut()
        .unwrap()
        .retain(|one| one["scenario"] != last["scenario"] || one["subject"] != last["subject"]);
    fs::write(folder.join("known.json"), known.to_string()).unwrap();
    check(&folder, &server, "junit").assert(
        1,
        &["message=\"add: expected the URL of a picture"],
        &[],
    );
    check(&folder, &server, "human").assert(1, &["error[img]", "= received: "], &[]);
    fs::write(folder.join("known.json"), r#"{"accepted": []}"#).unwrap();
    let ran = check(&folder, &server, "human");
    ran.assert(1, &["and 147 more; `--format json` lists their subjects"], &[]);
}

#[test]
fn tools_of_one_name_or_one_id_are_different_subjects() {
    let folder = scratch("names");
    write(&folder, &wrong_images([(id(1), "add")]));
    let server = wrong_images([(id(1), "add"), (id(2), "add"), (id(1), "add")]);
    let ran = check(&folder, &server, "json");
    let of = failures(&ran, "img").into_iter();
    let of: Vec<_> = of
        .map(|one| (one["subject_id"].as_str().unwrap().to_owned(), one["accepted"] == true))
        .collect();
    let again = format!("{} #2", id(1));
    assert_eq!(of, [(id(1), true), (id(2), false), (again, false)], "{ran:#?}");
    assert_eq!(ran.status, 1);
}

#[test]
fn two_calls_of_one_tool_are_different_subjects() {
    let server = wrong(
        &ours(),
        |_| {},
        |asked, reply| {
            if asked.path.ends_with(":invoke") {
                reply.refuse(500);
            }
        },
    );
    let calls = ["--invoke", "describe_sky", "at_night=true"];
    let calls = [&calls[..], &["--invoke", "describe_sky", "at_night=false"]].concat();
    let all = [&["conformance", &server.root, "--format", "json"], &calls[..]].concat();
    let of = failures(&run(&scratch("calls"), &all), "invoke");
    let ids: Vec<_> = of.iter().map(|one| one["subject_id"].as_str().unwrap()).collect();
    assert_eq!(ids, [SKY, &format!("{SKY} #2")]);
}

#[test]
fn a_stale_entry_is_a_failure_in_each_format() {
    let (server, folder) = (wrong_images([(id(1), "add")]), scratch("stale"));
    let mut known = write(&folder, &server);
    let entry = json!({"scenario": "tags", "subject": id(1)});
    known["accepted"].as_array_mut().unwrap().push(entry);
    fs::write(folder.join("known.json"), known.to_string()).unwrap();
    let text = "an accepted failure that no longer occurs";
    let subject = format!("tags, add ({})", id(1));
    // `tags` is no member of the tools, so nothing of it is checked.
    assert_eq!(check(&folder, &server, "json").status, 0);
    let right = Vendor::of(&[json!({"toolId": id(1), "name": "add", "tags": ["x"], "img": 7})]);
    let ran = check(&folder, &right, "junit");
    let case = format!("<testcase classname=\"baseline\" name=\"{subject}\">");
    ran.assert(1, &[&case, &format!("<failure type=\"baseline\" message=\"{text}")], &[]);
    let ran = check(&folder, &right, "sarif");
    let log: Value = serde_json::from_str(&ran.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let is_stale = |one: &&Value| one["message"]["text"].as_str().unwrap().contains(text);
    let stale = results.iter().find(is_stale).unwrap_or_else(|| panic!("{log:#}"));
    assert_eq!((&stale["ruleId"], &stale["level"]), (&json!("tags"), &json!("error")));
    check(&folder, &right, "human").assert(1, &[&format!("{subject}: {text}")], &[]);
}

#[test]
fn a_baseline_is_written_after_a_whole_run_and_keeps_reasons() {
    let (server, folder) = (wrong_images([(id(1), "add")]), scratch("written"));
    let mut known = write(&folder, &server);
    for entry in known["accepted"].as_array_mut().unwrap() {
        if entry["scenario"] == "img" {
            entry["reason"] = json!("to be fixed");
        }
    }
    fs::write(folder.join("known.json"), known.to_string()).unwrap();
    assert_eq!(write(&folder, &server), known);
    // What cannot be written is refused before the first request.
    let before = server.seen().len();
    let to = |path: &str, others: &[&str]| {
        let all = ["conformance", &server.root, "--write-baseline", path];
        run(&folder, &[&all, others].concat())
    };
    to("absent/known.json", &[]).assert(2, &[], &["absent/known.json: "]);
    fs::write(folder.join("notes.json"), "{}").unwrap();
    to("notes.json", &[]).assert(2, &[], &["notes.json: missing field `accepted`"]);
    to("new.json", &["--only", "img"]).assert(2, &[], &["cannot be used with"]);
    assert_eq!(server.seen().len(), before);
    let slow =
        wrong(&ours(), |_| std::thread::sleep(std::time::Duration::from_millis(60)), |_, _| {});
    let all = ["conformance", &*slow.root, "--total-timeout", "1", "--write-baseline", "new.json"];
    run(&folder, &all).assert(
        2,
        &[],
        &["the baseline is not written: the time of the run is over"],
    );
    assert!(!folder.join("new.json").exists());
}
