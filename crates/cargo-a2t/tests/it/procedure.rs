//! `cargo a2t procedure`: the tools that a procedure names, against those that its model is shown.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use crate::vendor::{Ran, Vendor, run, scratch, tool, weather};
use serde_json::json;

const PROCEDURE: &str = "# Weather

1. Call `lookup_weather_by_town()` with the city.
2. If the result(s) differ, call refund_ticket().
3. Then `add()` the numbers.
";

fn procedure(folder: &Path, text: &str, more: &[&str]) -> Ran {
    let tools = json!([weather(), tool(1, "add"), tool(2, "subtract")]);
    fs::write(folder.join("tools.json"), tools.to_string()).unwrap();
    fs::write(folder.join("steps.md"), text).unwrap();
    let command = ["procedure", "steps.md", "--catalog", "tools.json"];
    run(folder, &[&command[..], more].concat())
}

#[test]
fn unknown_tools_are_errors_at_their_place_and_unmentioned_ones_warnings() {
    let folder = scratch("procedure");
    let ran = procedure(&folder, PROCEDURE, &[]);
    assert_eq!(ran.status, 1, "{ran:#?}");
    assert_eq!(
        ran.stdout,
        "error[misspelt-tool]: no tool is called `lookup_weather_by_town`; did you mean `lookup_weather_by_city`?
  --> steps.md:3:10
   |
 3 | 1. Call `lookup_weather_by_town()` with the city.
   |          ^
   = help: select the tool, or correct the name

error[unknown-tool]: no tool is called `refund_ticket`
  --> steps.md:4:34
   |
 4 | 2. If the result(s) differ, call refund_ticket().
   |                                  ^
   = help: select the tool, or correct the name

warning[unmentioned-tool]: the tool `lookup_weather_by_city` is never mentioned
  --> steps.md
   = help: describe when to use it, or remove it from the selection

warning[unmentioned-tool]: the tool `subtract` is never mentioned
  --> steps.md
   = help: describe when to use it, or remove it from the selection

3 tools, 1 mention, 2 errors, 2 warnings
"
    );
}

#[test]
fn a_procedure_that_fits_holds() {
    let folder = scratch("procedure-fits");
    let text = "Call lookup_weather_by_city(), then `add`.";
    procedure(&folder, text, &[]).assert(
        0,
        &["every tool that is named is shown, 1 warning\n"],
        &[],
    );
    for selected in [["--only", "add"], ["--tool", "add"]] {
        let ran = procedure(&folder, "Call `add()`.", &selected);
        ran.assert(0, &["1 tool, 1 mention, every tool that is named is shown\n"], &[]);
    }
    let ran = procedure(
        &folder,
        "Call `sky_lookup_weather_by_city()`.",
        &["--tag", "weather", "--prefix", "sky_"],
    );
    assert_eq!(ran.status, 0, "{ran:#?}");
    procedure(&folder, "Call `add()`.", &["--only", "subtract"]).assert(
        1,
        &["no tool is called `add`"],
        &[],
    );
}

#[test]
fn programs_read_json_annotations_and_sarif() {
    let folder = scratch("procedure-formats");
    let ran = procedure(&folder, PROCEDURE, &["--format", "json"]);
    let found = ran.json();
    assert_eq!((ran.status, &found["holds"]), (1, &json!(false)));
    assert_eq!(found["mentions"], json!([{"tool": "add", "line": 5, "column": 10}]));
    let error = &found["errors"][0];
    assert_eq!((&error["line"], &error["column"]), (&json!(3), &json!(10)));
    assert_eq!(error["did_you_mean"], "lookup_weather_by_city");
    assert_eq!(found["warnings"][1]["tool"], "subtract");

    let ran = procedure(&folder, PROCEDURE, &["--format", "github"]);
    ran.assert(
        1,
        &[
            "::error file=steps.md,line=4,col=34,title=unknown-tool::no tool is called `refund_ticket`%0Ahelp: ",
            "::warning file=steps.md,title=unmentioned-tool::the tool `subtract` is never mentioned",
        ],
        &[],
    );
    let log = procedure(&folder, PROCEDURE, &["--format", "sarif"]).json();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "misspelt-tool");
    assert_eq!(
        result["locations"][0]["physicalLocation"]["region"],
        json!({"startLine": 3, "startColumn": 10})
    );
}

#[test]
fn the_catalog_may_be_served() {
    let folder = scratch("procedure-url");
    let vendor = Vendor::of(&[tool(1, "add")]);
    fs::write(folder.join("steps.md"), "Call `add()`.").unwrap();
    let ran = run(&folder, &["procedure", "steps.md", "--catalog", &vendor.root]);
    ran.assert(0, &["1 tool, 1 mention"], &[]);
}

#[test]
fn what_cannot_be_checked_says_why() {
    let folder = scratch("procedure-refused");
    procedure(&folder, PROCEDURE, &["--only", "sub"]).assert(2, &[], &["`sub`"]);
    run(&folder, &["procedure", "absent.md", "--catalog", "tools.json"]).assert(
        2,
        &[],
        &["absent.md"],
    );
    run(&folder, &["procedure", "steps.md", "--catalog", "absent.json"]).assert(
        2,
        &[],
        &["absent.json"],
    );
    run(&folder, &["procedure", "steps.md"]).assert(2, &[], &["--catalog <FILE|URL>"]);
    fs::write(folder.join("latin.md"), b"caf\xe9()").unwrap();
    run(&folder, &["procedure", "latin.md", "--catalog", "tools.json"]).assert(
        2,
        &[],
        &["latin.md: byte 3 is not UTF-8"],
    );
}

#[test]
fn names_of_strangers_act_on_nothing() {
    let folder = scratch("procedure-hostile");
    let ran = procedure(&folder, "::error::\u{202e}evil()\n`::warning::x()`\u{1b}[2J", &[]);
    assert!(!ran.stdout.lines().any(|line| line.trim_start().starts_with("::")), "{ran:#?}");
}
