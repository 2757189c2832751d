//! The values of an `enum`: Rust variants and the names they have on the wire.

use std::fmt;

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

    /// The name of a value that the signature does not list.
    #[doc(hidden)]
    fn unlisted(&self) -> Option<&str> {
        None
    }
}

/// An enum of outputs, in which a server may send names that the signature does not list.
#[doc(hidden)]
pub trait OpenChoice: Choice {
    /// The value for a name that is not listed.
    fn unknown(name: String) -> Self;
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
