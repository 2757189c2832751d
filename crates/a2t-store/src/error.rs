//! Errors of a store, without the data that they are about.

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
    /// An earlier version of this crate made the tables, and they were to be left as they are.
    Older {
        /// Version of the tables.
        found: i64,
        /// Version that this program needs.
        known: i64,
    },
    /// No program has stored anything there yet.
    Absent,
    /// Sealed by a key that this program was not given, or damaged.
    Sealed,
    /// The store was closed.
    Closed,
    /// The caller broke a rule of the trait, which the text names.
    Misuse(&'static str),
}

impl StoreError {
    /// Returns `true` for a failure of the engine, after which the same request may succeed later.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Engine(_))
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(message) => write!(f, "the store failed: {message}"),
            Self::Newer { found, known } => write!(
                f,
                "the tables have version {found}, this program knows versions up to {known}: \
                 start the newer program"
            ),
            Self::Older { found, known } => write!(
                f,
                "the tables have version {found}, this program needs version {known}: update the \
                 program that answers the calls, which migrates them as it starts"
            ),
            Self::Absent => f.write_str(
                "there is no store: the program that answers the calls creates it as it starts",
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
