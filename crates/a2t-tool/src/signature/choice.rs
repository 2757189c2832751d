//! Enumerations: the names that an input takes or an output returns.

use std::fmt;
use std::marker::PhantomData;
use std::mem::discriminant;

use a2t_core::AllowedValue;
use serde::de::{self, Deserializer, Visitor};
use serde::ser::Serializer;

use crate::Choices;
use crate::published::lock::as_published;

/// A choice of named values, each described for a model; implemented by `#[derive(a2t::Enum)]`.
///
/// Such a type is an input and an output of a tool.
///
/// ```
/// use a2t::Enum as _;
///
/// /// Class of travel.
/// #[derive(a2t::Enum)]
/// enum Cabin {
///     /// The least expensive cabin.
///     Economy,
///     /// More legroom.
///     PremiumEconomy,
/// }
///
/// assert_eq!(Cabin::PremiumEconomy.name(), "PREMIUM_ECONOMY");
/// assert_eq!(Cabin::VALUES.len(), 2);
/// ```
// The texts are those of `Input`: an enum without the derive breaks both traits at one location, and rustc reports equal
// errors once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an input of a tool",
    label = "not a type that the protocol takes",
    note = "an input is a `String`, a `bool`, an integer such as `i32`, an enum with \
            `#[derive(a2t::Enum)]`, your own type with `#[derive(a2t::Input)]`, or an `Option` of \
            one of these; a type that `FromStr` reads from a text is marked `#[a2t(text)]`",
    note = "use `String` for text, an integer of the smallest unit for a quantity, the plain integer for a signed \
            `NonZero…`, and several inputs for a list or a structure; mark what the caller does not supply with `#[a2t(context)]`"
)]
pub trait Enum: Sized {
    /// The choices, in the order of the variants (draft section 6.1, `allowed-values`).
    const VALUES: &'static [AllowedValue] = Self::CHOICES.values;

    #[doc(hidden)]
    const CHOICES: Choices;

    as_published!();

    /// The choice at this position in the order of the variants, the last one beyond them.
    #[doc(hidden)]
    fn nth(index: usize) -> Self;

    #[doc(hidden)]
    fn at(index: usize) -> Option<Self> {
        (index < Self::VALUES.len()).then(|| Self::nth(index))
    }

    /// The name of this choice on the wire.
    fn name(&self) -> &'static str {
        let this = discriminant(self);
        let is_this = |index: &usize| Self::at(*index).is_some_and(|at| discriminant(&at) == this);
        let value = (0..Self::VALUES.len()).find(is_this);
        value.and_then(|index| Self::VALUES.get(index)).map_or("", |value| &value.name)
    }

    /// The choice of this name.
    fn from_name(name: &str) -> Option<Self> {
        position_of(name, Self::VALUES).map(Self::nth)
    }
}

// Not generic, so that it is compiled once for all enums.
pub(crate) fn position_of(name: &str, values: &[AllowedValue]) -> Option<usize> {
    values.iter().position(|value| value.name == name)
}

/// Writes a choice by its name on the wire.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<T: Enum, S: Serializer>(choice: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(choice.name())
}

/// Reads a choice by its name on the wire.
///
/// # Errors
/// Something else than a name of the choice, or an error of the deserializer.
pub fn deserialize<'de, T: Enum, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_str(Named(PhantomData))
}

struct Named<T>(PhantomData<T>);

impl<T: Enum> Visitor<'_> for Named<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one of ")?;
        for (index, value) in T::VALUES.iter().enumerate() {
            f.write_str(if index > 0 { ", `" } else { "`" })?;
            write!(f, "{}`", value.name)?;
        }
        Ok(())
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<T, E> {
        T::from_name(name).ok_or_else(|| E::invalid_value(de::Unexpected::Str(name), &self))
    }
}
