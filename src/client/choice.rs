//! The values of an `enum`: Rust variants and the names they have on the wire.

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
        found
            .map(|(name, _)| *name)
            .or(self.unlisted())
            .unwrap_or_default()
    }

    /// The value with this name on the wire.
    fn from_wire_name(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.clone())
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
    /// The value with a name that is not listed.
    fn unknown(name: String) -> Self;
}
