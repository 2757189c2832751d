//! `cargo a2t fetch --check FILE …`: every snapshot against its own server, in every format.
#![allow(clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used)]

use crate::vendor;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::vendor::{
    Vendor, json_reply, page, reply, run, run_with, scratch, tool, turned, weather,
};
use serde_json::{Value, json};

fn approve(folder: &Path, vendor: &Vendor, file: &str) {
    run(folder, &["fetch", &vendor.root, "-o", file]).assert(0, &["written"], &[]);
}

/// Puts the address of another vendor into a snapshot, as if he had always been there.
fn moved(folder: &Path, file: &str, root: &str) {
    let read = fs::read(folder.join(file)).unwrap();
    let mut snapshot = a2t_codegen::snapshot::read(&read).unwrap();
    snapshot.source = root.into();
    fs::write(folder.join(file), snapshot.to_text()).unwrap();
}

fn newer() -> Value {
    let mut newer = weather();
    newer["version"] = json!(3);
    newer["currentVersion"] = json!(3);
    newer["input_parameters"][2]["max"] = json!(7);
    newer
}

/// Four snapshots: one as approved, one changed, one whose server is gone, one that was imported.
fn four(name: &str) -> (PathBuf, Vec<Vendor>) {
    let folder = scratch(name);
    let (same, old) = (Vendor::of(&[tool(1, "add")]), Vendor::of(&[weather()]));
    let new = Vendor::of(&[newer(), tool(7, "fresh")]);
    approve(&folder, &same, "approved/add.json");
    approve(&folder, &old, "approved/weather.json");
    moved(&folder, "approved/weather.json", &new.root);
    approve(&folder, &same, "approved/away.json");
    moved(&folder, "approved/away.json", "http://127.0.0.1:9");
    let foreign = json!([{"name": "ping", "description": "Pings.", "input_schema": {"type": "object", "properties": {}}}]);
    fs::write(folder.join("foreign.json"), foreign.to_string()).unwrap();
    let import = ["import", "foreign.json", "--from", "anthropic", "-o", "approved/foreign.json"];
    assert_eq!(run(&folder, &import).status, 0);
    (folder, vec![same, new])
}

const FILES: [&str; 4] =
    ["approved/add.json", "approved/away.json", "approved/foreign.json", "approved/weather.json"];

fn check(folder: &Path, format: &str) -> vendor::Ran {
    run(folder, &[&["fetch", "--check", "--format", format], &FILES[..]].concat())
}

#[test]
fn one_that_is_away_hides_no_other() {
    let (folder, _vendors) = four("check-four");
    let expected = [
        "approved/add.json: up to date, 1 tool at http://127.0.0.1:",
        "approved/away.json: http://127.0.0.1:9",
        "approved/foreign.json: imported from a foreign catalog, so there is no server to ask\n",
        "approved/weather.json: the catalog changed, 2 tools at",
        "to approve: cargo a2t fetch",
        "\n4 snapshots: 1 up to date, 1 changed, 1 without a server, 1 not checked\n",
    ];
    check(&folder, "human").assert(2, &expected, &[]);
    let json = check(&folder, "json").json();
    assert_eq!((&json["holds"], &json["command"]), (&Value::Null, &json!("fetch")));
    let of = |name: &str| {
        let all = json["snapshots"].as_array().unwrap().iter();
        let facts = |one: &Value| (one["file"].clone(), one[name].clone());
        all.map(facts).collect::<Vec<_>>()
    };
    let holds = [json!(true), Value::Null, json!(true), json!(false)];
    assert_eq!(of("holds"), FILES.map(Value::from).into_iter().zip(holds).collect::<Vec<_>>());
    assert!(of("error")[1].1.as_str().unwrap().contains("127.0.0.1:9"));
    // Without the one that is away there is a verdict.
    let three = [&["fetch", "--check"], &FILES[2..], &FILES[..1]].concat();
    run(&folder, &three).assert(1, &["1 up to date, 1 changed, 1 without a server\n"], &[]);
    run(&folder, &three[..3]).assert(0, &["1 snapshot: 1 without a server\n"], &[]);
}

