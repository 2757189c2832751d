//! Errors that signatures list (spec note AMB-48): compared, kept in published files, proved.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::path::Path;

use a2t_core::evolution::{
    Class, Fingerprint, Profile, Verdict, Witness, changes, diff, diff_values, new_error, refused,
    refused_error,
};
use a2t_core::signature::{Reader, check_value, parse_value};
use a2t_core::{JsonShape, ProblemType, ToolSignature, Violations};
use serde_json::{Value, json};

fn document(version: u32, errors: &Value) -> Value {
    json!({
        "toolId": "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91", "name": "lend", "description": "Lends.",
        "version": version, "currentVersion": version, "errors": errors,
    })
}

fn signature(version: u32, errors: &Value) -> ToolSignature {
    let parsed = parse_value(&document(version, errors), "").unwrap();
    assert!(parsed.unknown.is_empty(), "{errors}: {}", parsed.unknown);
    parsed.signature
}

fn cases() -> Vec<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus/errors.json");
    let corpus: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    corpus["cases"].as_array().unwrap().clone()
}

#[test]
fn every_case_gets_exactly_its_rules_and_verdicts() {
    let cases = cases();
    assert!(cases.len() >= 60, "{}", cases.len());
    let mut met = BTreeSet::new();
    for case in &cases {
        let (old, new) = (document(1, &case["old"]), document(2, &case["new"]));
        let report = diff_values(&old, &new, Profile::Default).unwrap();
        let found: BTreeSet<_> = report.changes().iter().map(|change| change.rule.id()).collect();
        let labelled: BTreeSet<_> =
            case["rules"].as_array().unwrap().iter().map(|rule| rule.as_str().unwrap()).collect();
        assert_eq!(found, labelled, "{}", case["id"]);
        assert_eq!(report.letter().name(), case["verdict_strict"], "{}", case["id"]);
        assert_eq!(report.wire().name(), case["verdict_semantic"], "{}", case["id"]);
        met.extend(found);
    }
    assert_eq!(met.iter().filter(|id| id.starts_with("A2T-E5")).count(), 23, "{met:?}");
}

#[test]
fn a_version_that_is_out_is_frozen_with_its_errors() {
    for case in cases() {
        let report =
            diff_values(&document(1, &case["old"]), &document(1, &case["new"]), Profile::Default);
        let report = report.unwrap();
        let rules: BTreeSet<_> = report.changes().iter().map(|change| change.rule.id()).collect();
        let of = |class: Class| report.changes().iter().any(|change| change.rule.class() == class);
        assert_eq!(rules.contains("A2T-L002"), of(Class::Contract), "{}", case["id"]);
        assert_eq!(rules.contains("A2T-L003"), of(Class::Text), "{}", case["id"]);
        let orders = !of(Class::Contract) && !of(Class::Text);
        assert_eq!(report.has_errors(), !orders, "{}: {rules:?}", case["id"]);
    }
}

/// Returns whether a caller who knows the first errors takes the problem for what it is.
fn knows(errors: &ToolSignature, problem: &Value) -> bool {
    let is = |error: &&ProblemType| error.type_uri(errors.tool_id) == problem["type"];
    let Some(error) = errors.errors.iter().find(is) else {
        return false;
    };
    let mut members = problem.clone();
    for own in ["type", "status"] {
        members.as_object_mut().unwrap().remove(own);
    }
    let shape = JsonShape::Record { members: error.members.clone() };
    let mut found = Violations::default();
    check_value(&shape, &members, "", Reader::Strict, &mut found);
    problem["status"] == error.status && found.is_empty()
}

#[test]
fn a_break_is_proved_by_a_problem_that_only_the_later_version_gives() {
    let mut proved = 0;
    for case in cases() {
        let (old, new) = (signature(1, &case["old"]), signature(2, &case["new"]));
        for change in diff(&old, &new, Profile::Default).changes() {
            let breaking = change.wire == Verdict::Breaking;
            assert_eq!(change.witness.is_some(), breaking, "{} {}", case["id"], change.rule);
            let Some(witness) = &change.witness else { continue };
            let problem = &witness["problem"];
            assert!(knows(&new, problem), "{}: {problem}", case["id"]);
            // An optional member that is gone is missed by a reader, not by its shape.
            let of_optional = case["id"] == "optional-member-removed";
            assert!(of_optional || !knows(&old, problem), "{}: {problem}", case["id"]);
            proved += 1;
        }
        for change in changes(&old, &new) {
            let shown = matches!(change.witness, Some(Witness::Problem { .. }));
            assert_eq!(shown, change.rule.wire() == Verdict::Breaking, "{}", case["id"]);
        }
    }
    assert!(proved > 25, "{proved}");
}

