//! Which rules the generated changes meet, and which rule speaks of a change seen from the other end.

use std::collections::BTreeMap;

use a2t_core::evolution::{Profile, Report, Rule, diff_values};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::document::{document, next, pair};
use super::mutate::mutations;

/// Rules that two of the generated documents cannot break, and the test that breaks each.
const OF_LISTS: [(Rule, &str); 3] = [
    (Rule::PublishedVersionMissing, "evolution_history.rs: a_published_version_that_is_gone_…"),
    (Rule::CurrentVersionDangling, "evolution_history.rs: a_pointer_to_no_version_dangles"),
    (Rule::PublishedFileRewritten, "evolution_history.rs: a_record_that_was_edited_…"),
];

/// Returns `true` for rules of errors and preconditions, which do not occur in the documents. `errors.rs`,
/// `errors_properties.rs` and `preconditions.rs` break each of them.
fn of_others(rule: Rule) -> bool {
    use a2t_core::evolution::Class::Preconditions;
    rule.id().starts_with("A2T-E5") || rule.class() == Preconditions
}

/// As often as the rules on the left speak of a change, those on the right speak of its reverse.
const MIRRORS: &[(&[Rule], &[Rule])] = {
    use Rule::*;
    &[
        (&[ToolIdChanged], &[ToolIdChanged]),
        (&[PublishedVersionEdited], &[PublishedVersionEdited]),
        (&[PublishedTextEdited], &[PublishedTextEdited]),
        (&[VersionWithoutChange], &[VersionWithoutChange]),
        (&[InputAddedOptional, InputAddedRequired], &[InputRemoved]),
        (&[InputBecameRequired], &[InputBecameOptional]),
        (&[InputTypeChanged, InputTypeWidened], &[InputTypeChanged, InputTypeWidened]),
        (&[InputIdChanged], &[InputIdChanged]),
        (&[InputRenamed], &[InputRenamed]),
        (&[InputMinRaised], &[InputMinLowered]),
        (&[InputMaxRaised], &[InputMaxLowered]),
        (&[InputMaxLengthRaised], &[InputMaxLengthLowered]),
        (&[InputEnumValueAdded], &[InputEnumValueRemoved]),
        (&[InputDescriptionChanged], &[InputDescriptionChanged]),
        (&[InputEnumValueDescriptionChanged], &[InputEnumValueDescriptionChanged]),
        (&[InputFormatAdded], &[InputFormatRemoved]),
        (&[InputFormatChanged], &[InputFormatChanged]),
        (&[InputsReordered], &[InputsReordered]),
        (&[InputEnumValuesReordered], &[InputEnumValuesReordered]),
        (&[OutputAdded], &[OutputRemoved]),
        // An enum without choices is any text: from it to `string` and back both narrow.
        (
            &[OutputTypeChanged, OutputTypeNarrowed, OutputTypeWidened],
            &[OutputTypeChanged, OutputTypeNarrowed, OutputTypeWidened],
        ),
        (&[OutputIdChanged], &[OutputIdChanged]),
        (&[OutputRenamed], &[OutputRenamed]),
        (&[OutputDescriptionChanged], &[OutputDescriptionChanged]),
        (&[OutputsReordered], &[OutputsReordered]),
        (&[OutputEnumValueAdded], &[OutputEnumValueRemoved]),
        (&[OutputEnumValueDescriptionChanged], &[OutputEnumValueDescriptionChanged]),
        (&[OutputEnumValuesReordered], &[OutputEnumValuesReordered]),
        (&[OutputShapeAdded], &[OutputShapeRemoved]),
        (&[OutputMemberAdded], &[OutputMemberRemoved]),
        (&[OutputMemberBecameOptional], &[OutputMemberBecameRequired]),
        (&[OutputBecameNullable], &[OutputNeverNull]),
        (&[OutputMemberDescriptionChanged], &[OutputMemberDescriptionChanged]),
        (&[ErrorAdded], &[ErrorRemoved]),
        (&[ErrorTypeChanged], &[ErrorTypeChanged]),
        (&[ErrorRenamed], &[ErrorRenamed]),
        (&[ErrorStatusChanged], &[ErrorStatusChanged]),
        (&[ErrorDescriptionChanged], &[ErrorDescriptionChanged]),
        (&[ErrorsReordered], &[ErrorsReordered]),
        (&[ErrorMemberAdded], &[ErrorMemberRemoved]),
        (&[ErrorMemberBecameOptional], &[ErrorMemberBecameRequired]),
        (
            &[ErrorMemberTypeChanged, ErrorMemberTypeNarrowed, ErrorMemberTypeWidened],
            &[ErrorMemberTypeChanged, ErrorMemberTypeNarrowed, ErrorMemberTypeWidened],
        ),
        (&[ErrorMemberShapeAdded], &[ErrorMemberShapeRemoved]),
        (&[ErrorEnumValueAdded], &[ErrorEnumValueRemoved]),
        (&[ErrorMemberBecameNullable], &[ErrorMemberNeverNull]),
        (&[ErrorMemberDescriptionChanged], &[ErrorMemberDescriptionChanged]),
        (&[ErrorEnumValueDescriptionChanged], &[ErrorEnumValueDescriptionChanged]),
        (&[ErrorEnumValuesReordered], &[ErrorEnumValuesReordered]),
        (&[ToolRenamed], &[ToolRenamed]),
        (&[ToolDescriptionChanged], &[ToolDescriptionChanged]),
        (&[TagsChanged], &[TagsChanged]),
        (&[ImgChanged], &[ImgChanged]),
        (&[TitleChanged], &[TitleChanged]),
        // What only reads, and what only adds, is harmless in another way: both ways something is lost.
        (&[HintWithdrawn, HintGiven], &[HintWithdrawn, HintGiven]),
        // If one scope replaces another, one is added in either direction.
        (&[ScopeAdded, ScopeRemoved], &[ScopeAdded, ScopeRemoved]),
        (&[IdempotencyKeyRequired], &[IdempotencyKeyOptional]),
        (&[EmptyRange], &[EmptyRange]),
        (&[EmptyEnum], &[EmptyEnum]),
        (&[ConstraintOnWrongType], &[ConstraintOnWrongType]),
        (&[BadType], &[BadType]),
        (&[UnknownMember], &[UnknownMember]),
        (&[BadMaxLength], &[BadMaxLength]),
    ]
};

