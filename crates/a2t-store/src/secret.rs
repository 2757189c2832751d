//! Bytes that no log shall hold: arguments, callback addresses, results.

use std::fmt;
use std::sync::Arc;

/// Bytes that a store keeps and does not read. Neither `Debug` nor an error shows them. Clones share
/// them.
///
/// ```
/// let address = a2t_store::Secret::from("https://agent.example/callback/3f9c");
/// assert_eq!(format!("{address:?}"), "Secret(35 bytes)");
/// assert!(address.expose().starts_with(b"https://"));
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Secret(Arc<Vec<u8>>);

impl Secret {
    /// Returns the bytes.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }

    /// Returns the bytes, owned; copied where clones have them too.
    pub fn into_bytes(self) -> Vec<u8> {
        Arc::unwrap_or_clone(self.0)
    }

    /// Returns `true` if there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({} bytes)", self.0.len())
    }
}

impl From<Vec<u8>> for Secret {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Arc::new(bytes))
    }
}

impl From<&[u8]> for Secret {
    fn from(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        text.as_bytes().into()
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        text.into_bytes().into()
    }
}