#[test]
fn annotations_sarif_and_markdown_say_the_same() {
    let (folder, _vendors) = four("check-formats");
    let github = check(&folder, "github");
    let lines = [
        "::error file=approved/away.json,line=1,title=not-judged::",
        "::error file=approved/weather.json,line=",
        "title=A2T-I112 input-max-lowered::",
        "::notice file=approved/weather.json,line=1,col=1,title=tool-added::added `fresh@1`%0Ahelp",
        "::notice file=approved/foreign.json,line=1,title=not-fetched::",
    ];
    github.assert(2, &lines, &[]);
    let sarif = check(&folder, "sarif");
    let results = sarif.json()["runs"][0]["results"].as_array().unwrap().clone();
    let rules: Vec<_> = results.iter().map(|one| one["ruleId"].as_str().unwrap()).collect();
    assert_eq!(sarif.status, 2);
    for rule in ["A2T-I112", "tool-added", "new-version", "not-judged", "not-fetched"] {
        assert!(rules.contains(&rule), "{rule} in {rules:?}");
    }
    let markdown = check(&folder, "markdown");
    let parts = [
        "`4 snapshots: 1 up to date, 1 changed, 1 without a server, 1 not checked`\n",
        "### `approved/weather.json`\n\n",
        "- **error** `A2T-I112` ",
        "  ```diff\n  - 14\n  + 7\n  ```\n",
        "### `approved/away.json`\n\n- **error** `not-judged` ",
    ];
    markdown.assert(2, &parts, &[]);
    assert!(!markdown.stdout.contains("add.json`\n\n- "), "nothing of what is as approved");
    // The finding stands where the approved file has the old value.
    let approved = fs::read_to_string(folder.join("approved/weather.json")).unwrap();
    let at = |needle: &str| approved.lines().position(|line| line.contains(needle)).unwrap() + 1;
    let line = format!("file=approved/weather.json,line={},", at("\"max\": 14"));
    assert!(github.stdout.contains(&line), "{line} in {github:#?}");
}

#[test]
fn words_of_a_vendor_mark_nothing_up() {
    let folder = scratch("check-markdown-hostile");
    let old = Vendor::of(&[weather()]);
    approve(&folder, &old, "w.json");
    let mut hostile = newer();
    hostile["description"] = json!("Looks `up` ``` <img src=x> [a](http://x) @team #1");
    let mut fresh = tool(7, "fresh");
    fresh["name"] = json!("fresh` @team <b>");
    let new = Vendor::of(&[hostile, fresh]);
    moved(&folder, "w.json", &new.root);
    let markdown = run(&folder, &["fetch", "--check", "w.json", "--format", "markdown"]).stdout;
    // Outside of spans and blocks of code there is nothing of theirs.
    let mut outside = String::new();
    let mut rest = markdown.as_str();
    while let Some(start) = rest.find('`') {
        let (before, code) = rest.split_at(start);
        outside.push_str(before);
        let fence = &code[..code.len() - code.trim_start_matches('`').len()];
        let code = &code[fence.len()..];
        let mut runs = code.match_indices(fence).map(|(at, _)| at);
        let alone =
            |at: &usize| !code[..*at].ends_with('`') && !code[*at + fence.len()..].starts_with('`');
        let end = runs.find(alone).unwrap_or_else(|| panic!("open code in {markdown}"));
        rest = &code[end + fence.len()..];
    }
    outside.push_str(rest);
    assert!(markdown.contains("`A2T-M302`") && markdown.contains("@team <b>"), "{markdown}");
    assert!(!outside.replace("### ", "").contains(['<', '@', '[', '#']), "{outside}");
    assert!(!outside.contains("team") && !outside.contains("img"), "{outside}");
}

