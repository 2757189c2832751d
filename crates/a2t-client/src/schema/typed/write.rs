//! The types of inputs: what a program gives becomes the JSON that a tool's schema describes.

use std::fmt;
use std::marker::PhantomData;

use crate::{Int, Text};
use serde_json::{Map, Value};

/// A type that an input of a generated client can have.
#[doc(hidden)]
pub trait Write {
    fn write(self) -> Value;
}

/// A type that a generated client declares: an enum or an object of inputs.
#[doc(hidden)]
pub trait Declared: Write {}

/// The argument for an `integer` without an upper bound.
pub type AtLeast<const MIN: i64> = Int<MIN, { i64::MAX }>;

/// The argument for an `integer` without bounds. It has 64 bits with sign.
pub type AnyInt = Int<{ i64::MIN }, { i64::MAX }>;

/// The argument for a `number`: any integer or float. What is not finite has no JSON and is refused
/// before the call is sent.
///
/// ```
/// use a2t::mcp::client::Number;
///
/// assert_eq!(Number::from(21), Number::from(21_i64));
/// assert_ne!(Number::from(21), Number::from(21.5));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Number(Value);

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Number {
            fn from(number: $number) -> Self {
                Self(number.into())
            }
        }
    )*};
}

numbers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64);

/// The argument for an `array`: whatever can be iterated over, of what its items are made from.
///
/// ```
/// use a2t::mcp::client::List;
///
/// let tags: List<String> = ["storm", "sea"].into();
/// assert_eq!(tags, vec!["storm".to_owned(), "sea".to_owned()].into());
/// ```
pub struct List<T> {
    items: Vec<Value>,
    of: PhantomData<fn(T)>,
}

impl<I: IntoIterator<Item = A>, A: Into<T>, T: Write> From<I> for List<T> {
    fn from(items: I) -> Self {
        let items = items.into_iter().map(|item| item.into().write());
        Self { items: items.collect(), of: PhantomData }
    }
}

/// The argument for an object whose members have any names: pairs of a name and of what the values are made from, such
/// as the items of a `HashMap`. Of two with one name, the last one counts.
///
/// ```
/// use std::collections::HashMap;
///
/// use a2t::mcp::client::Dict;
///
/// let labels: Dict<String> = [("sea", "rough"), ("sky", "grey")].into();
/// let map = HashMap::from([("sky", "grey"), ("sea", "rough")]);
/// assert_eq!(labels, map.into());
/// ```
pub struct Dict<T> {
    members: Map<String, Value>,
    of: PhantomData<fn(T)>,
}

impl<I, N, A, T> From<I> for Dict<T>
where
    I: IntoIterator<Item = (N, A)>,
    N: Into<String>,
    A: Into<T>,
    T: Write,
{
    fn from(members: I) -> Self {
        let members = members.into_iter().map(|(name, value)| (name.into(), value.into().write()));
        Self { members: members.collect(), of: PhantomData }
    }
}

/// JSON's `null`, where a schema allows it; to leave an optional input out says something else.
///
/// ```
/// use a2t::mcp::client::{Null, Nullable};
///
/// let zone: Nullable<String> = Null.into();
/// assert!(zone != "Europe/Warsaw".into());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Null;

/// The argument for an input that may be `null`: a value, or [`Null`].
pub struct Nullable<T> {
    value: Value,
    of: PhantomData<fn(T)>,
}

impl<T> Nullable<T> {
    /// Returns the value, or `null` for `None`.
    pub fn from_option(value: Option<impl Into<Self>>) -> Self {
        value.map_or_else(|| Null.into(), Into::into)
    }

    fn from_json(value: Value) -> Self {
        Self { value, of: PhantomData }
    }
}

impl<T> From<Null> for Nullable<T> {
    fn from(_: Null) -> Self {
        Self::from_json(Value::Null)
    }
}

impl<T: Declared> From<T> for Nullable<T> {
    fn from(value: T) -> Self {
        Self::from_json(value.write())
    }
}

// One for each type of the library: a blanket one would take in `Nullable` itself.
impl<A: Into<String>> From<A> for Nullable<String> {
    fn from(value: A) -> Self {
        Self::from_json(Value::String(value.into()))
    }
}

impl<A: Into<String>, const MAX: u64> From<A> for Nullable<Text<MAX>> {
    fn from(value: A) -> Self {
        Self::from_json(Value::String(value.into()))
    }
}

impl<A: Into<Int<MIN, MAX>>, const MIN: i64, const MAX: i64> From<A> for Nullable<Int<MIN, MAX>> {
    fn from(value: A) -> Self {
        Self::from_json(value.into().into_value())
    }
}

impl<A: Into<Number>> From<A> for Nullable<Number> {
    fn from(value: A) -> Self {
        Self::from_json(value.into().0)
    }
}

impl From<bool> for Nullable<bool> {
    fn from(value: bool) -> Self {
        Self::from_json(value.into())
    }
}

