//! Proof of a break: one call that the earlier signature took and the later refuses, or one
//! reply that the later signature gives and a reader of the earlier does not expect.

use serde_json::Value;

use super::shape_path::ShapePath;
use super::text::{as_slice, as_str, item, same, scalars};
use crate::error::Violations;
use crate::invocation::Arguments;
use crate::signature::{
    AllowedValue, InputParameter, InputType, JsonShape, OutputType, ProblemType, Reader, ToolId,
    ToolSignature, check_value,
};

/// Evidence that a change breaks callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness<'a> {
    /// Any call of the tool of this id.
    Tool(ToolId),
    /// A call that leaves out this input.
    Without(&'a str),
    /// A call that gives this input this value.
    Sends(&'a str, Sample<'a>),
    /// A call that gives this input this value, which now means another input.
    Redirected(&'a str, Sample<'a>),
    /// A call whose caller lacks this scope.
    Scopeless(&'a str),
    /// A call without an `Idempotency-Key`.
    Keyless,
    /// A caller that knows the parameter by this id.
    Id(&'a str),
    /// A reply that lacks this output.
    Lacks(&'a str),
    /// A reply that gives this output this value.
    Returns(&'a str, Sample<'a>),
    /// A reply that gives an output of a known shape a value that the earlier shape does not have.
    Shape {
        /// Name of the output.
        output: &'a str,
        /// The later shape of the whole.
        shape: &'a JsonShape,
        /// Location of the value.
        location: ShapePath<'a>,
        /// The value.
        shows: Shows<'a>,
    },
    /// A problem that a reader of the earlier error does not expect.
    Problem {
        /// The tool, of whose id the `type` is made where there is no other.
        tool: ToolId,
        /// The later error.
        error: &'a ProblemType,
        /// Location within its members and the value there; none where the type or the status is
        /// enough.
        member: Option<(ShapePath<'a>, Shows<'a>)>,
    },
}

/// Value at a location within a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows<'a> {
    /// None: the member is not there.
    Lacks,
    /// JSON's `null`.
    Null,
    /// A name.
    Text(&'a str),
    /// A value that this earlier shape does not have.
    Given(&'a JsonShape),
}

/// A value, small enough to be written down where it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample<'a> {
    /// JSON's `null`.
    Null,
    /// `true`.
    True,
    /// An integer.
    Integer(i64),
    /// A text.
    Text(&'a str),
    /// A text of that many characters.
    Letters(u64),
}

/// A value that the input takes; none where its range or its list is empty.
pub(super) const fn taken<'a>(kind: &'a InputType) -> Option<Sample<'a>> {
    match kind {
        InputType::String { max_length: Some(0) } => Some(Sample::Text("")),
        InputType::String { max_length: Some(_) | None } => Some(Sample::Text("x")),
        InputType::Int { min: Some(min), max } if *min > *max => None,
        InputType::Int { min: _, max } => Some(Sample::Integer(*max)),
        InputType::Boolean => Some(Sample::True),
        InputType::Enum { allowed_values } => match as_slice(allowed_values) {
            [first, ..] => Some(Sample::Text(as_str(&first.name))),
            [] => None,
        },
    }
}

/// A value of an output of this type; a value that is no string where the type has any.
pub(super) const fn given<'a>(kind: &'a OutputType) -> Sample<'a> {
    match kind {
        OutputType::String => Sample::Text("x"),
        OutputType::Int => Sample::Integer(0),
        OutputType::Boolean => Sample::True,
        OutputType::Enum { allowed_values } => match as_slice(allowed_values) {
            [first, ..] => Sample::Text(as_str(&first.name)),
            [] => Sample::Text("x"),
        },
        OutputType::Json | OutputType::Described { .. } => Sample::Null,
    }
}

pub(super) const fn by_name<'a>(
    old: &'a InputParameter,
    new: &'a [InputParameter],
) -> Option<Witness<'a>> {
    let name = as_str(&old.name);
    match taken(&old.kind) {
        Some(sample) if is_input(new, name) => Some(Witness::Redirected(name, sample)),
        Some(sample) => Some(Witness::Sends(name, sample)),
        None => None,
    }
}

const fn is_input(mut inputs: &[InputParameter], name: &str) -> bool {
    while let [first, rest @ ..] = inputs {
        if same(as_str(&first.name), name) {
            return true;
        }
        inputs = rest;
    }
    false
}

/// The integers that an input takes.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) min: Option<i64>,
    pub(super) max: i64,
}

pub(super) const fn below(old: Range, new_min: i64) -> Option<Sample<'static>> {
    let Range { min: old_min, max: old_max } = old;
    let Some(below) = new_min.checked_sub(1) else {
        return None;
    };
    let found = match old_min {
        Some(min) => min,
        None if below < old_max => below,
        None => old_max,
    };
    if found <= old_max && found < new_min {
        return Some(Sample::Integer(found));
    }
    None
}

