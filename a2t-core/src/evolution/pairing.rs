//! Partners among the parameters of two signatures: by id, leftovers by name.

use super::change::{Change, Quoted, Side};
use super::inputs::{self, KeptInput};
use super::outputs::{self, KeptOutput};
use super::rule::Rule;
use crate::signature::{InputParameter, OutputParameter};

pub(super) trait Parameter: Sized {
    const SIDE: Side;
    const REORDERED: Rule;

    fn id(&self) -> &str;
    fn name(&self) -> &str;
    fn quoted(all: &[Self]) -> Quoted<'_>;
    fn kept<'a>(&'a self, new: &'a Self, among: &'a [Self]) -> Vec<Change<'a>>;
    fn removed<'a>(&'a self, new: &'a [Self]) -> Option<Change<'a>>;
    fn added(&self) -> Option<Change<'_>>;
}

impl Parameter for InputParameter {
    const SIDE: Side = Side::Inputs;
    const REORDERED: Rule = Rule::InputsReordered;

    fn id(&self) -> &str {
        &self.id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn quoted(all: &[Self]) -> Quoted<'_> {
        Quoted::Inputs(all)
    }

    fn kept<'a>(&'a self, new: &'a Self, among: &'a [Self]) -> Vec<Change<'a>> {
        let kept = KeptInput { old: self, new, among, text: true };
        super::change::collect(|step| kept.next(step))
    }

    fn removed<'a>(&'a self, new: &'a [Self]) -> Option<Change<'a>> {
        inputs::removed(self, new).change()
    }

    fn added(&self) -> Option<Change<'_>> {
        inputs::added(self).change()
    }
}

impl Parameter for OutputParameter {
    const SIDE: Side = Side::Outputs;
    const REORDERED: Rule = Rule::OutputsReordered;

    fn id(&self) -> &str {
        &self.id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn quoted(all: &[Self]) -> Quoted<'_> {
        Quoted::Outputs(all)
    }

    fn kept<'a>(&'a self, new: &'a Self, _: &'a [Self]) -> Vec<Change<'a>> {
        let kept = KeptOutput { old: self, new, text: true };
        super::change::collect(|step| kept.next(step))
    }

    fn removed<'a>(&'a self, _: &'a [Self]) -> Option<Change<'a>> {
        outputs::removed(self).change()
    }

    fn added(&self) -> Option<Change<'_>> {
        outputs::added(self).change()
    }
}

/// The position in `to` of the parameter that `from` has at `index`; ids are looked for first where
/// they are likely to be.
pub(super) fn partner<P: Parameter>(from: &[P], index: usize, to: &[P]) -> Option<usize> {
    let wanted = from.get(index)?;
    let stray = |(at, other): (usize, &P)| {
        other.name() == wanted.name() && with_id(from, other.id(), at).is_none()
    };
    with_id(to, wanted.id(), index).or_else(|| to.iter().enumerate().position(stray))
}

fn with_id<P: Parameter>(parameters: &[P], id: &str, likely: usize) -> Option<usize> {
    let is_there = parameters.get(likely).is_some_and(|parameter| parameter.id() == id);
    let anywhere = || parameters.iter().position(|parameter| parameter.id() == id);
    is_there.then_some(likely).or_else(anywhere)
}

/// The name of another parameter that collides in generated code with the added one at `index`; of
/// two added ones the later collides.
pub(super) fn collision<'a, P: Parameter>(
    old: &[P],
    new: &'a [P],
    index: usize,
) -> Option<&'a str> {
    let added = new.get(index)?.name();
    let collides = |other: usize, name: &str| {
        let counts = other < index || other > index && partner(new, other, old).is_some();
        counts && name != added && same_identifier(name, added)
    };
    let mut others = new.iter().map(Parameter::name).enumerate();
    others.find_map(|(other, name)| collides(other, name).then_some(name))
}

/// Names that differ on the wire but become one Rust identifier: case and separators are lost there.
fn same_identifier(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (words(a), words(b));
    loop {
        match (a.next(), b.next()) {
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) => {}
            (None, None) => return true,
            _ => return false,
        }
    }
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    let words = name.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_collide_over_case_and_separators_only() {
        for (a, b) in [("origin", "Origin"), ("max-stops", "max_stops"), ("a b ", "a--b")] {
            assert!(same_identifier(a, b), "{a} {b}");
        }
        for (a, b) in [("maxstops", "max_stops"), ("a", "b"), ("a", "ab"), ("ab", "a")] {
            assert!(!same_identifier(a, b), "{a} {b}");
        }
    }
}
