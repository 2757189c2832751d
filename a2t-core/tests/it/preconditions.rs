//! Preconditions, formats of texts and hints (spec notes AMB-41 and AMB-49): compared, kept in
//! published files, and unknown in those of earlier releases.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use a2t_core::ToolSignature;
use a2t_core::evolution::{Profile, Rule, Severity, diff, refused};
use a2t_core::published::{self, Published, Standing, completed, read_version};
use a2t_core::signature::{Preconditions, parse_value};
use serde_json::{Value, json};

fn document(version: u32, members: &Value) -> Value {
    let mut document = json!({"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "pay",
        "description": "Pays.", "version": version, "currentVersion": version, "input_parameters": [
        {"id": "fee", "name": "fee", "type": "string", "description": "The fee."}]});
    for (member, value) in members.as_object().into_iter().flatten() {
        match member.as_str() {
            "format" => document["input_parameters"][0]["format"] = value.clone(),
            member => document[member] = value.clone(),
        }
    }
    document
}

fn signature(version: u32, members: &Value) -> ToolSignature {
    let parsed = parse_value(&document(version, members), "").unwrap();
    assert!(parsed.unknown.is_empty(), "{members}");
    parsed.signature
}

/// The signature as a file of an earlier release has it.
fn unknown(version: u32) -> ToolSignature {
    ToolSignature { preconditions: None, ..signature(version, &json!({})) }
}

fn rules(old: &ToolSignature, new: &ToolSignature) -> Vec<Rule> {
    let report = diff(old, new, Profile::Default);
    let rules = report.changes().iter().map(|change| change.rule);
    rules.filter(|rule| *rule != Rule::VersionWithoutChange).collect()
}

fn harder() -> [(Value, Value, Rule); 7] {
    let none = json!({});
    let scopes = |scopes: &[&str]| json!({"preconditions": {"scopes": scopes}});
    [
        (none.clone(), scopes(&["admin"]), Rule::ScopeAdded),
        (scopes(&["a"]), scopes(&["b"]), Rule::ScopeAdded),
        (
            none.clone(),
            json!({"preconditions": {"idempotencyKey": "required"}}),
            Rule::IdempotencyKeyRequired,
        ),
        (none.clone(), json!({"format": "uuid"}), Rule::InputFormatAdded),
        (json!({"format": "ulid"}), json!({"format": "uuid"}), Rule::InputFormatChanged),
        (json!({"annotations": {"readOnlyHint": true}}), none.clone(), Rule::HintWithdrawn),
        (
            json!({"annotations": {"destructiveHint": false}}),
            json!({"annotations": {"destructiveHint": true}}),
            Rule::HintWithdrawn,
        ),
    ]
}

fn easier() -> [(Value, Value, Rule); 5] {
    let none = json!({});
    let scopes = |scopes: &[&str]| json!({"preconditions": {"scopes": scopes}});
    [
        (scopes(&["a", "b"]), scopes(&["b"]), Rule::ScopeRemoved),
        (
            json!({"preconditions": {"idempotencyKey": "required"}}),
            none.clone(),
            Rule::IdempotencyKeyOptional,
        ),
        (json!({"format": "uuid"}), none.clone(), Rule::InputFormatRemoved),
        (none.clone(), json!({"annotations": {"readOnlyHint": true}}), Rule::HintGiven),
        (none, json!({"annotations": {"destructiveHint": false}}), Rule::HintGiven),
    ]
}

#[test]
fn a_call_may_become_easier_and_safer_and_never_the_opposite() {
    for version in [1, 2] {
        for (old, new, rule) in harder() {
            let (old, new) = (signature(1, &old), signature(version, &new));
            assert_eq!(rules(&old, &new), [rule]);
            assert!(refused(rule, version == 1), "{rule}");
            assert_eq!(rule.severity(), Severity::Error);
        }
        for (old, new, rule) in easier() {
            let (old, new) = (signature(1, &old), signature(version, &new));
            assert_eq!(rules(&old, &new), [rule]);
            assert!(!refused(rule, version == 1), "{rule}");
            assert_eq!(rule.severity(), Severity::Note);
        }
    }
}

