//! The choices of two enums, compared name by name.

use super::change::{Member, Path, Quoted, Side, Step};
use super::rule::Rule;
use super::text::{as_str, item, same};
use super::witness::{Sample, Witness, position};
use crate::signature::AllowedValue;

pub(super) struct Values<'a> {
    pub(super) side: Side,
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    pub(super) old: &'a [AllowedValue],
    pub(super) new: &'a [AllowedValue],
    pub(super) text: bool,
}

impl<'a> Values<'a> {
    /// First the old choices, then the new ones, then their order.
    pub(super) const fn step(&self, step: usize) -> Step<'a> {
        if let Some(old) = item(self.old, step) {
            return self.old_value(old, step);
        }
        let step = step.saturating_sub(self.old.len());
        if let Some(new) = item(self.new, step) {
            return self.new_value(new, step);
        }
        if step == self.new.len() && self.text {
            return self.order();
        }
        Step::End
    }

    const fn old_value(&self, old: &'a AllowedValue, index: usize) -> Step<'a> {
        let AllowedValue { name, description } = old;
        let name = as_str(name);
        let Some(new) = value_at(self.new, name, index) else {
            return self.removed(name);
        };
        if !self.text || same(as_str(description), as_str(&new.description)) {
            return Step::Same;
        }
        let rule = match self.side {
            Side::Inputs => Rule::InputEnumValueDescriptionChanged,
            Side::Outputs => Rule::OutputEnumValueDescriptionChanged,
        };
        let path = Path::AllowedValueDescription(self.side, self.id, name);
        let old = Quoted::Text(as_str(description));
        Step::changed(rule, path, old, Quoted::Text(as_str(&new.description)))
    }

    const fn removed(&self, value: &'a str) -> Step<'a> {
        let (rule, witness) = match self.side {
            Side::Inputs => {
                (Rule::InputEnumValueRemoved, Some(Witness::Sends(self.name, Sample::Text(value))))
            }
            Side::Outputs => (Rule::OutputEnumValueRemoved, None),
        };
        let path = Path::AllowedValue(self.side, self.id, value);
        Step::changed(rule, path, Quoted::Text(value), Quoted::Absent).witnessed(witness)
    }

    const fn new_value(&self, new: &'a AllowedValue, index: usize) -> Step<'a> {
        let value = as_str(&new.name);
        if position(self.old, value, index).is_some() {
            return Step::Same;
        }
        let (rule, witness) = match self.side {
            Side::Inputs => (Rule::InputEnumValueAdded, None),
            Side::Outputs => {
                (Rule::OutputEnumValueAdded, Some(Witness::Returns(self.name, Sample::Text(value))))
            }
        };
        let path = Path::AllowedValue(self.side, self.id, value);
        Step::changed(rule, path, Quoted::Absent, Quoted::Text(value)).witnessed(witness)
    }

    const fn order(&self) -> Step<'a> {
        if !is_reordered(self.old, self.new) {
            return Step::Same;
        }
        let rule = match self.side {
            Side::Inputs => Rule::InputEnumValuesReordered,
            Side::Outputs => Rule::OutputEnumValuesReordered,
        };
        let path = Path::Member(self.side, self.id, Member::AllowedValues);
        let old = Quoted::AllowedValues(self.old);
        Step::changed(rule, path, old, Quoted::AllowedValues(self.new))
    }
}

/// Returns whether the choices that both have stand in another order.
pub(super) const fn is_reordered(old: &[AllowedValue], new: &[AllowedValue]) -> bool {
    let mut rest = old;
    let mut index = 0;
    let mut last = 0;
    while let [first, tail @ ..] = rest {
        if let Some(at) = position(new, as_str(&first.name), index) {
            if at < last {
                return true;
            }
            last = at;
        }
        rest = tail;
        index += 1;
    }
    false
}

/// The choice of this name, looked for first where it is likely to be.
pub(super) const fn value_at<'a>(
    values: &'a [AllowedValue],
    name: &str,
    likely: usize,
) -> Option<&'a AllowedValue> {
    match position(values, name, likely) {
        Some(at) => item(values, at),
        None => None,
    }
}
