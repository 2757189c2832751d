//! The outputs of a reply, each as the type that the signature declares, or absent.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::{Error, Kind, Result};
use crate::generated::read::Read;

/// One output of a reply: a value, or nothing if the server left it out, which the protocol
/// allows (spec note AMB-26). A missing output is neither an error of the whole call nor an invented
/// value.
///
/// It prints as its value or as `(absent)`, and compares with plain values.
///
/// ```
/// use a2t::client::Output;
///
/// let temperature = Output::from(21_i64);
/// assert!(temperature == 21 && temperature > 20);
/// assert_eq!(temperature.to_string(), "21");
/// assert_eq!(temperature.required()?, 21);
///
/// let wind = Output::<i64>::default();
/// assert_eq!((wind.get(), wind.to_string().as_str()), (None, "(absent)"));
/// assert!(wind != 21);
/// # Ok::<_, a2t::client::Error>(())
/// ```
#[derive(Clone)]
pub struct Output<T> {
    name: &'static str,
    value: Option<T>,
}

impl<T> Output<T> {
    pub(crate) fn new(name: &'static str, value: Option<T>) -> Self {
        Self { name, value }
    }

    /// Returns the value, if the server sent one.
    pub fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// Returns the value, if the server sent one.
    pub fn into_option(self) -> Option<T> {
        self.value
    }

    /// Returns whether the server sent a value.
    pub fn is_present(&self) -> bool {
        self.value.is_some()
    }

    /// Returns whether the server left the value out.
    pub fn is_absent(&self) -> bool {
        self.value.is_none()
    }

    /// Returns the value; an error if there is none.
    ///
    /// # Errors
    /// The server left the output out; the error names it.
    pub fn required(self) -> Result<T> {
        let name = self.name;
        self.value.ok_or_else(|| Error::new(Kind::Absent { output: name.to_owned() }))
    }
}

impl<T> Default for Output<T> {
    fn default() -> Self {
        Self { name: "", value: None }
    }
}

impl<T> From<T> for Output<T> {
    fn from(value: T) -> Self {
        Self { name: "", value: Some(value) }
    }
}

impl<T: Read> fmt::Display for Output<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => value.show(f),
            None => f.pad("(absent)"),
        }
    }
}

impl From<&str> for Output<String> {
    fn from(value: &str) -> Self {
        Self::from(value.to_owned())
    }
}

impl<T: fmt::Debug> fmt::Debug for Output<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Output<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: PartialEq> PartialEq<T> for Output<T> {
    fn eq(&self, other: &T) -> bool {
        self.value.as_ref() == Some(other)
    }
}

/// Writes the value, or nothing.
impl<T: Serialize> Serialize for Output<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

/// Reads a value; a field that may be absent has `#[serde(default)]`.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Output<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::from)
    }
}

impl<T: Eq> Eq for Output<T> {}

impl<T: Hash> Hash for Output<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl PartialEq<str> for Output<String> {
    fn eq(&self, other: &str) -> bool {
        self.value.as_deref() == Some(other)
    }
}

impl PartialEq<&str> for Output<String> {
    fn eq(&self, other: &&str) -> bool {
        self.value.as_deref() == Some(*other)
    }
}

impl<T: PartialOrd> PartialOrd<T> for Output<T> {
    fn partial_cmp(&self, other: &T) -> Option<Ordering> {
        self.value.as_ref().and_then(|value| value.partial_cmp(other))
    }
}
