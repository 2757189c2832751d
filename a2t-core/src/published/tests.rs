//! Names, texts and whole folders, whole and damaged.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::*;
use crate::arbitrary;
use crate::signature::{InputParameter, ToolSignature, parse};

const ID: &str = "0479a45d-ad0a-49d4-94db-75edf00d2ca4";

fn signature(version: u32) -> ToolSignature {
    let text = format!(
        r#"{{"toolId": "{ID}", "name": "add", "description": "Adds.", "version": {version}, "currentVersion": {version},
            "input_parameters": [{{"id": "a", "name": "a", "type": "int", "description": "First."}}]}}"#
    );
    parse(text.as_bytes()).unwrap().signature
}

fn tombstone(version: u32) -> Tombstone {
    Tombstone { tool_id: ID.parse().unwrap(), version, reason: "Withdrawn.".to_owned() }
}

fn reading(files: &[(&str, String)]) -> Reading {
    read(files.iter().map(|(path, text)| (*path, text.as_bytes())))
}

/// The one violation of these files, as it is printed.
fn violation(files: &[(&str, String)]) -> String {
    let violations = reading(files).into_result().unwrap_err();
    let [violation] = violations.as_slice() else {
        panic!("{violations:#?}");
    };
    let text = violation.to_string();
    assert!(text.contains("`cargo a2t "), "names no command: {text}");
    text
}

#[test]
fn a_file_is_the_signature_without_its_current_version() {
    let text = text(&signature(1));
    let expected = format!(
        r#"{{
  "toolId": "{ID}",
  "name": "add",
  "description": "Adds.",
  "version": 1,
  "preconditions": {{}},
  "tags": [],
  "input_parameters": [
    {{
      "id": "a",
      "name": "a",
      "type": "int",
      "description": "First.",
      "required": true,
      "max": 65535
    }}
  ],
  "output_parameters": []
}}
"#
    );
    assert_eq!(text, expected);
}