/// A vendor who asks for this header.
fn guarded(tools: Vec<Value>, wanted: &'static str) -> Vendor {
    Vendor::new(move |request| {
        if request.headers.to_lowercase().contains(wanted) {
            page(&tools)
        } else {
            reply("401 Unauthorized", "")
        }
    })
}

#[test]
fn each_snapshot_remembers_the_variable_of_its_header_and_no_value() {
    let folder = scratch("check-headers");
    let (one, two) = (
        guarded(vec![tool(1, "add")], "authorization: bearer s3cret-one"),
        guarded(vec![tool(2, "sub")], "x-key: s3cret-two"),
    );
    let variables =
        [("ONE_AUTH", "Authorization: Bearer s3cret-one"), ("TWO_KEY", "X-Key: s3cret-two")];
    for (vendor, file, variable) in [(&one, "one.json", "ONE_AUTH"), (&two, "two.json", "TWO_KEY")]
    {
        let fetch = ["fetch", &vendor.root, "-o", file, "--header-env", variable];
        run_with(&folder, &fetch, &variables).assert(0, &["written"], &[]);
    }
    let text = fs::read_to_string(folder.join("one.json")).unwrap();
    assert!(text.contains("\"headers\": {\n    \"authorization\": \"ONE_AUTH\"\n  }"), "{text}");
    assert!(!text.contains("s3cret"), "{text}");
    let origins = [("ONE_AUTH", &one.root), ("TWO_KEY", &two.root)];
    let allowed: Vec<_> =
        origins.iter().map(|(name, root)| format!("--header-env={name}={root}")).collect();
    let check = ["fetch", "--check", "one.json", "two.json"];
    let both: Vec<_> = check.into_iter().chain(allowed.iter().map(String::as_str)).collect();
    run_with(&folder, &both, &variables).assert(0, &["2 snapshots: 2 up to date\n"], &[]);
    for vendor in [&one, &two] {
        let other = if vendor.root == one.root { "two" } else { "one" };
        assert!(!format!("{:?}", vendor.seen()).contains(&format!("s3cret-{other}")));
    }
    // A fetch sends it, too, and leaves every byte.
    let again = ["fetch", "-o", "one.json", &allowed[0]];
    run_with(&folder, &again, &variables).assert(0, &["unchanged"], &[]);
    assert_eq!(fs::read_to_string(folder.join("one.json")).unwrap(), text);
    run(&folder, &both).assert(2, &["the environment variable `ONE_AUTH` is not set"], &[]);
    let unbound = [&check[..], &["--header-env", "ONE_AUTH"]].concat();
    let expected = "every server would get the header; name the one that may have it";
    run_with(&folder, &unbound, &variables).assert(
        2,
        &[],
        &[expected, "--header-env ONE_AUTH=ORIGIN"],
    );
    let wrong = [&check[..], &["--header-env", "ONE_AUTH=api.example"]].concat();
    run_with(&folder, &wrong, &variables).assert(2, &[], &["`api.example` is not an origin"]);
}

