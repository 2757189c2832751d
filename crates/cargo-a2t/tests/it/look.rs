//! `cargo a2t lint`, `list`, `show` and the arguments of all: verdicts, shapes, exit statuses.
#![allow(clippy::unwrap_used)]

use std::fs;

use crate::vendor::{Vendor, json_reply, page, run, run_with, scratch, tool, weather};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

#[test]
fn lint_names_every_violation_of_a_file() {
    let folder = scratch("lint-file");
    let text = "{\n  \"toolId\": \"not-a-uuid\",\n  \"name\": \"\",\n  \"description\": \"x\",\n  \"version\": 0,\n  \"currentVersion\": 1,\n  \"input_params\": []\n}\n";
    fs::write(folder.join("bad.json"), text).unwrap();
    let ran = run(&folder, &["lint", "bad.json"]);
    let locations = [
        "error[A2T-13]: /toolId: expected a UUID",
        "\n  --> bad.json:2:13\n   |\n 2 |   \"toolId\": \"not-a-uuid\",\n   |             ^\n   = help: use a UUID such as",
        "error[A2T-14]: /name",
        "\n  --> bad.json:3:11\n",
        "error[A2T-W407]: /version: expected an integer from 1, got 0\n  --> bad.json:5:14\n",
        "   = help: versions are integers from 1\n",
    ];
    ran.assert(1, &locations, &[]);
    let warning = "warning[A2T-W409]: /input_params";
    let last = ran.stdout.split("\n\n").nth(3).unwrap();
    assert!(last.starts_with(warning) && last.contains("\n  --> bad.json:7:19\n"), "{ran:#?}");
    assert!(last.contains("did you mean `input_parameters`?\n"), "{ran:#?}");
    assert!(ran.stdout.ends_with("\n0 tools, 3 errors, 1 warning\n"), "{ran:#?}");
    let found = run(&folder, &["lint", "bad.json", "--format", "json"]);
    assert_eq!(found.status, 1);
    let first = &found.json()["violations"][0];
    assert_eq!(
        (&first["line"], &first["column"], &first["rule"]),
        (&json!(2), &json!(13), &json!("A2T-13"))
    );
    assert_eq!(found.json()["warnings"][0]["pointer"], "/input_params");
}

#[test]
fn lint_finds_the_misspelt_name_of_a_missing_member() {
    let folder = scratch("lint-misspelt");
    let text = weather().to_string().replace("\"description\":\"Looks", "\"descripton\":\"Looks");
    fs::write(folder.join("bad.json"), text).unwrap();
    let line = "/description: expected the member `description`, got `descripton`\n";
    let ran = run(&folder, &["lint", "bad.json"]);
    ran.assert(1, &[line], &[]);
    assert_eq!(
        ran.stdout.split("\n\n").count(),
        2,
        "one mistake, one diagnostic, and the summary: {ran:#?}"
    );
}

#[test]
fn lint_takes_every_kind_of_document() {
    let folder = scratch("lint-kinds");
    let mut older = weather();
    older["version"] = json!(1);
    let kinds = [
        ("signature.json", weather()),
        ("page.json", json!({"items": [weather(), tool(1, "add")], "paging": {}})),
        ("versions.json", json!({"items": [weather(), older]})),
        ("list.json", json!([weather(), tool(1, "add")])),
    ];
    for (name, document) in kinds {
        fs::write(folder.join(name), document.to_string()).unwrap();
        run(&folder, &["lint", name]).assert(0, &["every rule holds"], &[]);
    }
    let vendor = Vendor::of(&[weather()]);
    run(&folder, &["lint", &vendor.root]).assert(0, &["1 tool, every rule holds"], &[]);
    run(&folder, &["fetch", &vendor.root, "-o", "snapshot.json"]).assert(0, &[], &[]);
    run(&folder, &["lint", "snapshot.json"]).assert(0, &["1 tool, every rule holds"], &[]);
}

