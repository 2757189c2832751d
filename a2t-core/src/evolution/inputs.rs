//! One input in two signatures: callers of the earlier must be able to go on as they were.

use super::change::{Member, Path, Quoted, Side, Step};
use super::rule::Rule;
use super::text::{as_slice, as_str, same};
use super::values::Values;
use super::witness::{Range, Sample, Witness, above, below, by_name, longer, taken};
use crate::signature::{AllowedValue, InputParameter, InputType, Text};

pub(super) struct KeptInput<'a> {
    pub(super) old: &'a InputParameter,
    pub(super) new: &'a InputParameter,
    pub(super) among: &'a [InputParameter],
    pub(super) text: bool,
}

/// Step that compares `required`; those before it compare id and name.
pub(super) const REQUIRED: usize = 2;
/// First of the steps that compare the types.
const TYPE: usize = 5;

impl<'a> KeptInput<'a> {
    pub(super) const fn next(&self, step: &mut usize) -> Step<'a> {
        loop {
            match self.step(*step) {
                Step::Same => *step += 1,
                found @ (Step::Changed(_) | Step::End) => return found,
            }
        }
    }

    const fn step(&self, step: usize) -> Step<'a> {
        let InputParameter { id, name, kind, description, required, format } = self.old;
        match step {
            0 => self.id(as_str(id)),
            1 => self.name(as_str(name)),
            REQUIRED => self.required(*required),
            3 => self.description(as_str(description)),
            4 => self.format(format.as_ref()),
            _ => self.kind(kind, step.saturating_sub(TYPE)),
        }
    }

    const fn at(&self, member: Member) -> Path<'a> {
        Path::Member(Side::Inputs, as_str(&self.old.id), member)
    }

    const fn sends(&self, sample: Option<Sample<'a>>) -> Option<Witness<'a>> {
        match sample {
            Some(sample) => Some(Witness::Sends(as_str(&self.old.name), sample)),
            None => None,
        }
    }

    const fn id(&self, old: &'a str) -> Step<'a> {
        let new = as_str(&self.new.id);
        if same(old, new) {
            return Step::Same;
        }
        let (from, to) = (Quoted::Text(old), Quoted::Text(new));
        Step::changed(Rule::InputIdChanged, self.at(Member::Id), from, to)
            .witnessed(Some(Witness::Id(old)))
    }

    const fn name(&self, old: &'a str) -> Step<'a> {
        let new = as_str(&self.new.name);
        if same(old, new) {
            return Step::Same;
        }
        let (from, to) = (Quoted::Text(old), Quoted::Text(new));
        Step::changed(Rule::InputRenamed, self.at(Member::Name), from, to)
            .witnessed(by_name(self.old, self.among))
    }

    const fn required(&self, old: bool) -> Step<'a> {
        let (rule, witness) = match (old, self.new.required) {
            (true, true) | (false, false) => return Step::Same,
            (true, false) => (Rule::InputBecameOptional, None),
            (false, true) => {
                (Rule::InputBecameRequired, Some(Witness::Without(as_str(&self.old.name))))
            }
        };
        let (from, to) = (Quoted::Boolean(old), Quoted::Boolean(self.new.required));
        Step::changed(rule, self.at(Member::Required), from, to).witnessed(witness)
    }

    const fn description(&self, old: &'a str) -> Step<'a> {
        let new = as_str(&self.new.description);
        if !self.text || same(old, new) {
            return Step::Same;
        }
        let (from, to) = (Quoted::Text(old), Quoted::Text(new));
        let path = self.at(Member::Description);
        Step::changed(Rule::InputDescriptionChanged, path, from, to)
    }

    /// Adds a change of the format, unless the type changed, which already reports it.
    const fn format(&self, old: Option<&'a Text>) -> Step<'a> {
        let (InputType::String { .. }, InputType::String { .. }) = (&self.old.kind, &self.new.kind)
        else {
            return Step::Same;
        };
        let rule = match (old, &self.new.format) {
            (None, None) => return Step::Same,
            (Some(old), Some(new)) if same(as_str(old), as_str(new)) => return Step::Same,
            (Some(_), Some(_)) => Rule::InputFormatChanged,
            (None, Some(_)) => Rule::InputFormatAdded,
            (Some(_), None) => Rule::InputFormatRemoved,
        };
        let (from, to) = (text(old), text(self.new.format.as_ref()));
        Step::changed(rule, self.at(Member::Format), from, to)
    }

    const fn kind(&self, old: &'a InputType, step: usize) -> Step<'a> {
        use InputType::{Enum, Int, String};
        match (old, &self.new.kind) {
            (String { max_length: old }, String { max_length: new }) => match step {
                0 => self.max_length(*old, *new),
                _ => Step::End,
            },
            (Int { min, max }, Int { min: new_min, max: new_max }) => match step {
                0 => self.min(Range { min: *min, max: *max }, *new_min),
                1 => self.max(Range { min: *min, max: *max }, *new_max),
                _ => Step::End,
            },
            (Enum { allowed_values: old }, Enum { allowed_values: new }) => {
                self.values(as_slice(old), as_slice(new), step)
            }
            // A type without constraints.
            (old, new) if same(old.name(), new.name()) => Step::End,
            (old, String { max_length }) if same(old.json_type(), "string") => match step {
                0 => self.text_to_string(old, *max_length),
                _ => Step::End,
            },
            _ => match step {
                0 => self.retyped(Rule::InputTypeChanged, self.sends(taken(old))),
                _ => Step::End,
            },
        }
    }

    const fn retyped(&self, rule: Rule, witness: Option<Witness<'a>>) -> Step<'a> {
        let old = Quoted::Type(self.old.kind.name());
        let new = Quoted::Type(self.new.kind.name());
        Step::changed(rule, self.at(Member::Type), old, new).witnessed(witness)
    }

    /// A string with room for each value takes every value that the earlier type took.
    const fn text_to_string(&self, old: &'a InputType, limit: Option<u64>) -> Step<'a> {
        match longer(old, limit) {
            Some(value) => self.retyped(Rule::InputTypeChanged, self.sends(Some(value))),
            None => self.retyped(Rule::InputTypeWidened, None),
        }
    }

    const fn max_length(&self, old: Option<u64>, new: Option<u64>) -> Step<'a> {
        let (rule, witness) = match (old, new) {
            (None, None) => return Step::Same,
            (Some(old), Some(new)) if old == new => return Step::Same,
            (Some(old), Some(new)) if old < new => (Rule::InputMaxLengthRaised, None),
            (Some(_), None) => (Rule::InputMaxLengthRaised, None),
            (Some(_) | None, Some(new)) => {
                let sample = Sample::Letters(new.saturating_add(1));
                (Rule::InputMaxLengthLowered, self.sends(Some(sample)))
            }
        };
        let (from, to) = (length(old), length(new));
        Step::changed(rule, self.at(Member::MaxLength), from, to).witnessed(witness)
    }

    const fn min(&self, range: Range, new: Option<i64>) -> Step<'a> {
        let (rule, witness) = match (range.min, new) {
            (None, None) => return Step::Same,
            (Some(old), Some(new)) if old == new => return Step::Same,
            (Some(old), Some(new)) if old > new => (Rule::InputMinLowered, None),
            (Some(_), None) => (Rule::InputMinLowered, None),
            (Some(_) | None, Some(new)) => (Rule::InputMinRaised, self.sends(below(range, new))),
        };
        let (from, to) = (bound(range.min), bound(new));
        Step::changed(rule, self.at(Member::Min), from, to).witnessed(witness)
    }

    const fn max(&self, range: Range, new: i64) -> Step<'a> {
        let old = range.max;
        if old == new {
            return Step::Same;
        }
        let (rule, witness) = if old < new {
            (Rule::InputMaxRaised, None)
        } else {
            (Rule::InputMaxLowered, self.sends(above(range, new)))
        };
        let (from, to) = (Quoted::Integer(old), Quoted::Integer(new));
        Step::changed(rule, self.at(Member::Max), from, to).witnessed(witness)
    }

    const fn values(
        &self,
        old: &'a [AllowedValue],
        new: &'a [AllowedValue],
        step: usize,
    ) -> Step<'a> {
        let values = Values {
            side: Side::Inputs,
            id: as_str(&self.old.id),
            name: as_str(&self.old.name),
            old,
            new,
            text: self.text,
        };
        values.step(step)
    }
}

pub(super) const fn removed<'a>(old: &'a InputParameter, new: &'a [InputParameter]) -> Step<'a> {
    let path = Path::Parameter(Side::Inputs, as_str(&old.id));
    Step::changed(Rule::InputRemoved, path, Quoted::Input(old), Quoted::Absent)
        .witnessed(by_name(old, new))
}

pub(super) const fn added(new: &InputParameter) -> Step<'_> {
    let (rule, witness) = if new.required {
        let without = Witness::Without(as_str(&new.name));
        (Rule::InputAddedRequired, Some(without))
    } else {
        (Rule::InputAddedOptional, None)
    };
    let path = Path::Parameter(Side::Inputs, as_str(&new.id));
    Step::changed(rule, path, Quoted::Absent, Quoted::Input(new)).witnessed(witness)
}

const fn text(text: Option<&Text>) -> Quoted<'_> {
    match text {
        Some(text) => Quoted::Text(as_str(text)),
        None => Quoted::Absent,
    }
}

const fn bound<'a>(bound: Option<i64>) -> Quoted<'a> {
    match bound {
        Some(bound) => Quoted::Integer(bound),
        None => Quoted::Absent,
    }
}

const fn length<'a>(length: Option<u64>) -> Quoted<'a> {
    match length {
        Some(length) => Quoted::Length(length),
        None => Quoted::Absent,
    }
}