#[test]
fn a_snapshot_cannot_ask_for_a_secret_that_its_server_was_not_given() {
    let folder = scratch("check-thief");
    let honest = guarded(vec![tool(1, "add")], "authorization: bearer s3cret");
    let secret = "Authorization: Bearer s3cret";
    let variables = [("WEATHER_AUTH", secret), ("OTHER", "ghp_s3cret")];
    let fetch = ["fetch", &honest.root, "-o", "w.json", "--header-env", "WEATHER_AUTH"];
    run_with(&folder, &fetch, &variables).assert(0, &["written"], &[]);
    let read = fs::read(folder.join("w.json")).unwrap();
    let mut stolen = a2t_codegen::snapshot::read(&read).unwrap();
    let thief = Vendor::of(&[tool(1, "add")]);
    stolen.source = (*thief.root).into();
    fs::write(folder.join("thief.json"), stolen.to_text()).unwrap();
    let other = stolen.clone().headers([("x-other".to_owned(), "OTHER".to_owned())]);
    fs::write(folder.join("other.json"), other.to_text()).unwrap();

    let allowed = format!("--header-env=WEATHER_AUTH={}", honest.root);
    let all = ["fetch", "--check", "w.json", "thief.json", "other.json", &allowed];
    let ran = run_with(&folder, &all, &variables);
    let option = format!("add `--header-env WEATHER_AUTH={}`", thief.root);
    ran.assert(2, &["w.json: up to date", "1 up to date, 2 not checked", &option], &[]);
    for command in [
        vec!["fetch", "--check", "thief.json"],
        vec!["fetch", "-o", "thief.json"],
        vec!["fetch", "--check", "-o", "thief.json"],
        vec!["fetch", "--check", "thief.json", "--header-env", "WEATHER_AUTH"],
    ] {
        let ran = run_with(&folder, &command, &variables);
        assert_eq!(ran.status, 2, "{command:?} {ran:?}");
        let option = format!("`--header-env WEATHER_AUTH={}`", thief.root);
        assert!(format!("{}{}", ran.stdout, ran.stderr).contains(&option), "{command:?} {ran:?}");
        assert!(!format!("{ran:?}").contains("s3cret"), "{ran:?}");
    }
    assert!(thief.seen().is_empty(), "{:?}", thief.seen());
}

#[test]
fn a_header_for_one_server_does_not_go_to_another() {
    let folder = scratch("check-two-servers");
    let (one, two) = (Vendor::of(&[tool(1, "add")]), Vendor::of(&[tool(1, "add")]));
    let variables = [("AUTH", "Authorization: Bearer s3cret")];
    let diff = ["diff", &one.root, &two.root, "--header-env", "AUTH"];
    run_with(&folder, &diff, &variables).assert(
        2,
        &[],
        &["is for one server", "--header-env AUTH="],
    );
    assert!(one.seen().is_empty() && two.seen().is_empty());
    let allowed = format!("--header-env=AUTH={}", one.root);
    run_with(&folder, &["diff", &one.root, &two.root, &allowed], &variables).assert(0, &[], &[]);
    assert!(format!("{:?}", one.seen()).contains("s3cret"));
    assert!(!format!("{:?}", two.seen()).contains("s3cret"));
}

#[test]
fn a_tool_under_another_id_is_recognised_where_only_one_has_its_schema() {
    let folder = scratch("check-renamed");
    let old = Vendor::of(&[weather(), tool(1, "add")]);
    approve(&folder, &old, "w.json");
    let mut renamed = weather();
    renamed["toolId"] = json!("11111111-2222-4333-8444-555555555555");
    renamed["name"] = json!("lookup");
    let new = Vendor::of(&[renamed.clone(), tool(1, "add")]);
    moved(&folder, "w.json", &new.root);
    let line = "`lookup_weather_by_city@2` is gone, `lookup@2` has its schema\n";
    run(&folder, &["fetch", "--check", "w.json"]).assert(1, &[line, "A2T-L001"], &[]);
    let json = run(&folder, &["fetch", "--check", "w.json", "--format", "json"]).json();
    let change = &json["snapshots"][0]["changes"][0];
    assert_eq!(change["kind"], "renamed");
    assert_eq!(change["was"]["name"], "lookup_weather_by_city");
    let markdown = run(&folder, &["fetch", "--check", "w.json", "--format", "markdown"]);
    markdown.assert(1, &["`A2T-L001`", "`A2T-M301`"], &[]);
    assert!(!markdown.stdout.contains("A2T-L006"), "{markdown:#?}");
    let diff = run(&folder, &["diff", "w.json", &new.root]);
    diff.assert(1, &["error[A2T-L001]", "warning[A2T-M301]"], &[]);
    // Two have it: it is not known which one it became.
    let mut duplicate = renamed.clone();
    duplicate["toolId"] = json!("11111111-2222-4333-8444-555555555556");
    duplicate["name"] = json!("lookup_too");
    let duplicates = Vendor::of(&[renamed, duplicate, tool(1, "add")]);
    moved(&folder, "w.json", &duplicates.root);
    let parts = ["  added `lookup@2`", "  gone `lookup_weather_by_city@2`"];
    run(&folder, &["fetch", "--check", "w.json"]).assert(1, &parts, &[]);
}

