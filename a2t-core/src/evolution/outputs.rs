//! One output in two signatures: readers of the earlier must be prepared for what the later gives.

use super::change::{Member, Path, Quoted, Side, Step};
use super::rule::Rule;
use super::scalars::{beyond_scalar, beyond_shape};
use super::shape_path::ShapePath;
use super::shapes::{Of, Shapes};
use super::text::{as_slice, as_str, same};
use super::values::Values;
use super::witness::{Sample, Witness, given};
use crate::signature::{AllowedValue, JsonShape, OutputParameter, OutputType};

pub(super) struct KeptOutput<'a> {
    pub(super) old: &'a OutputParameter,
    pub(super) new: &'a OutputParameter,
    pub(super) text: bool,
}

const ANY: &JsonShape = &JsonShape::Any;

/// First of the steps that compare the types.
const TYPE: usize = 3;

impl<'a> KeptOutput<'a> {
    pub(super) const fn next(&self, step: &mut usize) -> Step<'a> {
        loop {
            match self.step(*step) {
                Step::Same => *step += 1,
                found @ (Step::Changed(_) | Step::End) => return found,
            }
        }
    }

    const fn step(&self, step: usize) -> Step<'a> {
        let OutputParameter { id, name, kind, description } = self.old;
        match step {
            0 => self.id(as_str(id)),
            1 => self.name(as_str(name)),
            2 => self.description(as_str(description)),
            _ => self.kind(kind, step.saturating_sub(TYPE)),
        }
    }

    const fn at(&self, member: Member) -> Path<'a> {
        Path::Member(Side::Outputs, as_str(&self.old.id), member)
    }

    const fn id(&self, old: &'a str) -> Step<'a> {
        let new = as_str(&self.new.id);
        if same(old, new) {
            return Step::Same;
        }
        let (from, to) = (Quoted::Text(old), Quoted::Text(new));
        Step::changed(Rule::OutputIdChanged, self.at(Member::Id), from, to)
            .witnessed(Some(Witness::Id(old)))
    }

    const fn name(&self, old: &'a str) -> Step<'a> {
        let new = as_str(&self.new.name);
        if same(old, new) {
            return Step::Same;
        }
        let (from, to) = (Quoted::Text(old), Quoted::Text(new));
        Step::changed(Rule::OutputRenamed, self.at(Member::Name), from, to)
            .witnessed(Some(Witness::Lacks(old)))
    }

    const fn description(&self, old: &'a str) -> Step<'a> {
        let new = as_str(&self.new.description);
        if !self.text || same(old, new) {
            return Step::Same;
        }
        let (from, to) = (Quoted::Text(old), Quoted::Text(new));
        let path = self.at(Member::Description);
        Step::changed(Rule::OutputDescriptionChanged, path, from, to)
    }

    const fn kind(&self, old: &'a OutputType, step: usize) -> Step<'a> {
        use OutputType::{Boolean, Described, Enum, Int, Json, String};
        match (old, &self.new.kind) {
            (String, String) | (Int, Int) | (Boolean, Boolean) | (Json, Json) => Step::End,
            (Enum { allowed_values: old }, Enum { allowed_values: new }) => {
                self.enums(as_slice(old), as_slice(new), step)
            }
            (Described { shape: old }, Described { shape: new }) => {
                self.shapes(old.get(), new.get(), step)
            }
            (Json, Described { shape }) => self.shapes(ANY, shape.get(), step),
            (Described { shape }, Json) => self.shapes(shape.get(), ANY, step),
            (Json, String | Int | Boolean | Enum { .. }) | (String, Enum { .. }) => {
                self.retyped(Rule::OutputTypeNarrowed, None, step)
            }
            (String | Int | Boolean | Enum { .. }, Json) => self.widened(Sample::Null, step),
            (Described { shape }, String | Int | Boolean | Enum { .. }) => {
                self.undescribed(shape.get(), step)
            }
            (String | Int | Boolean | Enum { .. }, Described { shape }) => {
                self.described(shape.get(), step)
            }
            (Enum { allowed_values }, String) => match as_slice(allowed_values) {
                [] => self.retyped(Rule::OutputTypeNarrowed, None, step),
                [_, ..] => self.widened(Sample::Text("x"), step),
            },
            (String, Int | Boolean)
            | (Int, String | Boolean | Enum { .. })
            | (Boolean, String | Int | Enum { .. })
            | (Enum { .. }, Int | Boolean) => {
                let sample = given(&self.new.kind);
                let witness = Witness::Returns(as_str(&self.new.name), sample);
                self.retyped(Rule::OutputTypeChanged, Some(witness), step)
            }
        }
    }

    const fn undescribed(&self, old: &'a JsonShape, step: usize) -> Step<'a> {
        match beyond_shape(old, &self.new.kind) {
            None => self.retyped(Rule::OutputTypeNarrowed, None, step),
            Some(sample) => {
                let witness = Witness::Returns(as_str(&self.new.name), sample);
                self.retyped(Rule::OutputTypeChanged, Some(witness), step)
            }
        }
    }

    const fn described(&self, shape: &'a JsonShape, step: usize) -> Step<'a> {
        match beyond_scalar(&self.old.kind, shape) {
            None => self.retyped(Rule::OutputTypeNarrowed, None, step),
            Some(shows) => {
                let (output, location) = (as_str(&self.new.name), ShapePath::ROOT);
                let witness = Witness::Shape { output, shape, location, shows };
                self.retyped(Rule::OutputTypeWidened, Some(witness), step)
            }
        }
    }

    const fn shapes(&self, old: &'a JsonShape, new: &'a JsonShape, step: usize) -> Step<'a> {
        let (id, name) = (as_str(&self.old.id), as_str(&self.new.name));
        let walk = Shapes { of: Of::Output { id, name, new }, text: self.text, left: step };
        match walk.change(old, new) {
            Some(change) => Step::Changed(change),
            None => Step::End,
        }
    }

    /// An enum without choices is any string (spec note AMB-23).
    const fn enums(
        &self,
        old: &'a [AllowedValue],
        new: &'a [AllowedValue],
        step: usize,
    ) -> Step<'a> {
        match (old, new) {
            ([], []) => Step::End,
            ([], [_, ..]) => self.relisted(Rule::OutputTypeNarrowed, None, step),
            ([_, ..], []) => {
                let witness = Witness::Returns(as_str(&self.new.name), Sample::Text("x"));
                self.relisted(Rule::OutputTypeWidened, Some(witness), step)
            }
            ([_, ..], [_, ..]) => {
                let values = Values {
                    side: Side::Outputs,
                    id: as_str(&self.old.id),
                    name: as_str(&self.new.name),
                    old,
                    new,
                    text: self.text,
                };
                values.step(step)
            }
        }
    }

    const fn widened(&self, sample: Sample<'a>, step: usize) -> Step<'a> {
        let witness = Witness::Returns(as_str(&self.new.name), sample);
        self.retyped(Rule::OutputTypeWidened, Some(witness), step)
    }

    const fn retyped(&self, rule: Rule, witness: Option<Witness<'a>>, step: usize) -> Step<'a> {
        if step > 0 {
            return Step::End;
        }
        let old = Quoted::Type(self.old.kind.name());
        let new = Quoted::Type(self.new.kind.name());
        Step::changed(rule, self.at(Member::Type), old, new).witnessed(witness)
    }

    const fn relisted(&self, rule: Rule, witness: Option<Witness<'a>>, step: usize) -> Step<'a> {
        if step > 0 {
            return Step::End;
        }
        let (old, new) = (choices(&self.old.kind), choices(&self.new.kind));
        Step::changed(rule, self.at(Member::AllowedValues), old, new).witnessed(witness)
    }
}

pub(super) const fn removed(old: &OutputParameter) -> Step<'_> {
    let path = Path::Parameter(Side::Outputs, as_str(&old.id));
    Step::changed(Rule::OutputRemoved, path, Quoted::Output(old), Quoted::Absent)
        .witnessed(Some(Witness::Lacks(as_str(&old.name))))
}

pub(super) const fn added(new: &OutputParameter) -> Step<'_> {
    let path = Path::Parameter(Side::Outputs, as_str(&new.id));
    Step::changed(Rule::OutputAdded, path, Quoted::Absent, Quoted::Output(new))
}

const fn choices(kind: &OutputType) -> Quoted<'_> {
    match kind {
        OutputType::Enum { allowed_values } => match as_slice(allowed_values) {
            [] => Quoted::Absent,
            values => Quoted::AllowedValues(values),
        },
        OutputType::String
        | OutputType::Int
        | OutputType::Boolean
        | OutputType::Json
        | OutputType::Described { .. } => Quoted::Absent,
    }
}