#[test]
fn lint_checks_a_live_catalog() {
    let folder = scratch("lint-live");
    let duplicates = Vendor::of(&[tool(1, "add"), tool(2, "add")]);
    let ran = run(&folder, &["lint", &duplicates.root, "--format", "json"]);
    let found = ran.json();
    assert_eq!(
        (ran.status, &found["holds"], &found["command"]),
        (1, &json!(false), &json!("lint"))
    );
    assert_eq!(
        (&found["violations"][0]["page"], &found["violations"][0]["pointer"]),
        (&json!(1), &json!("/items/1/name"))
    );
    let mut odd = tool(1, "add");
    odd["tag"] = json!([]);
    let odd = Vendor::of(&[odd]);
    run(&folder, &["lint", &odd.root]).assert(
        0,
        &["page 1, 1:", "warning[A2T-W409]", "did you mean `tags`?"],
        &[],
    );
    let (mut odd, mut bad) = (tool(1, "add"), tool(2, "take"));
    (odd["tag"], bad["version"]) = (json!([]), json!(0));
    let both = Vendor::of(&[odd, bad]);
    let lines = ["`take`: /version", "warning[A2T-W409]", "did you mean `tags`?"];
    run(&folder, &["lint", &both.root]).assert(1, &lines, &[]);
}

#[test]
fn lint_cannot_check_what_it_cannot_read() {
    let folder = scratch("lint-unread");
    run(&folder, &["lint", "absent.json"]).assert(
        2,
        &[],
        &["error: absent.json: ", "give a file, or an address"],
    );
    run(&folder, &["lint", "."]).assert(2, &[], &["error: .: "]);
    fs::write(folder.join("broken.json"), "{\"a\": 1,\n \"a\": 2}").unwrap();
    run(&folder, &["lint", "broken.json"]).assert(
        1,
        &["error[RFC 8259]: not valid JSON: duplicate member `a`\n  --> broken.json:2:4\n"],
        &[],
    );
    fs::write(folder.join("big.json"), " ".repeat((8 << 20) + 1)).unwrap();
    run(&folder, &["lint", "big.json"]).assert(1, &["at most 8388608 bytes"], &[]);
}

#[test]
fn list_and_show_print_what_there_is() {
    let folder = scratch("look");
    let vendor = Vendor::of(&[weather(), tool(1, "add")]);
    let ran = run(&folder, &["list", &vendor.root]);
    let lines = "lookup_weather_by_city@2  (City, Units?, Days?) -> Temperature, Report\n                          Looks up the current weather for a city.\nadd@1                     () -> result\n";
    ran.assert(0, &[lines], &[]);
    let list = run(&folder, &["list", &vendor.root, "--format", "json"]).json();
    assert_eq!(list["tools"][1]["name"], "add");
    assert_eq!(list["tools"][0]["inputs"][2]["max"], 14);
    assert_eq!(list["tools"][0]["outputs"][1]["type"], "json");
    let shown = run(&folder, &["show", &vendor.root, "lookup_weather_by_city"]);
    let parts = [
        "lookup_weather_by_city@2\nid ",
        "City: string of at most 100 characters, required",
        "Days: int from 0 to 14, optional",
        "CELSIUS",
        "Report: json",
    ];
    shown.assert(0, &parts, &[]);
    let by_id = run(
        &folder,
        &["show", &vendor.root, "0479A45D-AD0A-49D4-94DB-75EDF00D2CA4", "--format", "json"],
    );
    assert_eq!(by_id.json()["tool"]["input_parameters"][2]["max"], 14);
    let ran = run(&folder, &["show", &vendor.root, "lookup_weather_by_citi"]);
    ran.assert(
        2,
        &[],
        &["no tool is called `lookup_weather_by_citi`; did you mean `lookup_weather_by_city`?"],
    );
}