/// A vendor who shows one catalog in the way of the moment: as it is, in pages of three backwards and
/// with members in another order, or a tool a page.
fn moody(tools: Vec<Value>, way: Arc<AtomicUsize>) -> Vendor {
    Vendor::new(move |request| {
        let way = way.load(Ordering::SeqCst);
        let (size, back) = [(100, false), (3, true), (1, false)][way];
        let mut tools = tools.clone();
        if back {
            tools.reverse();
        }
        let at = request.line.split("pageCursor=").nth(1);
        let at = at.map_or(0, |rest| rest.split(' ').next().unwrap().parse().unwrap());
        let items = tools.iter().skip(at).take(size);
        let items = items.map(|tool| if back { turned(tool) } else { tool.clone() });
        let items = items.map(|tool| tool.to_string()).collect::<Vec<_>>().join(",");
        let next = if at + size < tools.len() { (at + size).to_string() } else { String::new() };
        json_reply(&format!("{{\"paging\":{{\"next\":{next:?}}},\"items\":[{items}]}}"))
    })
}

#[test]
fn one_catalog_is_the_same_bytes_on_every_branch() {
    let folder = scratch("check-bytes");
    let tools = (1..8).map(|number| tool(number, &format!("t{number}"))).chain([weather()]);
    let way = Arc::new(AtomicUsize::new(0));
    let vendor = moody(tools.collect(), Arc::clone(&way));
    let approved = |file: &str| {
        approve(&folder, &vendor, file);
        fs::read_to_string(folder.join(file)).unwrap()
    };
    let first = approved("0.json");
    for (other, file) in [(1, "1.json"), (2, "2.json")] {
        way.store(other, Ordering::SeqCst);
        assert_eq!(approved(file), first, "{file}");
    }
    // Nothing in it depends on when it was written.
    let read: Value = serde_json::from_str(&first).unwrap();
    let members: Vec<_> = read.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(members, ["a2t", "format", "protocol", "source", "digest", "tools"]);
}

#[test]
fn the_report_is_for_whoever_approves_and_advises_what_works() {
    let folder = scratch("check-advice");
    let mut first = weather();
    first["version"] = json!(1);
    let both = Vendor::new({
        let all = page(&[weather(), first.clone()]);
        let newest = page(&[weather()]);
        move |request| if request.line.contains("/versions") { all.clone() } else { newest.clone() }
    });
    run(&folder, &["fetch", &both.root, "-o", "w.json", "--versions"]).assert(0, &["written"], &[]);
    // Version 1 is gone, and version 2 has different content.
    let mut other = weather();
    other["description"] = json!("Looks up something else.");
    let now = Vendor::of(&[other]);
    moved(&folder, "w.json", &now.root);
    let markdown = run(&folder, &["fetch", "--check", "w.json", "--format", "markdown"]).stdout;
    assert!(markdown.contains("A2T-L006") && markdown.contains("A2T-L003"), "{markdown}");
    for vendors in ["--retire", "in the lock", "Restore", "Revert"] {
        assert!(!markdown.contains(vendors), "{vendors}: {markdown}");
    }
    for part in ["the vendor no longer has this version", "ask why before you approve it"] {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
    // The command from the advice approves the change.
    let ran = run(&folder, &["fetch", "--check", "w.json"]);
    let (_, command) = ran.stdout.split_once("\nto approve: cargo a2t ").unwrap();
    let command: Vec<_> = command.lines().next().unwrap().split(' ').collect();
    run(&folder, &command).assert(0, &["w.json: written"], &[]);
}
