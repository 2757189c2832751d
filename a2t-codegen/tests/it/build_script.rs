//! Messages to a build script's author: every mistake with its location, and nothing of a vendor's on
//! the output that cargo obeys.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use a2t_codegen::Builder;

const TOOL: &str = include_str!("../../../tests/codegen/catalogs/draft_weather.json");

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn failed(test: &str, text: &str) -> String {
    let path = folder(test).join("weather.json");
    fs::write(&path, text).unwrap();
    let error = Builder::new(&path).source().unwrap_err();
    assert_eq!(format!("{error:?}"), error.to_string());
    error.to_string().replace(&*path.to_string_lossy(), "weather.json")
}

#[test]
fn every_mistake_of_a_catalog_is_reported_with_line_and_column() {
    let text = "{\n \"items\": [\n  {\"toolId\": \"x\", \"name\": \"a\", \"description\": \"cargo::rustc-link-arg=\\n\\u001b\",\n   \"version\": 0, \"currentVersion\": 1}\n ]\n}";
    let text = failed("mistakes", text);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "no client was generated:");
    assert!(lines[1].starts_with("  weather.json:3:14: /items/0/toolId: "), "{text}");
    assert!(lines[2].starts_with("  weather.json:3:47: /items/0/description: "), "{text}");
    assert!(lines[3].starts_with("  weather.json:4:15: /items/0/version: "), "{text}");
    assert_eq!(lines.len(), 4, "{text}");
}

#[test]
fn text_that_is_no_json_is_reported_with_line_and_column() {
    let text = failed("syntax", "{\n \"items\": [,]\n}");
    assert!(text.contains("\n  weather.json:2:12: not valid JSON: "), "{text}");
    for text in ["", "null", "7", "{}", "[[]]", "{\"items\": {}}"] {
        assert!(failed("syntax", text).contains("\n  weather.json:"), "{text}");
    }
}

#[test]
fn a_snapshot_that_was_edited_is_refused_by_the_tools_name() {
    let tool = a2t_core::signature::parse(TOOL.as_bytes()).unwrap().signature;
    let snapshot = a2t_codegen::snapshot::Snapshot::new("https://x", vec![tool]);
    let path = folder("snapshot").join("weather.json");
    fs::write(&path, snapshot.to_text()).unwrap();
    assert!(Builder::new(&path).source().unwrap().contains("pub fn lookup_weather_by_city"));
    let text = failed("snapshot", &snapshot.to_text().replace("given city", "any city"));
    assert!(text.contains("tool `lookup_weather_by_city`"), "{text}");
}

#[test]
fn a_snapshot_cannot_be_passed_off_as_a_page() {
    let tool = a2t_core::signature::parse(TOOL.as_bytes()).unwrap().signature;
    let snapshot = a2t_codegen::snapshot::Snapshot::new("https://x", vec![tool]);
    let text = snapshot.to_text().replace("\"snapshot\"", "\"snapshut\"");
    let text = failed("passed-off", &text);
    assert!(text.contains("expected `\"a2t\": \"snapshot\"`, got \"snapshut\""), "{text}");
    // Text that is no JSON any more names the tool too.
    let text = failed("passed-off", &snapshot.to_text().replace("[\n", "{\n"));
    assert!(text.contains("tool `lookup_weather_by_city`"), "{text}");
}

#[test]
fn of_several_versions_the_newest_is_called() {
    let newer = TOOL.replace("ersion\": 1", "ersion\": 2");
    let older = TOOL.replace("\"currentVersion\": 1", "\"currentVersion\": 2");
    for items in [format!("{newer},{older}"), format!("{older},{newer}")] {
        let path = folder("versions").join("weather.json");
        fs::write(&path, format!("{{\"items\":[{items}],\"paging\":{{}}}}")).unwrap();
        let text = Builder::new(&path).source().unwrap();
        assert_eq!(
            (text.matches(": version ").count(), text.matches(": version 2 of").count()),
            (1, 1)
        );
    }
}

#[test]
fn a_missing_file_and_bad_names_are_reported_with_what_to_do() {
    let message = |builder: Builder| builder.source().unwrap_err().to_string();
    let text = message(Builder::new("approved/none.json"));
    assert!(text.contains("cargo a2t fetch URL -o approved/none.json"), "{text}");
    for name in ["9 lives", "weather-api", "fn", "", "../evil", "w\u{e4}tter", "a\nb"] {
        let text = message(Builder::new("weather.json").module(name));
        assert!(text.contains(".module(\"weather\")") && text.lines().count() == 2, "{text}");
    }
    let text = message(Builder::new("weather.json").crate_path("::my-a2t"));
    assert!(text.contains("`::my-a2t` is not the path of a crate such as `::a2t`"), "{text}");
}

#[test]
fn a_client_can_name_another_crate_and_module() {
    let path = folder("names").join("weather.json");
    fs::write(&path, TOOL).unwrap();
    let text = Builder::new(&path).module("sky").crate_path("::tools::a2t").source().unwrap();
    assert!(
        text.contains("pub mod sky {")
            && !text.contains(" ::a2t::")
            && text.contains("::tools::a2t::client")
    );
}

#[test]
fn a_client_that_stands_there_is_not_written_again() {
    let folder = folder("unchanged");
    let path = folder.join("weather.json");
    fs::write(&path, TOOL).unwrap();
    let builder = Builder::new(&path).out_dir(&folder);
    builder.generate().unwrap();
    let file = folder.join("weather.rs");
    let before = fs::metadata(&file).unwrap().modified().unwrap();
    builder.generate().unwrap();
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), before);

    fs::write(&path, TOOL.replace("given city", "named city")).unwrap();
    builder.generate().unwrap();
    assert!(fs::read_to_string(&file).unwrap().contains("named city"));
}