#[test]
fn mistakes_in_the_arguments_are_explained() {
    let folder = scratch("arguments");
    run(&folder, &["ftech", "https://x"]).assert(
        2,
        &[],
        &["unrecognized subcommand 'ftech'", "'fetch'"],
    );
    run(&folder, &["fetch", "--chek"]).assert(
        2,
        &[],
        &["unexpected argument '--chek'", "'--check'"],
    );
    run(&folder, &["list", "x", "--format", "jsn"]).assert(
        2,
        &[],
        &["invalid value 'jsn'", "human, json"],
    );
    run(&folder, &["show", "x"]).assert(2, &[], &["<TOOL[@N]>"]);
    run(&folder, &["list", "\u{1b}[2J"]).assert(2, &[], &["\\u{1b}[2J"]);
    let ran = run(&folder, &["fetch", "--chek", "--format=json"]);
    assert_eq!((ran.status, &ran.json()["holds"]), (2, &Value::Null));
    let help = run(&folder, &["--help"]);
    help.assert(0, &["cargo a2t", "fetch", "lint", "list", "show", "call", "Exit status"], &[]);
    run(&folder, &["fetch", "--help"]).assert(
        0,
        &["--accept-broken-lock", "approved/HOST.json", "Exit status"],
        &[],
    );
    run(&folder, &["--version"]).assert(0, &[env!("CARGO_PKG_VERSION")], &[]);
    assert_eq!(run(&folder, &[]).status, 2);
}

#[test]
fn show_reports_the_errors_that_a_tool_lists() {
    let folder = scratch("errors");
    let mut document = weather();
    let schema = json!({"type": "object", "properties": {"until": {"type": "string"}, "by": {"type": "integer"}}});
    document["errors"] = json!([
        {"name": "STATION_ASLEEP", "status": 423, "description": "The station sleeps.", "schema": schema},
        {"name": "STATION_GONE", "status": 410, "description": "The station is gone."},
    ]);
    fs::write(folder.join("w.json"), document.to_string()).unwrap();
    let shown = run(&folder, &["show", "w.json", "lookup_weather_by_city"]);
    let parts = [
        "errors\n  STATION_ASLEEP: 423, with by, until\n      The station sleeps.",
        "  STATION_GONE: 410\n      The station is gone.",
    ];
    shown.assert(0, &parts, &[]);
}

#[test]
fn a_vendors_line_is_no_command_to_a_workflow_runner() {
    let folder = scratch("runner");
    let mut document = weather();
    document["description"] = json!("Looks up.\n::error file=a::owned");
    fs::write(folder.join("w.json"), document.to_string()).unwrap();
    let shown = run(&folder, &["show", "w.json", "lookup_weather_by_city"]);
    shown.assert(0, &["\\u{3a}:error file=a::owned"], &[]);
    assert!(!shown.stdout.contains("\n::"), "{}", shown.stdout);
}

#[test]
fn terminal_escapes_are_never_printed() {
    // `run` asserts it of everything that is printed; here are documents that try.
    let folder = scratch("terminal");
    let hostile = "\u{1b}]0;owned\u{7}\u{1b}[2J\r\u{9b}31m\u{202e}evil\u{e0041}\u{7f}";
    let text = |value: &str| {
        value.chars().map(|c| format!("\\u{:04x}", u32::from(c).min(0xffff))).collect::<String>()
    };
    let escaped = text(hostile);
    let mut documents = Vec::new();
    for member in ["name", "description", "toolId", "version", "img", "tags", "extra"] {
        let mut bad = weather();
        bad[member] = json!(hostile);
        documents.push(bad);
    }
    let mut key = weather();
    key[hostile] = json!(1);
    documents.push(key);
    let mut value = weather();
    value["input_parameters"][1]["allowed-values"][0]["name"] = json!(hostile);
    documents.push(value);
    for (index, document) in documents.iter().enumerate() {
        let file = format!("{index}.json");
        fs::write(folder.join(&file), document.to_string()).unwrap();
        for format in ["human", "json"] {
            run(&folder, &["lint", &file, "--format", format]);
            run(&folder, &["list", &file, "--format", format]);
        }
        let vendor = Vendor::of(std::slice::from_ref(document));
        run(&folder, &["fetch", &vendor.root, "-o", "w.json"]);
    }
    let looping = Vendor::new(move |_| {
        json_reply(&format!("{{\"items\":[],\"paging\":{{\"next\":\"{escaped}\"}}}}"))
    });
    run(&folder, &["fetch", &looping.root]).assert(2, &[], &["again"]);
    let raw = Vendor::new(move |_| page(&[]).replace("items", hostile));
    assert_eq!(run(&folder, &["fetch", &raw.root]).status, 2);
}

