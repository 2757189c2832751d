//! Enumerations: the names that an input takes or an output returns.

use std::mem::discriminant;

use a2t_core::AllowedValue;

use super::Choices;

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
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an enumeration of the protocol",
    label = "no `#[derive(a2t::Enum)]`",
    note = "derive `a2t::Enum` on an enum of unit variants, each with a doc comment"
)]
pub trait Enum: Sized {
    /// The choices, in the order of the variants (draft section 6.1, `allowed-values`).
    const VALUES: &'static [AllowedValue] = Self::CHOICES.values;

    #[doc(hidden)]
    const CHOICES: Choices;

    /// The choice at this place in the order of the variants, the last one beyond them.
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
        place_of(name, Self::VALUES).map(Self::nth)
    }
}

// Not generic, so that it is compiled once for all enums.
pub(crate) fn place_of(name: &str, values: &[AllowedValue]) -> Option<usize> {
    values.iter().position(|value| value.name == name)
}
