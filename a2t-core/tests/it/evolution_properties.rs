//! What holds of every two signatures: the differ against a separate definition, a search for one
//! call or reply that breaks. proptest prints the seed of a failure; `PROPTEST_CASES` asks for more
//! than 256 cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod generate;
mod search;

use a2t_core::ToolSignature;
use a2t_core::evolution::{
    Change, Member, Path, Profile, Rule, Side, Verdict, Witness, changes, diff, refused,
    refused_output, refused_type,
};
use a2t_core::invocation::bind;
use generate::{additions, chain, edits, signature};
use proptest::prelude::*;

/// The signature with everything that may differ without a change taken out.
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
    changes.iter().any(|change| matches!(change.rule, Rule::InputRenamed | Rule::OutputRenamed))
}

proptest! {
    #[test]
    fn generated_signatures_are_well_formed(tool in signature()) {
        let found = tool.check();
        prop_assert!(found.is_empty(), "{}", found);
    }

    #[test]
    fn a_signature_does_not_differ_from_itself(tool in signature()) {
        prop_assert_eq!(changes(&tool, &tool), []);
    }

    #[test]
    fn signatures_of_one_version_differ_exactly_when_something_is_found((old, new) in edits(1)) {
        let new = ToolSignature { version: old.version, ..new };
        let changes = changes(&old, &new);
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
        let mut changes = changes(&old, &new).into_iter();
        let is_reported = changes.any(|change| change.rule == Rule::VersionWithoutChange);
        prop_assert_eq!(is_reported, plain == same);
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
        let changes = changes(&old, &new);
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
        let moved = renames(&changes(&old, &new));
        for change in diff(&old, &new, Profile::Default).changes() {
            let shown = change.witness.is_some();
            let child = change.rule != Rule::PublishedVersionEdited;
            let breaking = child && change.wire == Verdict::Breaking;
            prop_assert!(shown == breaking || moved && !shown, "{:?}", change);
        }
    }

    #[test]
    fn constants_refuse_of_a_parameter_what_the_differ_reports((old, new) in edits(3)) {
        let frozen = old.version == new.version;
        let found: Vec<_> = changes(&old, &new);
        let refused = |side: Side, id: &str, word: &[Member]| -> Vec<Change<'_>> {
            let about = |change: &&Change<'_>| change.path.parameter() == Some((side, id));
            let spelt = |change: &Change<'_>| matches!(change.path, Path::Member(_, _, member) if word.contains(&member));
            let found = found.iter().filter(about).filter(|change| refused(change.rule, frozen));
            found.filter(|change| !spelt(change)).copied().collect()
        };
        let words = [Member::Id, Member::Name, Member::Description];
        for code in new.input_parameters.iter() {
            if let Some(published) = old.input_parameters.iter().find(|input| input.id == code.id) {
                let reported: Vec<_> = (0..).map_while(|nth| refused_type(published, code, frozen, nth)).collect();
                prop_assert_eq!(reported, refused(Side::Inputs, &code.id, &words));
            }
        }
        for published in old.output_parameters.iter() {
            if let Some(code) = new.output_parameters.iter().find(|output| output.id == published.id) {
                let reported = refused_output(published, Some(code), frozen);
                prop_assert_eq!(reported, refused(Side::Outputs, &published.id, &[]).first().copied());
            }
        }
    }
}