/// Rules without a reverse, and why.
const ONE_WAY: &[(Rule, &str)] = &[
    (Rule::DuplicateId, "which of the two was moved cannot be told"),
    (Rule::DuplicateName, "as above"),
    (Rule::DuplicateAllowedValue, "as above"),
    (Rule::VersionWentBackwards, "the test renumbers, so that versions go up in both directions"),
    (Rule::VersionGap, "as above"),
    (Rule::BadVersion, "as above"),
    (Rule::CurrentVersionRolledBack, "the pointer may move forward without a word"),
    (Rule::PublishedVersionMissing, "of lists"),
    (Rule::CurrentVersionDangling, "of lists"),
    (Rule::PublishedFileRewritten, "of lists; only a review distinguishes its two sides"),
    (Rule::IdentifierCollision, "is a matter of the later document alone"),
];

fn numbered(tool: &Value, version: u32) -> Value {
    let mut tool = tool.clone();
    tool["version"] = json!(version);
    tool["currentVersion"] = json!(version);
    tool
}

fn counts(report: &Report) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for change in report.changes() {
        *counts.entry(change.rule.id()).or_default() += 1;
    }
    counts
}

/// What is not mirrored between two documents, as versions of these numbers.
fn unmirrored(one: &Value, two: &Value, versions: (u32, u32)) -> Option<String> {
    let compare = |old: &Value, new: &Value| {
        let (old, new) = (numbered(old, versions.0), numbered(new, versions.1));
        diff_values(&old, &new, Profile::Default).ok().map(|report| counts(&report))
    };
    let (there, back) = (compare(one, two)?, compare(two, one)?);
    // It is not known which of two parameters with one name was moved.
    let twice = [Rule::DuplicateId, Rule::DuplicateName, Rule::DuplicateAllowedValue];
    if twice.iter().any(|rule| there.contains_key(rule.id())) {
        return None;
    }
    let sum = |counts: &BTreeMap<_, usize>, rules: &[Rule]| -> usize {
        rules.iter().filter_map(|rule| counts.get(rule.id())).sum()
    };
    let differs = |(left, right): &&(&[Rule], &[Rule])| {
        sum(&there, left) != sum(&back, right) || sum(&back, left) != sum(&there, right)
    };
    let (left, right) = MIRRORS.iter().find(differs)?;
    Some(format!("{left:?} and {right:?}: {there:?} there, {back:?} back"))
}

proptest! {
    #[test]
    fn what_is_said_of_a_change_is_said_of_its_reverse((old, new) in pair()) {
        for versions in [(1, 1), (1, 2)] {
            prop_assert_eq!(unmirrored(&old, &new, versions), None);
        }
    }
}

#[test]
fn every_mutation_is_seen_from_both_ends() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..8 {
        let tool = document().new_tree(&mut runner).unwrap().current();
        for (pointer, other) in mutations(&tool) {
            for versions in [(1, 1), (1, 2)] {
                assert_eq!(unmirrored(&tool, &other, versions), None, "{pointer} in {tool}");
            }
        }
    }
}

#[test]
fn every_rule_has_its_reverse_or_a_reason() {
    for rule in Rule::ALL {
        let mirrored =
            MIRRORS.iter().any(|(left, right)| left.contains(rule) || right.contains(rule));
        let waived = ONE_WAY.iter().any(|(one, _)| one == rule);
        assert!(mirrored != waived, "{rule}");
    }
}

#[test]
fn every_rule_is_met_by_some_generated_change() {
    let mut runner = TestRunner::deterministic();
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    let mut meet = |old: &Value, new: &Value| {
        if let Ok(report) = diff_values(old, new, Profile::Default) {
            counts(&report)
                .into_iter()
                .for_each(|(rule, count)| *met.entry(rule).or_default() += count);
        }
    };
    for _ in 0..1_500 {
        let (old, new) = pair().new_tree(&mut runner).unwrap().current();
        meet(&old, &new);
    }
    for _ in 0..8 {
        let tool = document().new_tree(&mut runner).unwrap().current();
        for (_, other) in mutations(&tool) {
            meet(&tool, &other);
            meet(&tool, &numbered(&other, 2));
            meet(&next(other), &tool);
        }
    }
    let tool = next(document().new_tree(&mut runner).unwrap().current());
    let mut back = tool.clone();
    back["currentVersion"] = json!(1);
    meet(&tool, &back);
    for rule in Rule::ALL {
        let of_lists = OF_LISTS.iter().any(|(one, _)| one == rule) || of_others(*rule);
        assert_eq!(!met.contains_key(rule.id()), of_lists, "{rule} {}: {met:?}", rule.slug());
    }
}
