//! The walk over two signatures: every change, in the order of the document.

use super::change::{Change, Member, Path, Quoted};
use super::errors;
use super::pairing::{Parameter, collision, partner};
use super::preconditions;
use super::rule::{Class, Rule};
use super::tool;
use crate::signature::ToolSignature;

/// Returns every change from one signature to another, in the order of the document.
///
/// The members of both signatures are compared, never their bytes; a value of a type without a
/// rule does not compile.
///
/// ```
/// # let old = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add",
/// #   "description":"Adds.","version":1,"currentVersion":1}"#).unwrap().signature;
/// use a2t_core::evolution::{Rule, changes};
/// let mut new = old.clone();
/// new.version = 2;
/// let rules: Vec<_> = changes(&old, &new).iter().map(|change| change.rule).collect();
/// assert_eq!(rules, [Rule::VersionWithoutChange]);
/// ```
pub fn changes<'a>(old: &'a ToolSignature, new: &'a ToolSignature) -> Vec<Change<'a>> {
    let mut found = tool::compare(old, new);
    found.extend(preconditions::compare(old, new));
    found.extend(errors::compare(old, new));
    let inputs = parameters(&old.input_parameters, &new.input_parameters);
    let known = preconditions::are_known(old, new);
    found.extend(
        inputs.into_iter().filter(|change| known || !preconditions::is_format(change.rule)),
    );
    found.extend(parameters(&old.output_parameters, &new.output_parameters));
    if old.tool_id == new.tool_id {
        let rules = conclusions(&found, old.version, new.version);
        let (old, new) = (Quoted::Version(old.version), Quoted::Version(new.version));
        let path = Path::Tool(Member::Version);
        found.extend(rules.map(|rule| Change::new(rule, path, old, new)));
    }
    found
}

/// Kept and lost parameters in their old order, then the added ones, then the order of all.
fn parameters<'a, P: Parameter>(old: &'a [P], new: &'a [P]) -> Vec<Change<'a>> {
    let later: Vec<_> = (0..old.len()).map(|index| partner(old, index, new)).collect();
    let mut found = Vec::new();
    for (before, later) in old.iter().zip(&later) {
        match later.and_then(|at| new.get(at)) {
            Some(after) => found.extend(before.kept(after, new)),
            None => found.extend(before.removed(new)),
        }
    }
    for (index, added) in new.iter().enumerate() {
        if partner(new, index, old).is_none() {
            found.extend(added.added());
            found.extend(collision(old, new, index).map(|other| {
                let path = Path::Member(P::SIDE, added.id(), Member::Name);
                let (old, new) = (Quoted::Text(other), Quoted::Text(added.name()));
                Change::new(Rule::IdentifierCollision, path, old, new)
            }));
        }
    }
    if !later.iter().flatten().is_sorted() {
        let (old, new) = (P::quoted(old), P::quoted(new));
        found.push(Change::new(P::REORDERED, Path::Parameters(P::SIDE), old, new));
    }
    found
}

fn conclusions(found: &[Change<'_>], old: u32, new: u32) -> impl Iterator<Item = Rule> + use<> {
    let any = |classes: &[Class]| found.iter().any(|change| classes.contains(&change.rule.class()));
    let edited = old == new;
    let unchanged = old < new && !any(&[Class::Contract, Class::Text, Class::Order]);
    let rules = [
        (Rule::PublishedVersionEdited, edited && any(&[Class::Contract])),
        (Rule::PublishedTextEdited, edited && any(&[Class::Text, Class::Metadata])),
        (Rule::VersionWithoutChange, unchanged),
    ];
    rules.into_iter().filter_map(|(rule, holds)| holds.then_some(rule))
}
