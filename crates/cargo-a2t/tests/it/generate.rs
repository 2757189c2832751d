//! `cargo a2t generate`: the same bytes as a build script, and the message when there are none.
#![allow(clippy::unwrap_used)]

use crate::vendor;

use std::fs;

use crate::vendor::{Vendor, run, scratch, weather};
use serde_json::json;

#[test]
fn it_writes_what_a_build_script_generates() {
    let folder = scratch("generate");
    let vendor = Vendor::of(&[weather()]);
    run(&folder, &["fetch", &vendor.root, "-o", "weather.json"]).assert(0, &[], &[]);
    let command = ["generate", "weather.json", "-o", "client.rs"];
    run(&folder, &command).assert(0, &["client.rs: written, client of weather.json"], &[]);
    let text = fs::read_to_string(folder.join("client.rs")).unwrap();
    let builder = a2t_codegen::Builder::new(folder.join("weather.json"));
    builder.out_dir(&folder).generate().unwrap();
    assert_eq!(text, fs::read_to_string(folder.join("weather.rs")).unwrap());
    let modified = || fs::metadata(folder.join("client.rs")).unwrap().modified().unwrap();
    let before = modified();
    run(&folder, &command).assert(0, &["client.rs: unchanged"], &[]);
    assert_eq!(modified(), before);
}

#[test]
fn check_finds_the_first_line_that_differs_and_writes_nothing() {
    let folder = scratch("generate-check");
    fs::write(folder.join("weather.json"), weather().to_string()).unwrap();
    let command = ["generate", "weather.json", "-o", "client.rs"];
    let check = ["generate", "weather.json", "-o", "client.rs", "--check"];
    run(&folder, &check).assert(
        1,
        &["client.rs: missing", "to bring it up to date: cargo a2t generate"],
        &[],
    );
    assert!(!folder.join("client.rs").exists());
    run(&folder, &command).assert(0, &[], &[]);
    run(&folder, &check).assert(0, &["up to date"], &[]);
    let text = fs::read_to_string(folder.join("client.rs")).unwrap();
    let edited = text.replacen("lookup", "lokup", 1);
    let line = 1 + text.lines().zip(edited.lines()).take_while(|(a, b)| a == b).count();
    fs::write(folder.join("client.rs"), &edited).unwrap();
    run(&folder, &check).assert(1, &[&format!("not up to date, first in line {line},")], &[]);
    fs::write(folder.join("client.rs"), format!("{text}\n")).unwrap();
    assert_eq!(run(&folder, &check).status, 1);
    let ran = run(&folder, &["generate", "weather.json", "-o", "client.rs", "--format", "json"]);
    assert_eq!((ran.status, &ran.json()["written"]), (0, &json!(true)));
    assert_eq!(fs::read_to_string(folder.join("client.rs")).unwrap(), text);
}

#[test]
fn module_and_crate_path_are_the_builders() {
    let folder = scratch("generate-names");
    fs::write(folder.join("weather.json"), weather().to_string()).unwrap();
    let names = ["--module", "sky", "--crate-path", "::renamed"];
    let command = [&["generate", "weather.json", "-o", "sky.rs"][..], &names].concat();
    run(&folder, &command).assert(0, &[], &[]);
    let text = fs::read_to_string(folder.join("sky.rs")).unwrap();
    assert!(
        text.contains("pub mod sky") && text.contains("::renamed::") && !text.contains("::a2t::"),
        "{text}"
    );
    let ran = run(&folder, &["generate", "weather.json", "-o", "sky.rs", "--module", "not a name"]);
    ran.assert(2, &[], &["`not a name`"]);
}

#[test]
fn no_client_is_written_for_a_bad_catalog() {
    let folder = scratch("generate-bad");
    let mut bad = weather();
    bad["name"] = json!("");
    bad["input_parameters"][0]["type"] = json!("text\u{1b}[2J");
    fs::write(folder.join("bad.json"), serde_json::to_string_pretty(&bad).unwrap()).unwrap();
    let ran = run(&folder, &["generate", "bad.json", "-o", "out.rs"]);
    ran.assert(2, &[], &["bad.json:", "/name", "/input_parameters/0/type"]);
    run(&folder, &["generate", "absent.json", "-o", "out.rs"]).assert(
        2,
        &[],
        &["absent.json: there is no such file"],
    );
    run(&folder, &["generate", "https://x.example", "-o", "out.rs"]).assert(
        2,
        &[],
        &["cargo a2t fetch URL -o FILE"],
    );
    assert!(!folder.join("out.rs").exists());
    fs::write(folder.join("good.json"), weather().to_string()).unwrap();
    let ran = run(&folder, &["generate", "good.json", "-o", "no/such/folder/out.rs"]);
    ran.assert(2, &[], &["cannot write no/such/folder/out.rs"]);
    run(&folder, &["generate", "good.json"]).assert(2, &[], &["--output <OUT.rs>"]);
}

#[test]
fn a_wish_without_its_name_is_explained() {
    let folder = scratch("generate-wishes");
    fs::write(folder.join("weather.json"), weather().to_string()).unwrap();
    for (wish, help) in [("--rename", "--rename add=sum"), ("--derive-for", "--derive-for add=Eq")]
    {
        let command = ["generate", "weather.json", "-o", "client.rs", wish, "lookup"];
        let expected = format!("`lookup` has no `=`; expected such as `{help}`");
        run(&folder, &command).assert(2, &[], &[&expected]);
    }
    assert!(!folder.join("client.rs").exists());
}

