//! The tool id: a UUID, given by the vendor or derived from package and tool name.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// The UUID that identifies a tool on its server (draft section 6.1).
///
/// It is written in lower case and compared without regard to case (RFC 9562).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolId(Uuid);

impl ToolId {
    /// The namespace of derived ids: the UUIDv5 of the DNS name `a2t.rs`. It is part of every id ever derived, so it
    /// never changes.
    const NAMESPACE: Uuid = Uuid::from_u128(0x5abb_674c_d73f_5d07_a03a_1567_ec47_47a0);

    /// Returns the id with these 128 bits.
    pub const fn from_u128(bits: u128) -> Self {
        Self(Uuid::from_u128(bits))
    }

    /// Returns the 128 bits of the id.
    pub const fn as_u128(self) -> u128 {
        self.0.as_u128()
    }

    /// Returns the id of a tool whose author gave none and of which nothing is published: a UUIDv5
    /// of package and tool name.
    ///
    /// ```
    /// use a2t_core::ToolId;
    /// assert_eq!(ToolId::derive("weather", "lookup"), ToolId::derive("weather", "lookup"));
    /// assert_ne!(ToolId::derive("weather", "lookup"), ToolId::derive("weather", "look_up"));
    /// ```
    pub fn derive(package: &str, tool: &str) -> Self {
        Self(Uuid::new_v5(&Self::NAMESPACE, format!("{package}/{tool}").as_bytes()))
    }
}

impl ToolId {
    /// Reads a UUID without hyphens, or with the prefix `urn:uuid:` (spec note AMB-18).
    pub(super) fn from_other_spelling(text: &str) -> Option<Self> {
        let simple = text.len() == uuid::fmt::Simple::LENGTH;
        let is_read = simple || text.len() == uuid::fmt::Urn::LENGTH;
        is_read.then(|| Uuid::try_parse(text).ok().map(Self)).flatten()
    }
}

impl FromStr for ToolId {
    type Err = ToolIdError;

    /// Reads the hyphenated form of RFC 9562, in either case.
    ///
    /// # Errors
    /// Any other text, other spellings of a UUID (braces, `urn:uuid:`, no hyphens) included.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() != uuid::fmt::Hyphenated::LENGTH {
            return Err(ToolIdError);
        }
        Uuid::try_parse(text).map(Self).map_err(|_| ToolIdError)
    }
}

impl fmt::Display for ToolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.as_hyphenated(), f)
    }
}

impl fmt::Debug for ToolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a UUID in its hyphenated form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolIdError;

impl fmt::Display for ToolIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a UUID such as 0479a45d-ad0a-49d4-94db-75edf00d2ca4")
    }
}

impl std::error::Error for ToolIdError {}
