//! Published forms of a parameter, one for each version.

use std::borrow::Cow;

use a2t_core::evolution::Fingerprint;
use a2t_core::{
    AllowedValue, InputParameter, InputType, JsonShape, Nested, OutputParameter, OutputType,
};

/// One parameter in one published version, and its place there.
#[derive(Clone, Copy)]
pub struct Was {
    pub version: u32,
    pub place: &'static str,
    pub id: &'static str,
    pub name: &'static str,
    /// Outputs only.
    pub description: &'static str,
    /// Inputs only.
    pub required: bool,
    pub kind: WasKind,
    /// The fingerprint of an enum's choices, or of a whole output.
    pub contract: u128,
    pub text: u128,
}

/// A published type.
#[derive(Clone, Copy)]
pub enum WasKind {
    String(Option<u64>),
    Int(Option<i64>, i64),
    Boolean,
    Enum(&'static [AllowedValue]),
    Json,
    Described(&'static JsonShape),
}

impl Was {
    pub(super) const fn fingerprint(self) -> Fingerprint {
        Fingerprint::from_bits(self.contract, self.text)
    }

    pub(super) const fn input(self) -> InputParameter {
        InputParameter {
            id: Cow::Borrowed(self.id),
            name: Cow::Borrowed(self.name),
            kind: match self.kind {
                WasKind::String(max_length) => InputType::String { max_length },
                WasKind::Int(min, max) => InputType::Int { min, max },
                WasKind::Boolean | WasKind::Json | WasKind::Described(_) => InputType::Boolean,
                WasKind::Enum(values) => InputType::Enum { allowed_values: Cow::Borrowed(values) },
            },
            description: Cow::Borrowed(""),
            required: self.required,
        }
    }

    pub(super) const fn output(self) -> OutputParameter {
        OutputParameter {
            id: Cow::Borrowed(self.id),
            name: Cow::Borrowed(self.name),
            kind: match self.kind {
                WasKind::String(_) => OutputType::String,
                WasKind::Int(..) => OutputType::Int,
                WasKind::Boolean => OutputType::Boolean,
                WasKind::Json => OutputType::Json,
                WasKind::Described(shape) => {
                    OutputType::Described { shape: Nested::Borrowed(shape) }
                }
                WasKind::Enum(values) => OutputType::Enum { allowed_values: Cow::Borrowed(values) },
            },
            description: Cow::Borrowed(self.description),
        }
    }
}