#[test]
fn a_file_gives_its_module_a_name_in_snake_case() {
    let folder = scratch("generate-module");
    fs::write(folder.join("Weather.json"), weather().to_string()).unwrap();
    let command = ["generate", "Weather.json", "-o", "client.rs"];
    run(&folder, &command).assert(0, &["written"], &[]);
    let text = fs::read_to_string(folder.join("client.rs")).unwrap();
    assert!(text.contains("pub mod weather {"), "{text}");
    fs::write(folder.join("9-lives.json"), weather().to_string()).unwrap();
    let command = ["generate", "9-lives.json", "-o", "client.rs"];
    let advice = "`9-lives` is not the name of a module; give one with `.module(\"weather\")`, or `--module weather`";
    run(&folder, &command).assert(2, &[], &[advice]);
}

#[test]
fn a_name_that_is_not_one_of_a_module_is_reported_with_the_option_that_gives_another() {
    let folder = scratch("generate-module-advice");
    fs::write(folder.join("9-lives.json"), weather().to_string()).unwrap();
    let command = ["generate", "9-lives.json", "-o", "client.rs"];
    for name in ["9-lives", "", "a b", "self", "crate::x", "wetter/x"] {
        let expected = format!("`{name}` is not the name of a module; ");
        let command = [&command[..], &["--module", name]].concat();
        run(&folder, &command).assert(
            2,
            &[],
            &[&expected, "`--module weather` on the command line"],
        );
    }
    assert!(!folder.join("client.rs").exists());
    let command = [&command[..], &["--module", "weather"]].concat();
    run(&folder, &command).assert(0, &["written"], &[]);
}

#[test]
fn more_tools_than_a_catalog_may_have_are_counted() {
    let folder = scratch("generate-many");
    let many: Vec<_> = (0..10_001).map(|_| 0).collect();
    fs::write(folder.join("list.json"), json!(many).to_string()).unwrap();
    fs::write(folder.join("page.json"), json!({"items": many}).to_string()).unwrap();
    for file in ["list.json", "page.json"] {
        for command in [
            &["generate", file, "-o", "client.rs"][..],
            &["fetch", file, "-o", "w.json"],
            &["list", file],
        ] {
            let expected = ["expected at most 10000 tools, got 10001", file];
            let ran = run(&folder, command);
            ran.assert(2, &[], &expected);
            assert_eq!(ran.stderr.matches("expected").count(), 1, "{ran:?}");
            assert!(ran.stdout.is_empty(), "{ran:?}");
        }
    }
}

/// Finding a location means reading the document, so only so many are found.
#[test]
fn a_page_of_nothing_but_broken_tools_is_listed() {
    let folder = scratch("list-broken");
    let many: Vec<_> = (0..10_000).map(|_| 0).collect();
    fs::write(folder.join("page.json"), json!({"items": many}).to_string()).unwrap();
    let ran = run(&folder, &["list", "page.json"]);
    // Only the first mistakes have a location.
    ran.assert(0, &["\n  99 more with the same: ", "\n  9899 more with the same: "], &[]);
    assert_eq!(ran.stdout.matches("which has 1 mistake").count(), 2);
    let all = run(&folder, &["list", "page.json", "--format", "json"]).json();
    let refused = all["refused"].as_array().unwrap();
    let located = refused.iter().filter(|tool| tool["mistakes"] != json!([])).count();
    assert_eq!((refused.len(), located), (10_000, 100));
}

#[test]
fn one_page_of_several_is_reported() {
    let folder = scratch("generate-page");
    let page = json!({"items": [weather()], "paging": {"next": "more"}});
    fs::write(folder.join("weather.json"), page.to_string()).unwrap();
    let warning = "warning: weather.json: one page of a longer catalog; `cargo a2t fetch` reads all its pages";
    for arguments in [
        &["generate", "weather.json", "-o", "client.rs"][..],
        &["generate", "weather.json", "-o", "client.rs", "--check"],
    ] {
        run(&folder, arguments).assert(0, &[warning], &[]);
    }
    let whole = json!({"items": [weather()]});
    fs::write(folder.join("weather.json"), whole.to_string()).unwrap();
    let ran = run(&folder, &["generate", "weather.json", "-o", "client.rs"]);
    assert!(!ran.stdout.contains("warning"), "{ran:?}");
}

#[test]
fn a_catalog_that_rustc_takes_long_to_check_is_reported_with_the_way_out() {
    let folder = scratch("generate-cost");
    let values: Vec<_> =
        (0..1_000).map(|index| json!({"name": format!("V{index}"), "description": ""})).collect();
    let tools: Vec<_> = (1..=101)
        .map(|number| {
            let mut tool = vendor::tool(number, &format!("tool_{number}"));
            tool["input_parameters"] =
                json!([{"id": "a", "name": "a", "type": "enum", "description": "", "allowed-values": values}]);
            tool
        })
        .collect();
    fs::write(folder.join("large.json"), json!(tools).to_string()).unwrap();
    let command = ["generate", "large.json", "-o", "client.rs"];
    let warning = "warning: large.json: 101000 allowed values, so rustc takes about 5 s to check the client; select";
    run(&folder, &command).assert(0, &[warning], &[]);
    let ran = run(&folder, &[&command[..], &["--tool", "tool_1"]].concat());
    assert!(ran.status == 0 && !ran.stdout.contains("warning"), "{ran:?}");
}
