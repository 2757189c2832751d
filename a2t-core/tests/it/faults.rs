//! What a signature's document must not contain, and where the mistake is reported.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;

use crate::sample::{input, mistakes, read, refuses, tool, with};
use a2t_core::Code;
use a2t_core::signature::{check_catalog, parse, parse_value};
use serde_json::{Value, json};

type Fault = (Value, Code, &'static str);

fn faulty() -> Vec<Fault> {
    [of_tools(), of_texts(), of_parameters(), of_constraints()].concat()
}

fn set(pointer: &str, value: Value) -> Value {
    with(|tool| *tool.pointer_mut(pointer).unwrap() = value)
}

fn first(rest: Value) -> Value {
    set("/input_parameters/0", input(rest))
}

fn of_tools() -> Vec<Fault> {
    let nameless = with(|tool| drop(tool.as_object_mut().unwrap().remove("name")));
    vec![
        (json!([]), Code::WrongMemberType, ""),
        (set("/name", json!(7)), Code::WrongMemberType, "/name"),
        (set("/tags", json!("a")), Code::WrongMemberType, "/tags"),
        (nameless, Code::MissingMember, "/name"),
        (
            set("/toolId", json!("{0479a45d-ad0a-49d4-94db-75edf00d2ca4}")),
            Code::BadToolId,
            "/toolId",
        ),
        (set("/toolId", json!("")), Code::BadToolId, "/toolId"),
        (set("/toolId", json!(4)), Code::BadToolId, "/toolId"),
    ]
}

fn of_texts() -> Vec<Fault> {
    let id = "/input_parameters/0/id";
    vec![
        (set("/name", json!("")), Code::EmptyName, "/name"),
        (set(id, json!("")), Code::EmptyName, id),
        (set("/name", json!("a\nb")), Code::ForbiddenCharacter, "/name"),
        (set("/tags/1", json!("a\u{202e}b")), Code::ForbiddenCharacter, "/tags/1"),
        (set("/img", json!("\u{1b}[2J")), Code::ForbiddenCharacter, "/img"),
    ]
}

fn of_parameters() -> Vec<Fault> {
    let (in_type, out_type) = ("/input_parameters/0/type", "/output_parameters/0/type");
    let (one, required) = ("/input_parameters/0", "/input_parameters/0/required");
    let both = |one, two| set("/input_parameters", json!([input(one), input(two)]));
    let output =
        |index| json!({"id": format!("{index}"), "name": format!("{index}"), "description": ""});
    let many = set("/output_parameters", (0..65).map(output).collect());
    vec![
        (set(one, json!("a")), Code::WrongMemberType, one),
        (set(required, json!("no")), Code::WrongMemberType, required),
        (set(in_type, json!("json")), Code::BadType, in_type),
        (set(in_type, json!("integer")), Code::BadType, in_type),
        (set(out_type, json!(3)), Code::BadType, out_type),
        (both(json!({"name": "J"}), json!({})), Code::DuplicateId, "/input_parameters/1/id"),
        (both(json!({"id": "j"}), json!({})), Code::DuplicateName, "/input_parameters/1/name"),
        (many, Code::TooMany, "/output_parameters"),
    ]
}

fn of_constraints() -> Vec<Fault> {
    let (min, max) = ("/input_parameters/0/min", "/input_parameters/0/max");
    let values = "/input_parameters/0/allowed-values";
    let value = json!({"name": "A", "description": ""});
    let duplicates = first(json!({"type": "enum", "allowed-values": [value, value]}));
    vec![
        (first(json!({"type": "int", "min": 70_000})), Code::EmptyRange, min),
        (first(json!({"type": "enum"})), Code::EmptyEnum, values),
        (duplicates, Code::DuplicateAllowedValue, "/input_parameters/0/allowed-values/1/name"),
        (first(json!({"max": 3})), Code::ConstraintOnWrongType, max),
        (first(json!({"type": "int", "max": "9"})), Code::BadBound, max),
        (first(json!({"type": "int", "max": 1.0e300})), Code::BadBound, max),
    ]
}

#[test]
fn each_mistake_is_one_violation_at_its_location() {
    for (document, code, pointer) in faulty() {
        refuses(document, code, pointer);
    }
}

#[test]
fn every_code_of_documents_is_reached() {
    let reached: BTreeSet<_> = faulty().iter().map(|(_, code, _)| *code).collect();
    // Those that other tests here and the tests of invocations and pages reach.
    let elsewhere: BTreeSet<_> = [
        Code::UnknownMember,
        Code::BlankedCharacter,
        Code::LookAlike,
        // Remarks, which `foreign.rs` tests, and rules of authors.
        Code::DerivedMember,
        Code::OtherSpelling,
        Code::DigitFirst,
        Code::IdleConstraint,
        Code::BareValue,
        Code::AbsentDescription,
        Code::IdSpelling,
        Code::MayGoOn,
        Code::BadMaxLength,
        Code::BadDeprecation,
        Code::ContradictingHints,
        // Of several versions.
        Code::FirstVersion,
        Code::UnlistedVersions,
        Code::BreakingVersion,
        Code::OtherCurrent,
        Code::BrokenPromise,
        Code::NotJson,
        Code::BadName,
        Code::EmptyDescription,
        Code::NameTooLong,
        Code::DescriptionTooLong,
        Code::BadVersion,
        Code::NotCurrent,
        Code::BadAllowedValueName,
        Code::DuplicateTool,
        Code::WrongTool,
        Code::MissingInput,
        Code::UnknownInput,
        Code::DuplicateInput,
        Code::DuplicateOutput,
        Code::MissingOutput,
        Code::UnknownOutput,
        Code::WrongType,
        Code::OutOfRange,
        Code::TooLong,
        // Of a type of a vendor's.
        Code::Unreadable,
        Code::NotAllowed,
        // Of a tool itself.
        Code::RefusedInput,
        Code::BadPageLimit,
        Code::BadCursor,
        Code::BadQuery,
        Code::DocumentTooLarge,
        // Those of schemas, which `a2t-schema` tests.
        Code::MalformedSchema,
        Code::RemoteReference,
        Code::DanglingReference,
        Code::ReferenceCycle,
        Code::NotAnObject,
        Code::SchemaTooLarge,
        Code::SchemaMismatch,
        Code::ToolUnreadable,
        Code::ToolUndescribed,
        Code::InputUndescribed,
        Code::ToolNameCharacters,
        Code::ToolNameCase,
        Code::ContradictoryHints,
    ]
    .into();
    assert!(reached.is_disjoint(&elsewhere));
    let all: BTreeSet<_> = Code::ALL.iter().copied().collect();
    assert_eq!(&reached | &elsewhere, all);
}

#[test]
fn all_mistakes_of_a_document_are_reported_at_once() {
    let document = with(|tool| {
        tool["toolId"] = json!("x");
        tool["version"] = json!(0);
        tool["input_parameters"] = (0..11).map(|index| match index {
            1 => json!(null),
            10 => json!({"id": "", "name": "J", "description": ""}),
            _ => json!({"id": format!("i{index}"), "name": format!("n{index}"), "description": ""}),
        }).collect();
    });
    let expected = [
        (Code::BadVersion, "/version"),
        (Code::BadToolId, "/toolId"),
        (Code::WrongMemberType, "/input_parameters/1"),
        // Not hidden by the unreadable input 1, of whose pointer this one is no part.
        (Code::EmptyName, "/input_parameters/10/id"),
    ];
    assert_eq!(mistakes(&document), expected.map(|(code, at)| (code, at.to_owned())));
}

#[test]
fn a_message_says_what_where_and_what_was_meant() {
    let document = with(|tool| tool["input_parameters"][0]["type"] = json!("strin\n"));
    let found = parse_value(&document, "").unwrap_err();
    assert_eq!(
        found.to_string(),
        "/input_parameters/0/type: expected one of string, int, boolean, enum, \
        got \"strin\\n\"; did you mean `string`? [A2T-W408]"
    );
}

#[test]
fn a_member_given_twice_is_refused() {
    let error = parse(br#"{"name": "a", "name": "b"}"#).unwrap_err();
    assert_eq!(error.to_string(), "1:20: not valid JSON: duplicate member `name`");
}

#[test]
fn tools_of_one_catalog_have_their_own_ids_and_names_and_are_current() {
    let first = read(&tool());
    let duplicate =
        read(&with(|tool| tool["toolId"] = json!("0479A45D-AD0A-49D4-94DB-75EDF00D2CA4")));
    let old = read(&with(|tool| {
        tool["toolId"] = json!("0479a45d-ad0a-49d4-94db-75edf00d2ca5");
        tool["name"] = json!("old");
        tool["currentVersion"] = json!(2);
    }));
    let found = check_catalog([&first, &duplicate, &old]);
    let found: Vec<_> =
        found.iter().map(|violation| (violation.code, &*violation.pointer)).collect();
    assert_eq!(
        found,
        [
            (Code::DuplicateTool, "/1/name"),
            (Code::DuplicateTool, "/1/toolId"),
            (Code::NotCurrent, "/2/version")
        ]
    );
}

#[test]
fn tabs_and_carriage_returns_in_any_description_become_blanks_with_a_remark() {
    let value = json!({"name": "A", "description": "a\tb"});
    let mut document = with(|tool| {
        tool["description"] = json!("Looks up.\r\nIn a\ttable.\rSlowly.");
        tool["deprecated"] = json!({"since": "2026-11-01", "note": "use\tv2"});
    });
    for side in ["input_parameters", "output_parameters"] {
        document[side][0]["description"] = json!("x\ty");
        document[side][0]["type"] = json!("enum");
        document[side][0]["allowed-values"] = json!([value]);
    }
    let read = parse_value(&document, "").unwrap();
    let pointers: Vec<_> = read.unknown.iter().map(|remark| &*remark.pointer).collect();
    assert_eq!(
        pointers,
        [
            "/description",
            "/deprecated/note",
            "/input_parameters/0/description",
            "/input_parameters/0/allowed-values/0/description",
            "/output_parameters/0/description",
            "/output_parameters/0/allowed-values/0/description",
        ]
    );
    assert_eq!(
        read.unknown.as_slice()[0].to_string(),
        "/description: expected blanks and line feeds, got U+000D, read as a blank [AMB-40]"
    );
    let text = String::from_utf8(read.signature.canonical()).unwrap();
    assert_eq!(read.signature.description, "Looks up.\nIn a table. Slowly.");
    assert!(!text.contains("\\t") && !text.contains("\\r"), "{text}");

    // Not in a name, and no other control character.
    for (member, text) in [("name", "a\tb"), ("description", "a\u{7}\tb")] {
        let document = with(|tool| tool[member] = json!(text));
        let error = parse_value(&document, "").unwrap_err();
        assert!(error.to_string().contains("visible text"), "{error}");
    }
}

#[test]
fn encodings_that_json_does_not_have_are_named() {
    let wide = |big: bool| -> Vec<u8> {
        let unit = |unit: u16| {
            if big { unit.to_be_bytes() } else { unit.to_le_bytes() }
        };
        "[]".encode_utf16().flat_map(unit).collect()
    };
    for (text, words) in [
        ([b"\xef\xbb\xbf", &b"[]"[..]].concat(), "byte order mark (U+FEFF)"),
        ([b"\xff\xfe", &wide(false)[..]].concat(), "is UTF-16"),
        ([b"\xfe\xff", &wide(true)[..]].concat(), "is UTF-16"),
        (wide(false), "is UTF-16"),
        (wide(true), "is UTF-16"),
    ] {
        let error = a2t_core::catalog::parse(&text).unwrap_err().to_string();
        assert!(error.starts_with("1:1: not valid JSON: ") && error.contains(words), "{error}");
    }
}
