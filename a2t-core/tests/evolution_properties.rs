//! What holds of every two signatures: the differ against a definition of its own, a search for
//! one call or reply that breaks. proptest prints the seed of a failure; `PROPTEST_CASES` asks for
//! more than 256 cases.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

#[path = "evolution_properties/generate.rs"]
mod generate;
#[path = "evolution_properties/search.rs"]
mod search;

use a2t_core::ToolSignature;
use a2t_core::evolution::{
    Change, Differ, Focus, Profile, Rule, Verdict, Witness, diff, first_refused,
};
use a2t_core::invocation::bind;
use generate::{additions, chain, edits, signature};
use proptest::prelude::*;

/// The signature with everything that may differ without a finding taken out.
fn normal(signature: &ToolSignature) -> ToolSignature {
    let mut signature = signature.clone();
    signature.current_version = 0;
    let tags = signature.tags.to_mut();
    tags.sort();
    tags.dedup();
    signature
}

fn letter(old: &ToolSignature, new: &ToolSignature) -> Verdict {
    diff(old, new, Profile::Letter).letter()
}

fn wire(old: &ToolSignature, new: &ToolSignature) -> Verdict {
    diff(old, new, Profile::Letter).wire()
}

fn accepted(signature: &ToolSignature, witness: Witness<'_>, old: &ToolSignature) -> bool {
    let body = witness.call(old).unwrap().to_body(&signature.name);
    bind(signature, &body).is_ok()
}

/// Whether a name of an earlier parameter means another one now, so that a call is not refused
/// but misunderstood.
fn renames(changes: &[Change<'_>]) -> bool {
    changes
        .iter()
        .any(|change| matches!(change.rule, Rule::InputRenamed | Rule::OutputRenamed))
}

proptest! {
    #[test]
    fn generated_signatures_are_well_formed(tool in signature()) {
        let found = tool.check();
        prop_assert!(found.is_empty(), "{}", found);
    }

    #[test]
    fn a_signature_does_not_differ_from_itself(tool in signature()) {
        prop_assert_eq!(Differ::new(&tool, &tool).next_change(), None);
    }

    #[test]
    fn signatures_of_one_version_differ_exactly_when_something_is_found((old, new) in edits(1)) {
        let new = ToolSignature { version: old.version, ..new };
        let changes: Vec<_> = Differ::new(&old, &new).collect();
        let same = normal(&old) == normal(&new);
        prop_assert_eq!(changes.is_empty(), same, "{:?}", changes);
    }

    #[test]
    fn a_later_version_without_a_change_says_so_and_no_other((old, new) in edits(2)) {
        let mut same = normal(&new);
        same.version = old.version;
        for text in [&mut same.name, &mut same.description] {
            *text = String::new().into();
        }
        let mut plain = normal(&old);
        plain.name = "".into();
        plain.description = "".into();
        (plain.tags, same.tags) = (vec![].into(), vec![].into());
        (plain.img, same.img) = (None, None);
        let said = Differ::new(&old, &new).any(|change| change.rule == Rule::VersionWithoutChange);
        prop_assert_eq!(said, plain == same);
    }

    #[test]
    fn additions_keep_every_promise_over_any_number_of_versions(versions in additions(4)) {
        for (index, old) in versions.iter().enumerate() {
            for new in &versions[index..] {
                let report = diff(old, new, Profile::Letter);
                prop_assert_eq!(report.letter(), Verdict::Compatible, "{:?}", report);
                prop_assert_eq!(report.wire(), Verdict::Compatible);
                prop_assert!(!report.has_errors());
            }
        }
    }

    #[test]
    fn both_verdicts_are_transitive([one, two, three] in chain()) {
        for verdict in [letter, wire] {
            if [verdict(&one, &two), verdict(&two, &three)] == [Verdict::Compatible; 2] {
                prop_assert_eq!(verdict(&one, &three), Verdict::Compatible);
            }
        }
    }

    #[test]
    fn the_wire_breaks_exactly_when_some_call_or_reply_does((old, new) in edits(3)) {
        let found = search::breaks(&old, &new);
        let report = diff(&old, &new, Profile::Default);
        let expected = if found.is_some() { Verdict::Breaking } else { Verdict::Compatible };
        prop_assert_eq!(report.wire(), expected, "{:?}\n{:?}", found, report);
    }

    #[test]
    fn the_letter_is_never_laxer_than_the_wire((old, new) in edits(3)) {
        prop_assert!(letter(&old, &new) >= wire(&old, &new));
    }

    #[test]
    fn each_break_has_a_witness_that_the_old_takes_and_the_new_refuses((old, new) in edits(2)) {
        let changes: Vec<_> = Differ::new(&old, &new).collect();
        let moved = renames(&changes);
        for change in &changes {
            let breaking = change.rule.wire() == Verdict::Breaking;
            prop_assert_eq!(change.witness.is_some(), breaking, "{:?}", change);
            if let Some(witness @ (Witness::Sends(..) | Witness::Without(_))) = change.witness {
                let shows = accepted(&old, witness, &old) && !accepted(&new, witness, &old);
                prop_assert!(moved || shows, "{:?}", change);
            }
            if let Some(Witness::Returns(name, sample)) = change.witness {
                let value = sample.to_json();
                prop_assert!(search::returns(&new, name, &value), "{:?}", change);
                prop_assert!(moved || !search::returns(&old, name, &value), "{:?}", change);
            }
        }
    }

    #[test]
    fn a_report_shows_a_witness_for_each_break((old, new) in edits(2)) {
        let moved = renames(&Differ::new(&old, &new).collect::<Vec<_>>());
        for finding in diff(&old, &new, Profile::Default).findings() {
            let shown = finding.witness.is_some();
            let child = finding.rule != Rule::PublishedVersionEdited;
            let breaking = child && finding.wire == Verdict::Breaking;
            prop_assert!(shown == breaking || moved && !shown, "{:?}", finding);
        }
    }

    #[test]
    fn the_contract_alone_is_found_just_as_well((old, new) in edits(3)) {
        use a2t_core::evolution::Class::{Contract, Lineage};
        let judged_by_words =
            |rule| matches!(rule, Rule::PublishedTextEdited | Rule::VersionWithoutChange);
        let binding = |change: &Change<'_>| {
            matches!(change.rule.class(), Contract | Lineage) && !judged_by_words(change.rule)
        };
        let all: Vec<_> = Differ::new(&old, &new).filter(binding).collect();
        let some: Vec<_> = Differ::new(&old, &new).contract_only().collect();
        prop_assert_eq!(all, some);
    }

    #[test]
    fn whatever_is_refused_is_refused_on_the_token_it_belongs_to((old, new) in edits(3)) {
        let whole = first_refused(&old, &new, Focus::All);
        let inputs = new.input_parameters.iter().map(|input| Focus::Input(&input.id));
        let outputs = new.output_parameters.iter().map(|output| Focus::Output(&output.id));
        let tokens = inputs.chain(outputs).chain([Focus::Tool]);
        let parts: Vec<_> = tokens.filter_map(|at| first_refused(&old, &new, at)).collect();
        prop_assert_eq!(whole.is_some(), !parts.is_empty(), "{:?}", parts);
        let twice = |change: &Change<'_>| parts.iter().filter(|part| part.path == change.path).count() > 1;
        prop_assert!(!parts.iter().any(twice), "{:?}", parts);
    }
}
