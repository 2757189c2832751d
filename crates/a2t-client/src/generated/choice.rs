//! The values of an `enum`: Rust variants and the names they have on the wire.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;

use a2t_core::error::{inert, nearest};

/// An enum of a generated client.
///
/// ```
/// # #[derive(Clone, PartialEq)] enum Units { Fahrenheit, Celsius }
/// # impl a2t::client::Choice for Units {
/// #     const NAMES: &'static [(&'static str, Self)] =
/// #         &[("FAHRENHEIT", Self::Fahrenheit), ("CELSIUS", Self::Celsius)];
/// # }
/// use a2t::client::Choice;
/// assert_eq!(Units::Celsius.wire_name(), "CELSIUS");
/// assert!(Units::from_wire_name("FAHRENHEIT") == Some(Units::Fahrenheit));
/// ```
pub trait Choice: Clone + PartialEq + Sized + 'static {
    /// Every name that the signature lists, with its value.
    const NAMES: &'static [(&'static str, Self)];

    /// The name on the wire.
    fn wire_name(&self) -> &str {
        let found = Self::NAMES.iter().find(|(_, value)| value == self);
        found.map(|(name, _)| *name).or(self.unlisted()).unwrap_or_default()
    }

    /// The value with this name on the wire.
    fn from_wire_name(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.clone())
    }

    /// Reads a value by its name on the wire.
    ///
    /// # Errors
    /// No value has the name; the error lists the names of the enum.
    fn parse(name: &str) -> Result<Self, UnknownChoice> {
        let names = || Self::NAMES.iter().map(|(name, _)| *name);
        Self::from_wire_name(name).ok_or_else(|| UnknownChoice {
            name: inert(name),
            names: names().collect(),
            did_you_mean: nearest(name, names()),
        })
    }

    /// The value of this enum for one of another enum, by its name on the wire: for example a
    /// currency of one tool's output as another tool's input, with different names for the enums.
    ///
    /// An output's enum and the input's of the same `id` and the same values convert by
    /// `Units::try_from(units)` and `output::Units::from(units)` as well, and so does an enum within
    /// a record of an output or in an error that has the `id` for its name there.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/every_type.rs"));
    /// # fn main() {
    /// use a2t::client::Choice;
    /// use every_type::{FlightClass, output};
    ///
    /// assert_eq!(FlightClass::from_choice(&output::FlightClass::First).unwrap(), FlightClass::First);
    /// let error = FlightClass::from_choice(&output::FlightClass::Unknown("SUITE".into())).unwrap_err();
    /// assert!(error.to_string().starts_with("`SUITE` is not one of"));
    /// # }
    /// ```
    ///
    /// # Errors
    /// This enum does not list the name.
    fn from_choice(other: &impl Choice) -> Result<Self, UnknownChoice> {
        Self::parse(other.wire_name())
    }

    /// The name of a value that the signature does not list.
    #[doc(hidden)]
    fn unlisted(&self) -> Option<&str> {
        None
    }

    /// Prints the name on the wire, or `Unknown("SUITE")`.
    #[doc(hidden)]
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unlisted() {
            Some(name) => f.debug_tuple("Unknown").field(&name).finish(),
            None => f.pad(self.wire_name()),
        }
    }
}

/// An enum of outputs, in which a server may send names that the signature does not list.
pub trait OpenChoice: Choice {
    /// The value for a name that is not listed.
    fn unknown(name: String) -> Self;

    /// The value with the name of one of another enum.
    fn listed(other: &impl Choice) -> Self {
        let name = other.wire_name();
        Self::from_wire_name(name).unwrap_or_else(|| Self::unknown(name.to_owned()))
    }

    /// Compares variants, and the names of two that are not listed.
    fn same(&self, other: &Self) -> bool {
        discriminant(self) == discriminant(other) && self.unlisted() == other.unlisted()
    }

    /// Hashes what [`OpenChoice::same`] compares.
    fn mix<H: Hasher>(&self, state: &mut H) {
        discriminant(self).hash(state);
        self.unlisted().hash(state);
    }
}

/// Error for text that is not a value of a generated client's enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownChoice {
    name: String,
    names: Vec<&'static str>,
    did_you_mean: Option<&'static str>,
}

impl fmt::Display for UnknownChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not one of {}", self.name, self.names.join(", "))?;
        match self.did_you_mean {
            Some(meant) => write!(f, "; did you mean `{meant}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownChoice {}