pub(super) const fn above(old: Range, new_max: i64) -> Option<Sample<'static>> {
    let Range { min: old_min, max: old_max } = old;
    match old_min {
        Some(min) if min > old_max => None,
        Some(_) | None if old_max > new_max => Some(Sample::Integer(old_max)),
        Some(_) | None => None,
    }
}

/// A text that the input takes and that is longer than this limit of a string.
pub(super) const fn longer(kind: &InputType, limit: Option<u64>) -> Option<Sample<'_>> {
    let Some(limit) = limit else {
        return None;
    };
    match kind {
        InputType::Enum { allowed_values } => longer_choice(as_slice(allowed_values), limit),
        InputType::String { .. } | InputType::Int { .. } | InputType::Boolean => None,
    }
}

const fn longer_choice(mut values: &[AllowedValue], limit: u64) -> Option<Sample<'_>> {
    while let [first, rest @ ..] = values {
        if scalars(as_str(&first.name)) > limit {
            return Some(Sample::Text(as_str(&first.name)));
        }
        values = rest;
    }
    None
}

/// The position of the choice of this name, looked for first where it is likely to be.
pub(super) const fn position(values: &[AllowedValue], name: &str, likely: usize) -> Option<usize> {
    if let Some(value) = item(values, likely)
        && same(as_str(&value.name), name)
    {
        return Some(likely);
    }
    let mut rest = values;
    let mut index = 0;
    while let [first, tail @ ..] = rest {
        if same(as_str(&first.name), name) {
            return Some(index);
        }
        rest = tail;
        index += 1;
    }
    None
}

pub(super) const LETTERS_MAX: u64 = 100_000;

impl Sample<'_> {
    /// Returns the value itself. A text that is too long is replaced by a text that describes it.
    pub fn to_json(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::True => true.into(),
            Self::Integer(integer) => integer.into(),
            Self::Text(text) => text.into(),
            Self::Letters(count) => match usize::try_from(count.min(LETTERS_MAX)) {
                Ok(few) => "x".repeat(few).into(),
                Err(_) => Value::Null,
            },
        }
    }
}

impl Witness<'_> {
    /// Returns the smallest call of the earlier signature that shows the change: each required
    /// input, and the input concerned. `None` where the change does not concern calls, where the
    /// earlier signature takes no call at all, and where the value is too long to write down.
    pub fn call(self, old: &ToolSignature) -> Option<Arguments> {
        let (name, sample) = match self {
            Self::Without(name) => (name, None),
            Self::Sends(_, Sample::Letters(count)) if count > LETTERS_MAX => return None,
            Self::Sends(name, sample) | Self::Redirected(name, sample) => (name, Some(sample)),
            Self::Tool(_)
            | Self::Scopeless(_)
            | Self::Keyless
            | Self::Id(_)
            | Self::Lacks(_)
            | Self::Returns(..)
            | Self::Shape { .. }
            | Self::Problem { .. } => return None,
        };
        let mut call = Arguments::new();
        for input in old.input_parameters.iter() {
            if input.name == name {
                if let Some(sample) = sample {
                    call.push(name, sample.to_json());
                }
            } else if input.required {
                call.push(&*input.name, taken(&input.kind)?.to_json());
            }
        }
        Some(call)
    }
}

impl Shows<'_> {
    /// The smallest value of `shape` that shows this at a location.
    pub(super) fn within(self, shape: &JsonShape, parts: &[&str]) -> Value {
        let shape = shape.bare();
        let (part, rest) = match parts {
            [] => return self.value(shape),
            [_] if self == Self::Lacks => return shape.smallest(),
            [part, rest @ ..] => (*part, rest),
        };
        if let JsonShape::List { items } = shape {
            return Value::Array(vec![self.within(items, rest)]);
        }
        let mut value = shape.smallest();
        if let (Value::Object(object), Some(member)) = (&mut value, shape.member(part)) {
            object.insert(part.to_owned(), self.within(&member.shape, rest));
        }
        value
    }

    fn value(self, new: &JsonShape) -> Value {
        match self {
            Self::Lacks | Self::Null => Value::Null,
            Self::Text(text) => text.into(),
            Self::Given(old) => {
                let refused = |value: &Value| {
                    let mut found = Violations::default();
                    check_value(old, value, "", Reader::Strict, &mut found);
                    !found.is_empty()
                };
                let tried = [new.smallest(), new.sample(), Value::Null, "text".into()];
                tried.into_iter().find(refused).unwrap_or_default()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_one_value_has_a_witness_and_an_empty_one_has_none() {
        let five = Some(Sample::Integer(5));
        let to_5 = |min| Range { min, max: 5 };
        assert_eq!(above(to_5(Some(5)), 4), five);
        assert_eq!(above(to_5(Some(6)), 4), None);
        assert_eq!(above(to_5(None), 5), None);
        assert_eq!(below(to_5(Some(5)), 6), five);
        assert_eq!(below(to_5(None), 6), five);
        assert_eq!(below(to_5(Some(6)), 9), None);
    }
}
