//! What can go wrong with a store, without the data that it was about.

use std::error::Error;
use std::fmt;

/// Failure of a store. No variant shows an address of a database, a key, or what was stored.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The engine did not do it: a full disk, a lost connection. Nothing of the request was stored,
    /// unless the connection was lost while it was; repeating it is safe.
    Engine(String),
    /// A later version of this crate has migrated the tables.
    Newer {
        /// Version of the tables.
        found: i64,
        /// Latest version that this program knows.
        known: i64,
    },
    /// Sealed by a key that this program was not given, or damaged.
    Sealed,
    /// The store was closed.
    Closed,
    /// The caller broke a rule of the trait, which the text names.
    Misuse(&'static str),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(said) => write!(f, "the store failed: {said}"),
            Self::Newer { found, known } => write!(
                f,
                "the tables have version {found}, this program knows versions up to {known}: \
                 start the newer program"
            ),
            Self::Sealed => f.write_str(
                "what is stored was sealed by a key that was not given, or is damaged: \
                 give the key with that id",
            ),
            Self::Closed => f.write_str("the store is closed"),
            Self::Misuse(rule) => f.write_str(rule),
        }
    }
}

impl Error for StoreError {}
