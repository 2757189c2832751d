//! Published forms of a parameter, one for each version.

use std::borrow::Cow;

use a2t_core::evolution::{Fingerprint, Member, Path};
use a2t_core::{InputParameter, OutputParameter};

use super::equal;
use crate::signature::kind::WasKind;

/// One parameter in one published version, and its location there.
#[derive(Clone, Copy, Debug)]
pub struct Was {
    pub version: u32,
    pub location: &'static str,
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

impl WasKind {
    /// Returns `true` if both have the bound or the format that is at this path.
    pub(super) const fn has_bound_of(self, other: Self, path: Path<'_>) -> bool {
        let Path::Member(_, _, member) = path else {
            return false;
        };
        match (member, self, other) {
            (Member::Min, Self::Int(Some(min), _), Self::Int(Some(other), _)) => min == other,
            (Member::Max, Self::Int(_, max), Self::Int(_, other)) => max == other,
            (
                Member::MaxLength,
                Self::Text(length, _),
                Self::Text(other, _) | Self::String(other),
            ) => match (length, other) {
                (Some(length), Some(other)) => length == other,
                (None, None) => true,
                _ => false,
            },
            (Member::Format, Self::Text(_, format), Self::Text(_, other)) => {
                match (format, other) {
                    (Some(format), Some(other)) => equal(format, other),
                    (None, None) => true,
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

impl Was {
    pub(super) const fn fingerprint(self) -> Fingerprint {
        Fingerprint::from_bits(self.contract, self.text)
    }

    /// Returns the form of a published input. Facts that the file lacks are taken from the code.
    pub(super) const fn input(self, code: &InputParameter) -> InputParameter {
        InputParameter {
            id: Cow::Borrowed(self.id),
            name: Cow::Borrowed(self.name),
            kind: self.kind.input(),
            description: Cow::Borrowed(""),
            required: self.required,
            format: match (self.kind, &code.format) {
                (WasKind::Text(_, Some(format)), _) => Some(Cow::Borrowed(format)),
                (WasKind::String(_), Some(Cow::Borrowed(format))) => Some(Cow::Borrowed(*format)),
                _ => None,
            },
        }
    }

    pub(super) const fn output(self) -> OutputParameter {
        OutputParameter {
            id: Cow::Borrowed(self.id),
            name: Cow::Borrowed(self.name),
            kind: self.kind.output(),
            description: Cow::Borrowed(self.description),
        }
    }
}