#[test]
fn what_is_unknown_is_compared_with_nothing() {
    for (old, new, _) in harder().into_iter().chain(easier()) {
        for members in [old, new] {
            assert_eq!(rules(&unknown(1), &signature(2, &members)), []);
            assert_eq!(rules(&signature(1, &members), &unknown(2)), []);
        }
    }
}

#[test]
fn published_files_say_what_a_call_needs_even_if_that_is_nothing() {
    for (old, new, _) in harder().into_iter().chain(easier()) {
        for members in [old, new] {
            let signature = signature(1, &members);
            let text = published::text(&signature);
            assert!(text.contains("\n  \"preconditions\": {"), "{text}");
            assert_eq!(read_version(text.as_bytes()), Ok(signature));
        }
    }
    let text = published::text(&unknown(1));
    assert!(!text.contains("preconditions"), "{text}");
    assert_eq!(read_version(text.as_bytes()), Ok(unknown(1)));
    let escaped = ToolSignature { description: "Pays \"all\".".into(), ..unknown(1) };
    assert_eq!(read_version(published::text(&escaped).as_bytes()), Ok(escaped));
}

#[test]
fn catalogs_say_it_only_where_a_call_needs_something() {
    let (none, unknown) = (signature(1, &json!({})), unknown(1));
    assert_eq!(none.preconditions, Some(Preconditions::NONE));
    assert!(!String::from_utf8(none.canonical()).unwrap().contains("preconditions"));
    let canonical = String::from_utf8(unknown.canonical()).unwrap();
    assert!(canonical.contains("\"preconditions\":null"), "{canonical}");
    let file: Value = serde_json::from_str(&published::text(&unknown)).unwrap();
    assert_eq!(parse_value(&completed(&file), "").unwrap().signature, unknown);
    let file: Value = serde_json::from_str(&published::text(&none)).unwrap();
    assert_eq!(parse_value(&completed(&file), "").unwrap().signature, none);
}

#[test]
fn code_stands_as_published_while_calls_become_no_harder() {
    let published = |version| Published { versions: vec![version], ..Published::default() };
    for (old, new, rule) in harder() {
        let standing = published(signature(1, &old)).standing(&signature(1, &new));
        let Standing::Edited(changes) = standing else { panic!("{rule}: {standing:?}") };
        assert_eq!(changes.iter().map(|change| change.rule).collect::<Vec<_>>(), [rule]);
    }
    for (old, new, rule) in easier() {
        let standing = published(signature(1, &old)).standing(&signature(1, &new));
        assert_eq!(standing, Standing::Kept, "{rule}");
    }
    for (_, new, rule) in harder() {
        let standing = published(unknown(1)).standing(&signature(1, &new));
        assert_eq!(standing, Standing::Kept, "{rule}");
    }
}

#[test]
fn what_another_vendor_means_by_these_members_is_passed_by() {
    for (members, pointer) in [
        (json!({"preconditions": ["admin"]}), "/preconditions"),
        (json!({"preconditions": {"scopes": "admin"}}), "/preconditions/scopes"),
        (json!({"preconditions": {"scopes": [7]}}), "/preconditions/scopes"),
        (json!({"preconditions": {"scopes": ["a", "a"]}}), "/preconditions/scopes"),
        (json!({"preconditions": {"scopes": [""]}}), "/preconditions/scopes"),
        (json!({"preconditions": {"idempotencyKey": true}}), "/preconditions/idempotencyKey"),
        (json!({"preconditions": {"mtls": true}}), "/preconditions/mtls"),
        (json!({"format": {}}), "/input_parameters/0/format"),
        (json!({"format": ""}), "/input_parameters/0/format"),
        (json!({"format": "a\nb"}), "/input_parameters/0/format"),
    ] {
        let parsed = parse_value(&document(1, &members), "").unwrap();
        let pointers: Vec<_> = parsed.unknown.iter().map(|it| &*it.pointer).collect();
        assert_eq!(pointers, [pointer], "{members}");
        assert!(parsed.signature.preconditions.is_none_or(|it| it.is_none()), "{members}");
        assert!(parsed.signature.input_parameters[0].format.is_none(), "{members}");
    }
}
