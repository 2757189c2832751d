//! Scopes of names: how each is spelt there, and which ones are taken.

use super::case::{camel, camel_word, joined, snake, starts_well};
use super::token::{Ident, KEYWORDS};

/// Methods that generated types have or will have, and those of traits that everybody calls.
const METHODS: &[&str] = &[
    "as_ref",
    "borrow",
    "borrow_mut",
    "call",
    "clone",
    "clone_from",
    "clone_into",
    "deref",
    "drop",
    "eq",
    "fmt",
    "from",
    "into",
    "into_future",
    "ne",
    "new",
    "send",
    "subscribe",
    "to_owned",
    "to_string",
    "tools",
    "try_from",
    "try_into",
    "type_id",
    "verify",
    "with",
];

/// Imports of the modules of calls and replies.
const IMPORTS: &[&str] = &[
    "AtMost",
    "Clone",
    "Debug",
    "Default",
    "Int",
    "Into",
    "Output",
    "PartialEq",
    "Sending",
    "String",
    "Text",
];

/// Types and imports that stand next to the enums of a generated module.
const TYPES: &[&str] =
    &["AtMost", "Calls", "Client", "Fake", "Int", "Into", "String", "Text", "Tools"];

/// Longer names are cut: rustdoc makes files of them.
pub(super) const LENGTH_MAX: usize = 96;

/// Scope of a name: it decides on the case, and on the names that are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Methods: `lookup_weather`.
    Method,
    /// Fields and arguments: `city`.
    Field,
    /// Calls and replies: `LookupWeather`.
    Kind,
    /// Enums: `Units`.
    Enum,
    /// Types in a module of their tool, where nothing else is: `Edits`.
    Type,
    /// Variants of a closed enum: `Celsius`.
    Variant,
    /// Variants of an enum that also has `Unknown`.
    OpenVariant,
}

impl Scope {
    pub(super) fn is_snake(self) -> bool {
        matches!(self, Self::Method | Self::Field)
    }

    pub(super) fn separator(self) -> &'static str {
        if self.is_snake() { "_" } else { "X" }
    }

    fn is_taken(self, name: &str) -> bool {
        KEYWORDS.contains(&name)
            || match self {
                Self::Method => METHODS.contains(&name),
                Self::Kind => IMPORTS.contains(&name),
                Self::Enum => TYPES.contains(&name),
                Self::OpenVariant => name == "Unknown",
                Self::Field | Self::Variant | Self::Type => false,
            }
    }

    /// The name as it would be if nothing else had it.
    pub(crate) fn base(self, wire: &str, noun: &str) -> String {
        let mut base = if self.is_snake() { snake(wire) } else { camel(wire) };
        if !starts_well(&base) {
            base = if self.is_snake() { joined(noun, &base) } else { camel_word(noun) + &base };
        }
        base.truncate(LENGTH_MAX);
        if self.is_taken(&base) { base + "_" } else { base }
    }

    /// Checks a name that a user chose; an error is the reason against it.
    pub(crate) fn check(self, name: &str) -> Result<Ident, &'static str> {
        match self {
            _ if name.len() > LENGTH_MAX => Err("it has more than 96 characters"),
            _ if self.is_spelt(name) && self.is_taken(name) => {
                Err("Rust or the client itself has that name")
            }
            _ if self.is_spelt(name) => Ok(Ident::made(name.to_owned())),
            Self::Method | Self::Field => Err("expected snake case such as `lookup_weather`"),
            _ => Err("expected a name such as `LookupWeather`"),
        }
    }

    /// Checks a name that a snapshot remembers, which may have a suffix.
    pub(crate) fn remembered(self, name: &str) -> Option<Ident> {
        let fits = self.is_spelt(name) && name.len() <= 2 * LENGTH_MAX;
        (fits && !self.is_taken(name)).then(|| Ident::made(name.to_owned()))
    }

    fn is_spelt(self, name: &str) -> bool {
        let snake = self.is_snake();
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let cased = |c: char| c.is_ascii_lowercase() == snake && c.is_ascii_alphabetic();
        name.starts_with(cased)
            && name.chars().all(|c| word(c) && !(snake && c.is_ascii_uppercase()))
    }
}
