//! Enumerations: the names that an input takes or an output returns.

use a2t_core::AllowedValue;
use a2t_core::evolution::Fingerprint;

/// A choice of named values, each described for a model; implemented by `#[derive(a2t::Enum)]`.
///
/// Such a type is an input and an output of a tool.
///
/// ```
/// use a2t::Enum as _;
///
/// /// How to travel.
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
    const VALUES: &'static [AllowedValue];

    /// Stands for the choices where they are compared with published ones.
    #[doc(hidden)]
    const FINGERPRINT: Fingerprint = Fingerprint::of_values(Self::VALUES);

    /// The name of this choice on the wire.
    fn name(&self) -> &'static str;

    /// The choice of this name.
    fn from_name(name: &str) -> Option<Self>;
}