#[test]
fn versions_come_oldest_first_and_the_newest_is_current() {
    let files = [
        ("add/v10.json", text(&signature(10))),
        ("add/v2.json", text(&signature(2)).replace('\n', "\r\n")),
        ("add/v1.retired.json", tombstone(1).text()),
        ("add/README.md", "none of ours".to_owned()),
    ];
    let between = (3..10).map(|n| (format!("add/v{n}.retired.json"), tombstone(n).text()));
    let between: Vec<_> = between.collect();
    let all = files.iter().map(|(path, text)| (*path, text.as_bytes()));
    let all = all.chain(between.iter().map(|(path, text)| (path.as_str(), text.as_bytes())));
    let published = read(all).into_result().unwrap();
    let numbers = published.versions.iter().map(|one| (one.version, one.current_version));
    assert_eq!(numbers.collect::<Vec<_>>(), [(2, 10), (10, 10)]);
    assert_eq!(published.retired(), [1, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(published.next(), 11);
    assert_eq!(published.tool_id(), Some(ID.parse().unwrap()));
}

#[test]
fn a_newest_version_that_was_retired_is_not_current() {
    let files = [("v1.json", text(&signature(1))), ("v2.retired.json", tombstone(2).text())];
    let published = reading(&files).into_result().unwrap();
    assert_eq!((published.newest().unwrap().current_version, published.next()), (1, 3));
}

#[test]
fn damaged_files_are_named_with_what_to_do() {
    let v1 = text(&signature(1));
    let cases = [
        ("published/add/v1.json", "{".to_owned(), "published/add/v1.json:1:1: not valid JSON"),
        (
            "p/v1.json",
            "<<<<<<< HEAD\n".to_owned(),
            "p/v1.json: two branches published this version",
        ),
        ("p/v1.json", v1.replace("\"add\"", "\"\""), "p/v1.json: /name:"),
        ("p/v1.json", v1.replace("  ", " "), "p/v1.json: edited: not the text"),
        ("p/v1.json", v1.trim_end().to_owned(), "p/v1.json: edited: not the text"),
        (
            "p/v1.json",
            v1.replace("\"max\": 65535", "\"max\": 65535.0"),
            "p/v1.json: /input_parameters/0/max",
        ),
        (
            "p/v1.json",
            v1.replace("\"tags\"", "\"labels\": [],\n  \"tags\""),
            "p/v1.json: /labels: expected a member",
        ),
        (
            "p/v1.json",
            v1.replace("\"tags\"", "\"currentVersion\": 1,\n  \"tags\""),
            "p/v1.json: edited: not the text",
        ),
        (
            "p/v1.json",
            text(&signature(2)),
            "p/v1.json: edited or renamed: its file name has version 1, its content version 2",
        ),
        ("p/1.json", v1.clone(), "p/1.json: its name is not that of a published version"),
        ("p/v01.json", v1.clone(), "p/v01.json: its name is not that of a published version"),
        ("p/v1.retired.json", v1.clone(), "p/v1.retired.json: no tombstone: expected `reason`"),
        (
            "p/v1.retired.json",
            tombstone(2).text(),
            "its file name has version 1, its content version 2",
        ),
    ];
    for (path, text, expected) in cases {
        let message = violation(&[(path, text)]);
        assert!(message.contains(expected), "{expected}\n{message}");
    }
}

#[test]
fn a_file_that_is_no_text_is_named() {
    let violations = read([("p/v1.json", &b"\xff"[..])]).violations;
    assert!(violations[0].to_string().starts_with("p/v1.json: not text"), "{violations:?}");
}

#[test]
fn a_number_that_nothing_accounts_for_is_a_gap() {
    let message =
        violation(&[("p/v1.json", text(&signature(1))), ("p/v3.json", text(&signature(3)))]);
    assert!(message.starts_with("p/v3.json: version 3 is published, but version 2"), "{message}");
    assert!(message.contains("A2T-L005") && message.contains("--retire TOOL@2"), "{message}");
    let message = violation(&[("p/v2.json", text(&signature(2)))]);
    assert!(message.contains("version 1 has neither"), "{message}");
}

#[test]
fn a_version_is_published_or_retired() {
    let files = [("p/v1.json", text(&signature(1))), ("p/v1.retired.json", tombstone(1).text())];
    let message = violation(&files);
    assert!(message.contains("version 1 is both published and retired"), "{message}");
}

#[test]
fn a_folder_is_of_one_tool() {
    let other = text(&signature(2)).replace(ID, "1479a45d-ad0a-49d4-94db-75edf00d2ca4");
    let message = violation(&[("p/v1.json", text(&signature(1))), ("p/v2.json", other)]);
    assert!(message.starts_with("p/v2.json: belongs to another tool"), "{message}");
}

#[test]
fn names_and_folders_are_one_to_one_whatever_the_case() {
    let long = "Ü".repeat(200);
    let names = [
        "add", "Add", "ADD", "a d", "a/b", "a\\b", ".", "..", "aux", "com1", "com10", "com",
        "a%20d", "ü", "é", "e\u{301}", "a~b", &long,
    ];
    let mut seen = HashSet::new();
    for name in names {
        let folder = folder(name);
        assert!(seen.insert(folder.to_lowercase()), "{name}: {folder}");
        assert!(folder.len() <= 255 && !folder.contains(['/', '\\', '.']), "{folder}");
        let back = tool(&folder);
        assert!(back.as_deref() == Some(name) || name == long, "{name}: {folder}: {back:?}");
    }
    assert_eq!(folder("aux"), "%61ux");
    assert_ne!(folder(&long), folder(&"Ü".repeat(201)));
    assert_eq!(
        [tool("%zz"), tool("%4"), tool("a~1"), tool("%61dd"), tool("%ff")],
        [const { None }; 5]
    );
}

#[test]
fn sums_that_sha256sum_would_not_read_are_refused() {
    let digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let mut sums = Sums::default();
    sums.insert("b/v1.json", digest);
    sums.insert("a/v1.json", digest);
    assert_eq!(sums.to_string(), format!("{digest}  a/v1.json\n{digest}  b/v1.json\n"));
    let text = sums.to_string();
    assert_eq!(Sums::parse(&text.replace('\n', "\r\n")), Ok(sums));
    let broken = [
        (format!("{text}{digest}  a/v1.json\n"), 3),
        (text.replace("  b", " b"), 2),
        (text.replace("e3", "E3"), 1),
        (text.replace("e3", "e"), 1),
        ("<<<<<<< HEAD\n".to_owned(), 1),
    ];
    for (text, line) in broken {
        assert_eq!(Sums::parse(&text), Err(line), "{text}");
    }
}

#[test]
fn the_code_is_kept_edited_new_or_retired() {
    let files = [("v1.json", text(&signature(1))), ("v2.retired.json", tombstone(2).text())];
    let published = reading(&files).into_result().unwrap();
    assert_eq!(published.standing(&signature(1)), Standing::Kept);
    assert_eq!(published.standing(&signature(2)), Standing::Retired);
    let rules = |changes: &[crate::evolution::CheckedChange]| {
        let ids = changes.iter().map(|change| change.rule.id());
        ids.collect::<Vec<_>>()
    };
    let mut edited = signature(1);
    edited.description = "Sums.".into();
    let Standing::Edited(found) = published.standing(&edited) else {
        panic!("the description is another one");
    };
    assert!(rules(&found).contains(&"A2T-L003"), "{found:?}");
    let Standing::New { changes, skipped } = published.standing(&signature(3)) else {
        panic!("3 is new");
    };
    assert_eq!((rules(&changes), skipped), (vec!["A2T-L009"], None));
    let mut breaking = signature(4);
    breaking.input_parameters =
        vec![InputParameter { name: "b".into(), ..breaking.input_parameters[0].clone() }].into();
    let Standing::New { changes, skipped } = published.standing(&breaking) else {
        panic!("4 is new");
    };
    assert_eq!((rules(&changes), skipped), (vec!["A2T-I109"], Some(3)));
    assert_eq!(changes[0].versions, Some((1, 4)));
}

#[test]
fn help_names_the_files_between_which_to_choose() {
    let help = FileViolation::new("published/add", Reason::PublishedAndRetired(2)).help();
    let expected = "remove v2.retired.json to bring the version back, or v2.json to keep it retired; \
                    then run `cargo a2t check`";
    assert_eq!(help, expected);
}

proptest! {
    #[test]
    fn the_quick_way_reads_what_the_thorough_one_does(signature in arbitrary::signature()) {
        let text = text(&signature);
        let thorough = read::read_json(text.as_bytes(), &text);
        let quick = fast::signature(&text);
        // Few outputs and errors have a schema, and those are left to the thorough way, too.
        let is_plain = !text.contains('\\') && !text.contains("\"schema\": {");
        prop_assert_eq!(quick.is_some(), is_plain);
        prop_assert!(quick.is_none_or(|quick| thorough == Ok(quick)));
        let windows = text.replace('\n', "\r\n");
        prop_assert_eq!(read_version(windows.as_bytes()), read_version(text.as_bytes()));
    }

    #[test]
    fn the_quick_way_takes_nothing_that_the_thorough_one_refuses(
        signature in arbitrary::signature(),
        (position, damage) in (any::<Index>(), 0..DAMAGES),
        character in select(" \t\r\n\"\\,:[]{}-+0x1e.é\u{1}".chars().collect::<Vec<_>>()),
    ) {
        let text = damaged(&text(&signature), position, damage, character);
        let quick = fast::signature(&text);
        let thorough = read::read_json(text.as_bytes(), &text);
        prop_assert!(quick.is_none_or(|quick| thorough == Ok(quick)), "{text}");
    }
}

/// Number of ways that [`damaged`] knows.
const DAMAGES: usize = 6;

/// The text with one character or line too many, too few or another.
fn damaged(text: &str, position: Index, damage: usize, character: char) -> String {
    let mut characters: Vec<_> = text.chars().collect();
    let mut lines: Vec<_> = text.lines().collect();
    let (at, line) = (position.index(characters.len()), position.index(lines.len()));
    match damage {
        0 => characters.insert(at, character),
        1 => characters[at] = character,
        2 => drop(characters.remove(at)),
        3 => lines.insert(line, lines[line]),
        4 => drop(lines.remove(line)),
        _ => lines.rotate_left(line),
    }
    match damage {
        0..3 => characters.into_iter().collect(),
        _ => lines.join("\n") + "\n",
    }
}
