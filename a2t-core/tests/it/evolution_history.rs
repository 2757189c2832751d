//! The rules that only whole lists of versions can break.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use a2t_core::ToolSignature;
use a2t_core::evolution::{History, Profile, Report, Verdict, diff_lists};
use serde_json::{Value, json};

/// Version `version` of a tool with one input of this `max` and as many outputs as its number.
fn signature(version: u32, current: u32, max: i64) -> ToolSignature {
    let outputs: Vec<_> = (1..=version)
        .map(|n| json!({"id": format!("o{n}"), "name": format!("o{n}"), "description": ""}))
        .collect();
    let document = json!({
        "toolId": "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91", "name": "flight_search", "description": "Searches.",
        "version": version, "currentVersion": current,
        "input_parameters": [{"id": "i1", "name": "people", "type": "int", "max": max, "description": ""}],
        "output_parameters": outputs,
    });
    let mut signature = read(&document, version);
    signature.current_version = current;
    signature
}

fn read(document: &Value, current: u32) -> ToolSignature {
    let mut document = document.clone();
    document["currentVersion"] = json!(current);
    a2t_core::signature::parse_value(&document, "").unwrap().signature
}

fn rules(report: &Report) -> Vec<&'static str> {
    let mut rules: Vec<_> = report.changes().iter().map(|change| change.rule.id()).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

fn history(versions: &[ToolSignature]) -> History<'_> {
    History { versions, retired: &[] }
}

#[test]
fn a_list_of_good_versions_has_additions_only_whatever_its_order() {
    let versions = [signature(3, 3, 9), signature(1, 3, 9), signature(2, 3, 9)];
    let report = history(&versions).check(Profile::Default);
    assert_eq!(rules(&report), ["A2T-O201"]);
    assert_eq!(report.letter(), Verdict::Compatible);
}

#[test]
fn each_version_is_compared_with_all_earlier_ones() {
    let versions = [signature(1, 3, 9), signature(2, 3, 12), signature(3, 3, 9)];
    let report = history(&versions).check(Profile::Default);
    assert_eq!(rules(&report), ["A2T-I112", "A2T-I113", "A2T-O201"]);
    let lowered = report.changes().iter().find(|f| f.rule.id() == "A2T-I112").unwrap();
    assert_eq!(lowered.versions, Some((2, 3)));
    assert_eq!(serde_json::to_value(lowered).unwrap()["from"], 2);
}

#[test]
fn a_skipped_number_is_a_gap_unless_its_retirement_is_on_record() {
    let versions = [signature(1, 3, 9), signature(3, 3, 9)];
    let report = history(&versions).check(Profile::Default);
    assert_eq!(rules(&report), ["A2T-L005", "A2T-O201"]);
    let gap = &report.changes()[0];
    assert_eq!((&gap.old, &gap.new), (&json!(1), &json!(3)));
    let retired = History { versions: &versions, retired: &[2] };
    assert_eq!(rules(&retired.check(Profile::Default)), ["A2T-O201"]);
    let late = [signature(2, 2, 9)];
    assert_eq!(rules(&history(&late).check(Profile::Default)), ["A2T-L005"]);
}

#[test]
fn a_published_version_that_is_gone_breaks_its_callers_unless_it_was_retired() {
    let before = [signature(1, 2, 9), signature(2, 2, 9)];
    let after = [signature(2, 2, 9)];
    let report = history(&before).diff(&history(&after), Profile::Default);
    assert_eq!(rules(&report), ["A2T-L005", "A2T-L006"]);
    assert_eq!(report.wire(), Verdict::Breaking);
    let gone = report.changes().iter().find(|f| f.rule.id() == "A2T-L006").unwrap();
    assert_eq!((gone.path.as_str(), &gone.old), ("versions[1]", &json!(1)));
    assert!(gone.hint.contains(": restore version 1, or record"));
    let retired = History { versions: &after, retired: &[1] };
    assert_eq!(rules(&history(&before).diff(&retired, Profile::Default)), Vec::<&str>::new());
}

#[test]
fn a_pointer_to_no_version_dangles() {
    let versions = [signature(1, 1, 9), signature(2, 4, 9)];
    let report = history(&versions).check(Profile::Default);
    assert_eq!(rules(&report), ["A2T-L007", "A2T-O201"]);
    let dangling = &report.changes()[0];
    assert_eq!((dangling.path.as_str(), &dangling.new), ("versions[2].currentVersion", &json!(4)));
    let clean = [signature(1, 1, 9)];
    let report = history(&clean).diff(&history(&versions), Profile::Default);
    assert!(rules(&report).contains(&"A2T-L007"));
}

#[test]
fn a_pointer_that_moves_back_is_noted_once() {
    let before = [signature(1, 2, 9), signature(2, 2, 9)];
    let after = [signature(1, 1, 9), signature(2, 1, 9)];
    let report = history(&before).diff(&history(&after), Profile::Default);
    assert_eq!(rules(&report), ["A2T-L008"]);
    assert_eq!(report.changes().len(), 1);
    assert!(!report.has_errors());
}

#[test]
fn the_pointer_may_move_on_without_a_finding() {
    let before = [signature(1, 1, 9)];
    let after = [signature(1, 2, 9), signature(2, 2, 9)];
    let report = history(&before).diff(&history(&after), Profile::Default);
    assert_eq!(rules(&report), ["A2T-O201"]);
}