#[test]
fn what_is_said_of_a_change_is_said_of_its_reverse() {
    for case in cases() {
        let (one, two) = (signature(1, &case["old"]), signature(1, &case["new"]));
        let rules = |old, new| changes(old, new).iter().map(|it| it.rule.id()).collect::<Vec<_>>();
        let (there, back) = (rules(&one, &two), rules(&two, &one));
        for (left, right) in [
            ("A2T-E501", "A2T-E502"),
            ("A2T-E503", "A2T-E503"),
            ("A2T-E504", "A2T-E504"),
            ("A2T-E505", "A2T-E505"),
            ("A2T-E508", "A2T-E509"),
            ("A2T-E510", "A2T-E511"),
            ("A2T-E515", "A2T-E516"),
            ("A2T-E519", "A2T-E520"),
        ] {
            let count = |found: &[&str], id| found.iter().filter(|found| **found == id).count();
            assert_eq!(count(&there, left), count(&back, right), "{} {left}", case["id"]);
            assert_eq!(count(&there, right), count(&back, left), "{} {right}", case["id"]);
        }
        assert_eq!(there.is_empty(), one == two, "{}", case["id"]);
    }
}

#[test]
fn constants_refuse_of_an_error_what_the_differ_reports() {
    for case in cases() {
        let (old, new) = (signature(1, &case["old"]), signature(2, &case["new"]));
        let (tool, published, code) = (old.tool_id, &*old.errors, &*new.errors);
        for frozen in [false, true] {
            let found = changes(&old, &new);
            for (index, error) in published.iter().enumerate() {
                let by_constant = refused_error(tool, published, index, code, frozen);
                let about = |path: Option<&str>| path == Some(&*error.name);
                let mut reported = found.iter().filter(|change| {
                    about(change.path.error())
                        && change.rule.id() != "A2T-E501"
                        && refused(change.rule, frozen)
                });
                assert_eq!(by_constant.as_ref(), reported.next(), "{} {frozen}", case["id"]);
            }
            let added = (0..code.len()).filter_map(|at| new_error(tool, published, code, at));
            let reported = found.iter().filter(|change| change.rule.id() == "A2T-E501").copied();
            assert!(added.eq(reported), "{}", case["id"]);
        }
    }
}

#[test]
fn published_files_have_the_errors() {
    for case in cases() {
        for errors in [&case["old"], &case["new"]] {
            let tool = signature(1, errors);
            let text = a2t_core::published::text(&tool);
            let kept = a2t_core::published::read([("published/lend/v1.json", text.as_bytes())]);
            assert_eq!(kept.into_result().unwrap().versions, [tool], "{errors}");
        }
        let (old, new) = (signature(1, &case["old"]), signature(1, &case["new"]));
        let [old_text, new_text] = [&old, &new].map(a2t_core::published::text);
        assert_eq!(old_text == new_text, old == new, "{}", case["id"]);
        if let ([one], [two]) = (&*old.errors, &*new.errors) {
            let contract = changes(&old, &new).iter().any(|change| {
                change.rule.class() == Class::Contract && change.rule.id() != "A2T-L002"
            });
            let (one, two) = (Fingerprint::of_error(one), Fingerprint::of_error(two));
            assert_eq!(one.promises(two), !contract, "{}", case["id"]);
            let [same, all] = [one.is(two), changes(&old, &new).is_empty()];
            assert!(same == all || case["id"] == "choices-reordered", "{}", case["id"]);
        }
    }
}

#[test]
fn errors_that_are_not_understood_are_said_to_be_so_and_not_compared() {
    let lent = json!([{"name": "LENT", "status": 409, "description": "Lent."}]);
    let odd = json!([{"name": "LENT", "status": 200, "description": "Lent."}]);
    for (old, new) in [(&lent, &odd), (&odd, &lent)] {
        let report = diff_values(&document(1, old), &document(2, new), Profile::Default).unwrap();
        let reported: Vec<_> = report
            .changes()
            .iter()
            .map(|change| (change.rule.id(), change.path.as_str()))
            .collect();
        assert_eq!(reported, [("A2T-W409", "errors[LENT].status")]);
    }
}

#[test]
fn locations_are_reported_from_the_error_on() {
    let of = |kind: &str| {
        json!([{"name": "LENT", "status": 409, "description": "", "schema": {"type": "object",
            "properties": {"by": {"type": "array", "items": {"type": "object", "properties": {
            "age": {"type": kind}}}}}}}])
    };
    let report =
        diff(&signature(1, &of("integer")), &signature(2, &of("number")), Profile::Default);
    assert_eq!(
        report.changes()[0].to_string(),
        "error[A2T-E514] errors[LENT].schema.by[].age.type: \"an integer\", now \"a number\". \
         Keep the old type; add a member of the wider type next to it."
    );
    let moved = json!([{"name": "LENT", "status": 409, "type": "https://x/", "description": ""}]);
    let kept = json!([{"name": "LENT", "status": 409, "description": ""}]);
    let report = diff(&signature(1, &kept), &signature(2, &moved), Profile::Default);
    assert_eq!(
        report.changes()[0].to_string(),
        "error[A2T-E503] errors[LENT].type: \"urn:uuid:5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91#LENT\", \
         now \"https://x/\". Restore the type: callers distinguish errors by it."
    );
}
