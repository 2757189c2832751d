//! Values of inputs, the rules that they obey, and samples of both for tests.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::error::Code;
use crate::signature::{AllowedValue, Constraints, InputType, integer};

/// A checked value: of the declared type, inside its constraints. An `enum` is a `String`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar<'a> {
    /// A string, or the name of an allowed value.
    String(Cow<'a, str>),
    /// An integer.
    Int(i64),
    /// `true` or `false`.
    Boolean(bool),
}

impl<'a> Scalar<'a> {
    /// The value that is neither a list nor an object, a fraction or `null`; an integer may be
    /// written `80.0` (spec note AMB-24).
    #[inline]
    pub(super) fn from_json(value: &'a Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::String(Cow::Borrowed(text))),
            Value::Number(number) => integer(number).map(Self::Int),
            Value::Bool(value) => Some(Self::Boolean(*value)),
            _ => None,
        }
    }

    /// Returns whether an input of this type accepts the value.
    ///
    /// ```
    /// use a2t_core::InputType;
    /// use a2t_core::invocation::Scalar;
    ///
    /// let hour = InputType::Int { min: Some(0), max: 23 };
    /// assert!(Scalar::Int(12).fits(&hour));
    /// assert!(!Scalar::Int(24).fits(&hour) && !Scalar::Boolean(true).fits(&hour));
    /// ```
    pub fn fits(&self, kind: &InputType) -> bool {
        verdict(kind, self).is_ok()
    }

    pub(super) fn into_owned(self) -> Scalar<'static> {
        match self {
            Self::String(text) => Scalar::String(Cow::Owned(text.into_owned())),
            Self::Int(value) => Scalar::Int(value),
            Self::Boolean(value) => Scalar::Boolean(value),
        }
    }
}

impl From<Scalar<'_>> for Value {
    #[inline]
    fn from(value: Scalar<'_>) -> Self {
        match value {
            Scalar::String(text) => Self::String(text.into_owned()),
            Scalar::Int(value) => value.into(),
            Scalar::Boolean(value) => Self::Bool(value),
        }
    }
}

#[inline(always)]
pub(super) fn verdict(kind: &InputType, value: &Scalar<'_>) -> Result<(), Code> {
    let (right, code) = match (kind, value) {
        (InputType::String { max_length }, Scalar::String(text)) => {
            (short_enough(*max_length, text), Code::TooLong)
        }
        (InputType::Enum { allowed_values }, Scalar::String(name)) => {
            (listed(allowed_values, name), Code::NotAllowed)
        }
        (InputType::Int { min, max }, Scalar::Int(value)) => {
            (fits(*min, *max, *value), Code::OutOfRange)
        }
        (InputType::Boolean, Scalar::Boolean(_)) => return Ok(()),
        _ => return Err(Code::WrongType),
    };
    if right { Ok(()) } else { Err(code) }
}

pub(super) fn fits(min: Option<i64>, max: i64, value: i64) -> bool {
    min.is_none_or(|min| min <= value) && value <= max
}

/// Compares bytes first, because a text never has more characters than bytes.
pub(super) fn short_enough(max_length: Option<u64>, text: &str) -> bool {
    max_length.is_none_or(|max| text.len() as u64 <= max || text.chars().count() as u64 <= max)
}

pub(super) fn listed(allowed_values: &[AllowedValue], name: &str) -> bool {
    allowed_values.iter().any(|allowed| allowed.name == name)
}

/// Characters of the longest sample, where a type allows more.
const LONG: u64 = 10_000;

/// Samples, for tests of tools and of this library.
#[doc(hidden)]
impl InputType {
    /// Returns each type that has no constraint.
    pub fn unconstrained() -> impl Iterator<Item = Self> {
        let all = Self::NAMES.iter().filter_map(|name| Self::named(name));
        all.filter(|kind| kind.constraints() == Constraints::default())
    }

    /// Returns the least and the largest values; all of a type that has few.
    pub fn boundaries(&self) -> Vec<Value> {
        match self {
            Self::String { max_length } => {
                let longest = max_length.unwrap_or(LONG).min(LONG);
                vec!["".into(), repeated('a', longest).into(), repeated('😀', longest).into()]
            }
            Self::Int { min, max } => {
                let min = min.unwrap_or(i64::MIN);
                let mut values = vec![min, *max];
                values.extend([-1, 0, 1].into_iter().filter(|value| (min..=*max).contains(value)));
                values.into_iter().map(Value::from).collect()
            }
            Self::Boolean => vec![true.into(), false.into()],
            Self::Enum { allowed_values } => {
                allowed_values.iter().map(|allowed| (*allowed.name).into()).collect()
            }
        }
    }

    /// Returns values that an input does not take, each with the rule that it breaks.
    pub fn refused(&self) -> Vec<(Value, Code)> {
        let not_texts = || vec![json!(1), json!(true), json!(["a"]), json!({})];
        let (of_another_type, outside, code) = match self {
            Self::String { max_length } => {
                let longest = max_length.filter(|longest| *longest <= LONG);
                let longer = longest.map(|longest| repeated('a', longest + 1).into());
                (not_texts(), Vec::from_iter(longer), Code::TooLong)
            }
            Self::Int { min, max } => {
                let below = min.and_then(|min| min.checked_sub(1));
                let beyond = [below, max.checked_add(1)].into_iter().flatten().map(Value::from);
                let others = vec![json!("1"), json!(true), json!(0.5), json!({})];
                (others, beyond.collect(), Code::OutOfRange)
            }
            Self::Boolean => {
                (vec![json!("true"), json!(1), json!([true])], Vec::new(), Code::WrongType)
            }
            Self::Enum { allowed_values } => {
                let mut unlisted = "UNHEARD_OF".to_owned();
                while listed(allowed_values, &unlisted) {
                    unlisted.push('_');
                }
                (not_texts(), vec![unlisted.into()], Code::NotAllowed)
            }
        };
        let of_another_type = of_another_type.into_iter().map(|value| (value, Code::WrongType));
        of_another_type.chain(outside.into_iter().map(|value| (value, code))).collect()
    }
}

fn repeated(character: char, times: u64) -> String {
    std::iter::repeat_n(character, usize::try_from(times).unwrap_or_default()).collect()
}