impl<I: IntoIterator<Item = A>, A: Into<T>, T: Write> From<I> for Nullable<List<T>> {
    fn from(items: I) -> Self {
        Self::from_json(List::from(items).write())
    }
}

impl<I, N, A, T> From<I> for Nullable<Dict<T>>
where
    I: IntoIterator<Item = (N, A)>,
    N: Into<String>,
    A: Into<T>,
    T: Write,
{
    fn from(members: I) -> Self {
        Self::from_json(Dict::from(members).write())
    }
}

/// Members of a generated object of inputs, by their names on the wire.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object(Map<String, Value>);

impl Object {
    /// Returns the members of an object of outputs.
    pub fn from_outputs(value: &impl crate::typed::Write) -> Self {
        match value.write() {
            Some(Value::Object(members)) => Self(members),
            _ => Self::default(),
        }
    }

    #[must_use]
    pub fn set<T: Write>(mut self, name: &'static str, value: impl Into<T>) -> Self {
        self.0.insert(name.to_owned(), value.into().write());
        self
    }

    /// Returns all members at once, where the schema names none.
    #[must_use]
    pub fn all<T: Write>(self, members: impl Into<T>) -> Self {
        match members.into().write() {
            Value::Object(members) => Self(members),
            _ => self,
        }
    }

    /// Returns the object with its tag.
    pub fn tagged(self, tag: &'static str, value: &'static str) -> Value {
        self.set::<String>(tag, value).write()
    }

    pub(crate) fn members(&self) -> &Map<String, Value> {
        &self.0
    }

    pub(crate) fn into_members(self) -> Map<String, Value> {
        self.0
    }

    pub fn write(self) -> Value {
        Value::Object(self.0)
    }
}

impl Write for bool {
    fn write(self) -> Value {
        self.into()
    }
}

impl Write for String {
    fn write(self) -> Value {
        self.into()
    }
}

impl Write for Value {
    fn write(self) -> Value {
        self
    }
}

impl Write for Map<String, Value> {
    fn write(self) -> Value {
        self.into()
    }
}

impl Write for Number {
    fn write(self) -> Value {
        self.0
    }
}

impl<const MIN: i64, const MAX: i64> Write for Int<MIN, MAX> {
    fn write(self) -> Value {
        self.into_value()
    }
}

impl<const MAX: u64> Write for Text<MAX> {
    fn write(self) -> Value {
        self.as_str().into()
    }
}

impl<T> Write for List<T> {
    fn write(self) -> Value {
        self.items.into()
    }
}

impl<T> Write for Dict<T> {
    fn write(self) -> Value {
        self.members.into()
    }
}

impl<T> Write for Nullable<T> {
    fn write(self) -> Value {
        self.value
    }
}

// By hand, because derives would ask the same of the type of the items.
macro_rules! plain {
    ($($name:ident . $field:ident)*) => {$(
        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                Self { $field: self.$field.clone(), of: PhantomData }
            }
        }
        impl<T> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.$field.fmt(f)
            }
        }
        impl<T> PartialEq for $name<T> {
            fn eq(&self, other: &Self) -> bool {
                self.$field == other.$field
            }
        }
    )*};
}

plain!(List.items Dict.members Nullable.value);

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written<T: Write>(value: impl Into<T>) -> Value {
        value.into().write()
    }

    #[test]
    fn what_a_program_gives_becomes_json() {
        assert_eq!(written::<List<List<AnyInt>>>([vec![1], vec![]]), json!([[1], []]));
        assert_eq!(written::<List<Nullable<Number>>>([Nullable::from(1.5)]), json!([1.5]));
        assert_eq!(written::<Nullable<List<String>>>(["a"]), json!(["a"]));
        assert_eq!(written::<Nullable<Text<3>>>("abc"), json!("abc"));
        assert_eq!(written::<Nullable<AtLeast<0>>>(Null), json!(null));
        assert_eq!(written::<Nullable<bool>>(true), json!(true));
        assert_eq!(Nullable::<String>::from_option(Some("a")).write(), json!("a"));
        assert_eq!(Nullable::<String>::from_option(None::<&str>).write(), json!(null));
        assert_eq!(written::<Number>(u64::MAX), json!(u64::MAX));
        assert_eq!(written::<List<Number>>([3_usize, 4]), json!([3, 4]));
        assert_eq!(written::<Nullable<AtLeast<0>>>(3_usize), json!(3));
        let counts = json!({"a": [1, 2], "b": []});
        assert_eq!(written::<Dict<List<AnyInt>>>([("a", vec![1, 2]), ("b", vec![])]), counts);
        assert_eq!(written::<Nullable<Dict<Number>>>([("a".to_owned(), 1.5)]), json!({"a": 1.5}));
        assert_eq!(written::<List<Dict<String>>>([[("a", "b"), ("a", "c")]]), json!([{"a": "c"}]));
        assert_eq!(written::<Dict<Dict<bool>>>([("a", [("b", true)])]), json!({"a": {"b": true}}));
        // JSON has no such number; the schema refuses what stands in its place.
        assert_eq!(written::<Number>(f64::NAN), json!(null));
    }
}