#[test]
fn a_new_version_is_compared_with_versions_that_are_gone_too() {
    let before = [signature(1, 1, 9)];
    let after = [signature(2, 2, 6)];
    let report = history(&before).diff(&history(&after), Profile::Default);
    assert_eq!(rules(&report), ["A2T-I112", "A2T-L005", "A2T-L006", "A2T-O201"]);
}

#[test]
fn an_edit_of_a_version_in_place_is_found_in_the_later_list() {
    let before = [signature(1, 1, 9)];
    let after = [signature(1, 1, 12)];
    let report = history(&before).diff(&history(&after), Profile::Default);
    assert_eq!(rules(&report), ["A2T-I113", "A2T-L002"]);
}

#[test]
fn a_record_that_was_edited_differs_from_its_reviewed_copy() {
    let reviewed = [signature(1, 1, 9), signature(2, 2, 9)];
    let ours = [signature(1, 2, 6)];
    let report = history(&ours).against(&history(&reviewed), Profile::Default);
    assert_eq!(rules(&report), ["A2T-I112", "A2T-L006", "A2T-L010"]);
    let same = history(&reviewed).against(&history(&reviewed), Profile::Default);
    assert_eq!(rules(&same), Vec::<&str>::new());
}

#[test]
fn a_reworded_or_reordered_record_differs_too() {
    let reviewed = [signature(2, 2, 9)];
    let mut reworded = reviewed.clone();
    reworded[0].description = "Books.".into();
    let report = history(&reworded).against(&history(&reviewed), Profile::Default);
    assert_eq!(rules(&report), ["A2T-L010", "A2T-M302"]);
    let mut reordered = reviewed.clone();
    reordered[0].output_parameters.to_mut().reverse();
    let report = history(&reordered).against(&history(&reviewed), Profile::Default);
    assert_eq!(rules(&report), ["A2T-L010", "A2T-O209"]);
}

fn documents(versions: &[ToolSignature]) -> Vec<Value> {
    let document = |version| serde_json::to_value(version).unwrap();
    versions.iter().map(document).collect()
}

#[test]
fn lists_of_documents_are_checked_as_lists_of_signatures_are() {
    let states = [
        vec![],
        vec![signature(1, 1, 9)],
        vec![signature(1, 2, 9), signature(2, 2, 9)],
        vec![signature(2, 2, 12)],
        vec![signature(3, 3, 6), signature(1, 3, 9), signature(2, 3, 12)],
        vec![signature(2, 1, 9), signature(4, 4, 12)],
    ];
    for (old, new) in states.iter().flat_map(|old| states.iter().map(move |new| (old, new))) {
        let signatures = history(old).diff(&history(new), Profile::Default);
        let read = diff_lists(&documents(old), &documents(new), Profile::Default).unwrap();
        let missed: Vec<_> =
            signatures.changes().iter().filter(|change| !read.changes().contains(change)).collect();
        assert!(missed.is_empty(), "{missed:#?}");
    }
}

#[test]
fn a_version_below_one_that_is_out_goes_backwards_and_is_held_to_the_later_one() {
    let (before, after) = ([signature(2, 2, 6)], [signature(1, 2, 9), signature(2, 2, 6)]);
    let report = diff_lists(&documents(&before), &documents(&after), Profile::Default).unwrap();
    assert_eq!(rules(&report), ["A2T-I112", "A2T-L004", "A2T-O201"]);
    let late = &report.changes()[0];
    assert_eq!((late.path.as_str(), &late.old, &late.new), ("versions[1]", &json!(2), &json!(1)));
    let same = history(&before).diff(&history(&after), Profile::Default);
    assert_eq!(rules(&same), ["A2T-L004"]);
}

#[test]
fn what_is_wrong_with_the_first_document_of_a_list_is_found() {
    let mut document = documents(&[signature(1, 1, 9)]).remove(0);
    document["nullable"] = json!(true);
    let list = [document];
    for old in [&[][..], &list] {
        let report = diff_lists(old, &list, Profile::Default).unwrap();
        assert_eq!(rules(&report), ["A2T-W409"]);
    }
    let unreadable = diff_lists(&list, &[json!({})], Profile::Default).unwrap_err();
    assert_eq!(unreadable.document, 1);
}

/// A document is compared with itself only if there is no other to report its mistakes with.
#[test]
fn what_is_wrong_with_a_new_version_is_reported_as_a_change_from_an_old_one() {
    let [v1, v2] = [1, 2].map(|version| serde_json::to_value(signature(version, 2, 9)).unwrap());
    let mut wrong = v2.clone();
    wrong["input_parameters"][0]["type"] = json!("float");
    for (old, new, versions) in [
        (vec![v1.clone()], vec![wrong.clone()], (1, 2)),
        (vec![v1.clone()], vec![v1.clone(), wrong.clone()], (1, 2)),
        (vec![], vec![wrong], (2, 2)),
    ] {
        let report = diff_lists(&old, &new, Profile::Default).unwrap();
        let mut unknown = report.changes().iter();
        let unknown = unknown.find(|f| f.rule.id() == "A2T-W408").unwrap();
        assert_eq!(unknown.versions, Some(versions));
    }
}