#[test]
fn list_show_and_diff_print_what_a_call_does() {
    let folder = scratch("look-hints");
    let mut tool = weather();
    tool["title"] = json!("Look up the \u{1b}weather");
    fs::write(folder.join("hidden.json"), tool.to_string()).unwrap();
    run(&folder, &["lint", "hidden.json"]).assert(0, &["/title", "(spec note AMB-42)"], &[]);
    tool["title"] = json!("Look up the weather");
    fs::write(folder.join("plain.json"), tool.to_string()).unwrap();
    tool["annotations"] = json!({"readOnlyHint": true, "destructiveHint": true});
    fs::write(folder.join("both.json"), tool.to_string()).unwrap();
    let found = run(&folder, &["lint", "both.json"]);
    found.assert(0, &["(spec note AMB-41)", "/annotations/destructiveHint"], &[]);
    tool["annotations"] = json!({"readOnlyHint": true, "idempotentHint": true});
    fs::write(folder.join("new.json"), tool.to_string()).unwrap();
    let name = tool["name"].as_str().unwrap();
    run(&folder, &["list", "new.json"]).assert(0, &["only reads, idempotent"], &[]);
    let words = ["title Look up the weather\n", "hints only reads, idempotent\n"];
    run(&folder, &["show", "new.json", name]).assert(0, &words, &[]);
    let listed = run(&folder, &["list", "new.json", "--format", "json"]).json();
    assert_eq!(listed["tools"][0]["annotations"], tool["annotations"]);
    run(&folder, &["lint", "new.json"]).assert(0, &["every rule holds"], &[]);
    run(&folder, &["diff", "plain.json", "new.json"]).assert(0, &["A2T-M307"], &[]);
    run(&folder, &["diff", "new.json", "plain.json"]).assert(1, &["error[A2T-M306]"], &[]);
}

#[test]
fn list_and_show_warn_of_a_deprecated_version() {
    let folder = scratch("look-deprecated");
    let mut old = weather();
    old["deprecated"] = json!({"since": "2026-11-01", "note": "use \u{1b}[2Jversion 2"});
    fs::write(folder.join("hidden.json"), old.to_string()).unwrap();
    let remark = ["/deprecated/note", "(spec note AMB-36)"];
    run(&folder, &["lint", "hidden.json"]).assert(0, &remark, &[]);
    old["deprecated"]["note"] = json!("use version 2");
    fs::write(folder.join("old.json"), old.to_string()).unwrap();
    let warning = "warning: deprecated since 2026-11-01: use version 2\n";
    let name = old["name"].as_str().unwrap();
    run(&folder, &["list", "old.json"]).assert(0, &[warning], &[]);
    run(&folder, &["show", "old.json", name]).assert(0, &[warning], &[]);
    let shown = run(&folder, &["show", "old.json", name, "--format", "json"]);
    assert_eq!(shown.json()["tool"]["deprecated"], old["deprecated"]);
    let found = run(&folder, &["lint", "old.json"]);
    found.assert(0, &["every rule holds"], &[]);
}

#[test]
fn tables_fit_the_terminal_whatever_is_in_them() {
    let folder = scratch("look-table");
    let mut wide = tool(2, "天気を調べる");
    wide["description"] = json!("都市の現在の天気を調べ、".repeat(12));
    let mut hostile = tool(3, "::error::x y");
    hostile["description"] = json!("::stop-commands::z ".repeat(20));
    let mut long = tool(4, "x");
    long["name"] = json!("n".repeat(60));
    let tools = json!([weather(), wide, hostile, long]);
    fs::write(folder.join("tools.json"), tools.to_string()).unwrap();
    for columns in ["80", "200"] {
        let ran = run_with(&folder, &["list", "tools.json"], &[("COLUMNS", columns)]);
        let widest = ran.stdout.lines().map(|line| line.width()).max().unwrap();
        let columns: usize = columns.parse().unwrap();
        // A colon that a runner would take for a command is printed as `\u{3a}`.
        let most = columns + "\\u{3a}".len() - 1;
        assert!((columns - 12..=most).contains(&widest), "{widest} of {columns}: {ran:#?}");
        assert!(!ran.stdout.lines().any(|line| line.trim_start().starts_with("::")), "{ran:#?}");
    }
}
