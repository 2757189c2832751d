//! Converts JSON to the types of outputs that were generated for a client, or returns a violation.

use std::collections::BTreeMap;
use std::fmt;

use a2t_core::invocation::integer;
use a2t_core::json::{kind, segment};
use a2t_core::{Code, Violation, Violations};
use serde_json::{Map, Value};

use crate::OpenChoice;

/// A type that an output can have.
pub trait Read: fmt::Debug + Sized {
    /// Reads a value; `None` if the reader has recorded a violation.
    fn read(value: Value, reader: &mut Reader) -> Option<Self>;

    /// The value of a member that is absent, if it may be.
    fn absent() -> Option<Self> {
        None
    }

    /// Formats the value: an enum by its name on the wire, a record as `Debug` does.
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

/// First violation of a value, with its location, that the check of the whole reply did not report.
///
/// Not a `Result`, because the conversion of errors in each `?` of generated code costs rustc
/// time.
#[derive(Debug, Default)]
pub struct Reader(Option<Violation>);

impl Reader {
    /// Reads a whole value.
    ///
    /// # Errors
    /// The first violation, with its location in the value.
    pub fn whole<T: Read>(value: Value) -> Result<T, Violations> {
        let mut reader = Self::default();
        T::read(value, &mut reader).ok_or_else(|| reader.0.into_iter().collect())
    }

    /// Reads a part, and puts its location in front of that of a violation in it.
    #[inline]
    fn below<T: Read, S: fmt::Display>(
        &mut self,
        step: impl FnOnce() -> S,
        value: Value,
    ) -> Option<T> {
        let read = T::read(value, self);
        if read.is_none() {
            self.prefix(&step());
        }
        read
    }

    #[cold]
    fn prefix(&mut self, step: &dyn fmt::Display) {
        if let Some(violation) = &mut self.0 {
            violation.pointer.insert_str(0, &format!("/{step}"));
        }
    }

    #[cold]
    fn refuse<T>(&mut self, expected: &str, got: &Value) -> Option<T> {
        let violation = Violation::new(Code::WrongType, "");
        // Its content comes from a server.
        self.0 = Some(violation.expected(expected).got(kind(got)));
        None
    }

    #[cold]
    fn missing<T>(&mut self, name: &str) -> Option<T> {
        let violation = Violation::new(Code::MissingOutput, "");
        self.0 = Some(violation.parameter(name).expected("the property"));
        None
    }
}

/// Members of an object that is being read. Members that are never taken were added by a newer server.
#[derive(Debug, Default)]
pub struct Members(pub(crate) Map<String, Value>);

impl Members {
    /// Returns the members of an object.
    pub fn from_value(value: Value, reader: &mut Reader) -> Option<Self> {
        match value {
            Value::Object(members) => Some(Self(members)),
            other => reader.refuse("an object", &other),
        }
    }

    /// Reads the text of one member of an object, and returns it with the object, in which it stays.
    pub fn tagged(tag: &'static str, value: Value, reader: &mut Reader) -> Option<(String, Value)> {
        let mut members = Self::from_value(value, reader)?;
        let text: String = members.take(tag, reader)?;
        members.put(tag, &text);
        Some((text, members.into_value()))
    }

    /// Takes the member of this name.
    #[inline]
    pub fn take<T: Read>(&mut self, name: &'static str, reader: &mut Reader) -> Option<T> {
        match self.0.remove(name) {
            Some(value) => reader.below(|| segment(name), value),
            None => T::absent().or_else(|| reader.missing(name)),
        }
    }
}

impl Read for String {
    fn read(value: Value, reader: &mut Reader) -> Option<Self> {
        match value {
            Value::String(text) => Some(text),
            other => reader.refuse("a string", &other),
        }
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Read for Value {
    fn read(value: Value, _: &mut Reader) -> Option<Self> {
        Some(value)
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! scalars {
    ($($type:ty = $read:expr, $expected:literal;)*) => {$(
        impl Read for $type {
            fn read(value: Value, reader: &mut Reader) -> Option<Self> {
                match $read(&value) {
                    None => reader.refuse($expected, &value),
                    read => read,
                }
            }

            fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )*};
}

scalars! {
    bool = Value::as_bool, "a boolean";
    f64 = Value::as_f64, "a number";
    i64 = whole, "an integer of 64 bits with sign";
}

fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| integer(value.as_number()?))
}

/// A value that may be `null`, or a member that may be absent.
impl<T: Read> Read for Option<T> {
    fn read(value: Value, reader: &mut Reader) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::read(value, reader).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: Value, reader: &mut Reader) -> Option<Self> {
        let Value::Array(items) = value else {
            return reader.refuse("an array", &value);
        };
        let items = items.into_iter().enumerate();
        items.map(|(index, item)| reader.below(|| index, item)).collect()
    }
}

impl<T: Read> Read for BTreeMap<String, T> {
    fn read(value: Value, reader: &mut Reader) -> Option<Self> {
        let Value::Object(members) = value else {
            return reader.refuse("an object", &value);
        };
        let read = |(name, value): (String, Value)| {
            let value = reader.below(|| segment(&name), value)?;
            Some((name, value))
        };
        members.into_iter().map(read).collect()
    }
}

/// A name that is not listed was added by a newer server.
impl<T: OpenChoice + fmt::Debug> Read for T {
    fn read(value: Value, reader: &mut Reader) -> Option<Self> {
        let name = String::read(value, reader)?;
        Some(T::from_wire_name(&name).unwrap_or_else(|| T::unknown(name)))
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.wire_name())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_integer_may_be_spelt_with_a_point() {
        assert_eq!(Reader::whole::<i64>(json!(21.0)), Ok(21));
        assert!(Reader::whole::<i64>(json!(21.5)).is_err());
        assert!(Reader::whole::<i64>(json!(u64::MAX)).is_err());
        assert!(Reader::whole::<i64>(json!(1e300)).is_err());
    }

    #[test]
    fn a_violation_is_reported_at_its_location() {
        let pointer = |value: Value| {
            let mut reader = Reader::default();
            let mut members = Members::from_value(value, &mut reader).unwrap();
            let read: Option<Vec<Option<Vec<String>>>> = members.take("a/b", &mut reader);
            assert!(read.is_none());
            reader.0.unwrap().pointer
        };
        assert_eq!(pointer(json!({"a/b": [["a"], null, ["b", 1]]})), "/a~1b/2/1");
        assert_eq!(pointer(json!({"a/b": [["a"], 2]})), "/a~1b/1");
        assert_eq!(pointer(json!({})), "");
    }

    #[test]
    fn a_map_has_the_members_of_an_object() {
        let numbers = Reader::whole::<BTreeMap<String, i64>>(json!({"b": 2, "a/1": 1})).unwrap();
        assert_eq!(numbers, [("a/1".to_owned(), 1), ("b".to_owned(), 2)].into());
        let pointer = |value| {
            let read = Reader::whole::<BTreeMap<String, Vec<i64>>>(value).unwrap_err();
            read.iter().next().unwrap().pointer.clone()
        };
        assert_eq!(pointer(json!({"a": [], "b/c": [1, "two"]})), "/b~1c/1");
        assert_eq!(pointer(json!([1])), "");
    }
}
