//! Compares what a call needs in addition to its inputs: a later signature must not need more.

use super::change::{Change, Member, Path, Quoted};
use super::rule::Rule;
use super::witness::Witness;
use crate::signature::{Preconditions, REQUIRED, Text, ToolSignature};

pub(super) fn compare<'a>(old: &'a ToolSignature, new: &'a ToolSignature) -> Vec<Change<'a>> {
    let (Some(before), Some(now)) = (&old.preconditions, &new.preconditions) else {
        return Vec::new();
    };
    let Preconditions { scopes, key_required } = before;
    scopes_of(scopes, &now.scopes).into_iter().chain(key(*key_required, now.key_required)).collect()
}

/// Returns `true` if both signatures state what a call needs and what it does. Published files of earlier releases
/// state neither.
pub(super) fn are_known(old: &ToolSignature, new: &ToolSignature) -> bool {
    old.preconditions.is_some() && new.preconditions.is_some()
}

/// Returns `true` for the rules about the formats of texts, which are known where preconditions are known.
pub(super) const fn is_format(rule: Rule) -> bool {
    matches!(rule, Rule::InputFormatAdded | Rule::InputFormatRemoved | Rule::InputFormatChanged)
}

fn scopes_of<'a>(old: &'a [Text], new: &'a [Text]) -> Option<Change<'a>> {
    let path = Path::Precondition(Member::Scopes);
    let changed = |rule| Change::new(rule, path, quoted(old), quoted(new));
    match new.iter().find(|scope| !old.contains(scope)) {
        Some(scope) => {
            let witness = Some(Witness::Scopeless(scope));
            Some(Change { witness, ..changed(Rule::ScopeAdded) })
        }
        None => (old.len() != new.len()).then(|| changed(Rule::ScopeRemoved)),
    }
}

fn quoted(scopes: &[Text]) -> Quoted<'_> {
    if scopes.is_empty() { Quoted::Absent } else { Quoted::Scopes(scopes) }
}

fn key<'a>(old: bool, new: bool) -> Option<Change<'a>> {
    let path = Path::Precondition(Member::IdempotencyKey);
    let (absent, required) = (Quoted::Absent, Quoted::Text(REQUIRED));
    match (old, new) {
        (false, true) => {
            let change = Change::new(Rule::IdempotencyKeyRequired, path, absent, required);
            Some(Change { witness: Some(Witness::Keyless), ..change })
        }
        (true, false) => Some(Change::new(Rule::IdempotencyKeyOptional, path, required, absent)),
        (true, true) | (false, false) => None,
    }
}
