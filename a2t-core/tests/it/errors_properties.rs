//! What holds of the errors of every two versions, checked by a reference that shares no code with
//! the library, and of every chain of versions. proptest prints the seed of a failure.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod generate;
mod reference;

use a2t_core::ToolSignature;
use a2t_core::evolution::{
    Change, History, Profile, Verdict, changes, diff, new_error, refused, refused_error,
};
use a2t_core::published;
use a2t_core::signature::parse_value;
use generate::{chain, pair};
use proptest::prelude::*;
use serde_json::{Value, json};

const ID: &str = "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91";

fn document(version: usize, errors: &[Value]) -> Value {
    json!({
        "toolId": ID, "name": "lend", "description": "Lends.", "version": version,
        "currentVersion": version, "errors": errors,
    })
}

fn signature(version: usize, errors: &[Value]) -> ToolSignature {
    let parsed = parse_value(&document(version, errors), "").unwrap();
    assert!(parsed.unknown.is_empty(), "{errors:?}: {}", parsed.unknown);
    parsed.signature
}

fn rules(old: &ToolSignature, new: &ToolSignature) -> Vec<&'static str> {
    changes(old, new).iter().map(|change| change.rule.id()).collect()
}

proptest! {
    #[test]
    fn a_later_version_is_accepted_exactly_if_it_only_adds((old, new) in pair()) {
        let report = diff(&signature(1, &old), &signature(2, &new), Profile::Default);
        prop_assert_eq!(!report.has_errors(), reference::only_adds(&old, &new), "{:?}", report);
    }

    #[test]
    fn the_wire_breaks_exactly_when_some_problem_is_not_what_a_caller_knows((old, new) in pair()) {
        let report = diff(&signature(1, &old), &signature(2, &new), Profile::Default);
        let breaks = reference::breaks(&old, &new);
        prop_assert_eq!(report.wire() == Verdict::Breaking, breaks, "{:?}", report);
    }

    #[test]
    fn a_version_that_is_out_has_one_list((old, new) in pair()) {
        let (one, two) = (signature(1, &old), signature(1, &new));
        let report = diff(&one, &two, Profile::Default);
        let same = reference::ordered(&old) == reference::ordered(&new);
        prop_assert_eq!(!report.has_errors(), same, "{:?}", report);
        prop_assert_eq!(rules(&one, &two).is_empty(), one == two);
        prop_assert_eq!(published::text(&one) == published::text(&two), one == two);
    }

    #[test]
    fn each_witness_is_a_problem_that_only_the_later_version_gives((old, new) in pair()) {
        for change in diff(&signature(1, &old), &signature(2, &new), Profile::Default).changes() {
            let breaking = change.wire == Verdict::Breaking;
            prop_assert_eq!(change.witness.is_some(), breaking, "{:?}", change);
            let Some(problem) = change.witness.as_ref().map(|witness| &witness["problem"]) else {
                continue;
            };
            prop_assert!(reference::gives(&new, problem), "{:?}", change);
            // A member that may be absent is missed by a reader, not by its shape.
            let missed = change.rule.id() == "A2T-E509";
            prop_assert!(missed || !reference::gives(&old, problem), "{:?}", change);
        }
    }

    #[test]
    fn what_is_accepted_step_by_step_is_accepted_at_once(lists in chain()) {
        let mut versions: Vec<Vec<Value>> = Vec::new();
        for list in lists {
            let number = versions.len() + 1;
            let new = signature(number, &list);
            let accepted = versions.iter().enumerate().all(|(at, old)| {
                !diff(&signature(at + 1, old), &new, Profile::Default).has_errors()
            });
            let adds = versions.iter().all(|old| reference::only_adds(old, &list));
            prop_assert_eq!(accepted, adds, "{:?} {:?}", versions, list);
            if accepted {
                versions.push(list);
            }
        }
        let signatures = versions.iter().enumerate().map(|(at, list)| {
            let count = versions.len() as u32;
            ToolSignature { current_version: count, ..signature(at + 1, list) }
        });
        let signatures: Vec<_> = signatures.collect();
        let history = History { versions: &signatures, retired: &[] };
        prop_assert!(!history.check(Profile::Default).has_errors());
        for neighbours in signatures.windows(2) {
            let text = published::text(&neighbours[1]);
            let read = published::read_version(text.as_bytes()).unwrap();
            prop_assert!(!diff(&neighbours[0], &read, Profile::Default).has_errors());
        }
    }

    #[test]
    fn constants_refuse_of_an_error_what_the_differ_reports((old, new) in pair(), frozen in any::<bool>()) {
        let (old, new) = (signature(1, &old), signature(if frozen { 1 } else { 2 }, &new));
        let (tool, published, code) = (old.tool_id, &*old.errors, &*new.errors);
        let found = changes(&old, &new);
        for (index, error) in published.iter().enumerate() {
            let by_constant = refused_error(tool, published, index, code, frozen);
            let about = |change: &&Change<'_>| {
                change.path.error() == Some(&*error.name) && change.rule.id() != "A2T-E501"
            };
            let mut reported = found.iter().filter(about).filter(|it| refused(it.rule, frozen));
            prop_assert_eq!(by_constant.as_ref(), reported.next());
        }
        let added = (0..code.len()).filter_map(|index| new_error(tool, published, code, index));
        let reported = found.iter().filter(|change| change.rule.id() == "A2T-E501").copied();
        prop_assert!(added.eq(reported));
    }

    #[test]
    fn what_is_said_of_a_change_is_said_of_its_reverse((old, new) in pair()) {
        let (one, two) = (signature(1, &old), signature(1, &new));
        let (there, back) = (rules(&one, &two), rules(&two, &one));
        let count = |found: &[&str], ids: &[&str]| found.iter().filter(|id| ids.contains(id)).count();
        let kinds: &[&str] = &["A2T-E512", "A2T-E513", "A2T-E514"];
        for (left, right) in [
            (&["A2T-E501"][..], &["A2T-E502"][..]), (&["A2T-E503"], &["A2T-E503"]),
            (&["A2T-E504"], &["A2T-E504"]), (&["A2T-E505"], &["A2T-E505"]),
            (&["A2T-E506"], &["A2T-E506"]), (&["A2T-E507"], &["A2T-E507"]),
            (&["A2T-E508"], &["A2T-E509"]), (&["A2T-E510"], &["A2T-E511"]), (kinds, kinds),
            (&["A2T-E515"], &["A2T-E516"]), (&["A2T-E517"], &["A2T-E518"]),
            (&["A2T-E519"], &["A2T-E520"]), (&["A2T-E521"], &["A2T-E521"]),
            (&["A2T-E522"], &["A2T-E522"]), (&["A2T-E523"], &["A2T-E523"]),
        ] {
            prop_assert_eq!(count(&there, left), count(&back, right), "{:?} {:?} {:?}", left, there, back);
            prop_assert_eq!(count(&there, right), count(&back, left), "{:?} {:?} {:?}", right, there, back);
        }
    }
}

#[test]
fn every_rule_of_errors_is_met_by_some_generated_change() {
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut met = std::collections::BTreeSet::new();
    for _ in 0..3_000 {
        let (old, new) = pair().new_tree(&mut runner).unwrap().current();
        met.extend(rules(&signature(1, &old), &signature(2, &new)));
    }
    assert_eq!(met.iter().filter(|id| id.starts_with("A2T-E5")).count(), 23, "{met:?}");
}
