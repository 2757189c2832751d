//! The types of inputs and outputs, in the code of a tool and in its published versions, and what they are in a
//! signature.

use std::borrow::Cow;

use a2t_core::evolution::Fingerprint;
use a2t_core::{AllowedValue, InputType, JsonShape, Nested, OutputType};

use crate::signature::or;

/// A type of the code.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    String,
    Int { min: i64, max: i64 },
    Boolean,
    Enum(Choices),
    Json,
    Described(&'static JsonShape),
}

impl Kind {
    /// Returns the type of an input, with its own bounds where these are not set.
    pub(crate) const fn input(
        self,
        least: Option<i128>,
        largest: Option<i128>,
        max_length: Option<u64>,
    ) -> InputType {
        match self {
            Self::Int { min, max } => {
                InputType::Int { min: Some(or(least, min) as i64), max: or(largest, max) as i64 }
            }
            Self::Boolean => InputType::Boolean,
            Self::Enum(choices) => {
                InputType::Enum { allowed_values: Cow::Borrowed(choices.values) }
            }
            Self::String | Self::Json | Self::Described(_) => InputType::String { max_length },
        }
    }

    /// Returns the type of an output.
    pub(crate) const fn output(self) -> OutputType {
        match self {
            Self::String => OutputType::String,
            Self::Int { .. } => OutputType::Int,
            Self::Boolean => OutputType::Boolean,
            Self::Enum(choices) => {
                OutputType::Enum { allowed_values: Cow::Borrowed(choices.values) }
            }
            Self::Json => OutputType::Json,
            Self::Described(shape) => OutputType::Described { shape: Nested::Borrowed(shape) },
        }
    }

    /// Returns the word of messages for its values.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::String => "a string",
            Self::Int { .. } => "an integer",
            Self::Boolean => "a boolean",
            Self::Enum(_) => "an enum",
            Self::Json | Self::Described(_) => "any JSON",
        }
    }
}

/// A published type.
#[derive(Clone, Copy, Debug)]
pub enum WasKind {
    /// A string. Whether it has a format is unknown.
    String(Option<u64>),
    /// A string, and its format if it has one.
    Text(Option<u64>, Option<&'static str>),
    Int(Option<i64>, i64),
    Boolean,
    Enum(&'static [AllowedValue]),
    Json,
    Described(&'static JsonShape),
}

impl WasKind {
    /// Returns the type of an input.
    pub(crate) const fn input(self) -> InputType {
        match self {
            Self::String(max_length) | Self::Text(max_length, _) => {
                InputType::String { max_length }
            }
            Self::Int(min, max) => InputType::Int { min, max },
            Self::Boolean | Self::Json | Self::Described(_) => InputType::Boolean,
            Self::Enum(values) => InputType::Enum { allowed_values: Cow::Borrowed(values) },
        }
    }

    /// Returns the type of an output.
    pub(crate) const fn output(self) -> OutputType {
        match self {
            Self::String(_) | Self::Text(..) => OutputType::String,
            Self::Int(..) => OutputType::Int,
            Self::Boolean => OutputType::Boolean,
            Self::Json => OutputType::Json,
            Self::Described(shape) => OutputType::Described { shape: Nested::Borrowed(shape) },
            Self::Enum(values) => OutputType::Enum { allowed_values: Cow::Borrowed(values) },
        }
    }
}

/// The choices of an enum, and their fingerprint, because they are long to compare.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    pub values: &'static [AllowedValue],
    /// The two halves of the fingerprint.
    pub contract: u128,
    pub text: u128,
}

impl Choices {
    pub(crate) const fn fingerprint(self) -> Fingerprint {
        Fingerprint::from_bits(self.contract, self.text)
    }
}
