//! The types of outputs: JSON becomes what a tool's schema describes, or every violation of it.

use a2t_client::OpenChoice;
use a2t_core::json::segment;
use a2t_core::{Code, Violation, Violations};
use serde_json::{Map, Value};

/// A type that an output of a generated client can have.
#[doc(hidden)]
pub trait Read: Sized {
    /// Reads a value; `None` where the reader was told of a violation.
    fn read(value: Value, reader: &mut Reader) -> Option<Self>;

    /// The value of a member that is absent, if it may be.
    fn absent() -> Option<Self> {
        None
    }
}

/// Place in a reply, and what is wrong with it so far.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Reader {
    pointer: String,
    violations: Violations,
}

impl Reader {
    /// Reads a whole value.
    pub(super) fn whole<T: Read>(value: Value) -> Result<T, Violations> {
        let mut reader = Self::default();
        let read = T::read(value, &mut reader);
        // Values that were read are not whole where something is wrong.
        match read.filter(|_| reader.violations.is_empty()) {
            Some(read) => Ok(read),
            None => Err(reader.violations),
        }
    }

    /// The members of an object.
    pub fn object(&mut self, value: Value) -> Option<Members<'_>> {
        match value {
            Value::Object(members) => Some(Members { members, reader: self }),
            other => self.refuse("an object", &other),
        }
    }

    fn below<T>(&mut self, name: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(&segment(name));
        let read = read(self);
        self.pointer.truncate(length);
        read
    }

    fn refuse<T>(&mut self, expected: &str, got: &Value) -> Option<T> {
        let violation = Violation::new(Code::WrongType, self.pointer.clone());
        self.violations.push(violation.expected(expected).got(shown(got)));
        None
    }

    fn missing<T>(&mut self, name: &str) -> Option<T> {
        let violation = Violation::new(Code::MissingOutput, self.pointer.clone());
        self.violations.push(violation.parameter(name).expected("the property"));
        None
    }
}

/// Members of an object that is being read; what nobody takes, a newer server added.
#[doc(hidden)]
#[derive(Debug)]
pub struct Members<'r> {
    members: Map<String, Value>,
    reader: &'r mut Reader,
}

impl Members<'_> {
    /// Takes the member of this name.
    pub fn take<T: Read>(&mut self, name: &'static str) -> Option<T> {
        match self.members.remove(name) {
            Some(value) => self.reader.below(name, |reader| T::read(value, reader)),
            None => T::absent().or_else(|| self.reader.missing(name)),
        }
    }
}

/// The kind of a value; its content is a server's.
fn shown(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl Read for bool {
    fn read(value: Value, reader: &mut Reader) -> Option<Self> {
        value.as_bool().or_else(|| reader.refuse("a boolean", &value))
    }
}

impl Read for i64 {
    fn read(value: Value, reader: &mut Reader) -> Option<Self> {
        let read = value.as_i64().or_else(|| whole(value.as_f64()?));
        read.or_else(|| reader.refuse("an integer of 64 bits with sign", &value))
    }
}

/// JSON Schema calls `21.0` an integer as well.
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0; // 2^53
    let fits = number.fract() == 0.0 && number.abs() <= EXACT;
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    fits.then_some(number as i64)
}

impl Read for f64 {
    fn read(value: Value, reader: &mut Reader) -> Option<Self> {
        value.as_f64().or_else(|| reader.refuse("a number", &value))
    }
}

impl Read for String {
    fn read(value: Value, reader: &mut Reader) -> Option<Self> {
        match value {
            Value::String(text) => Some(text),
            other => reader.refuse("a string", &other),
        }
    }
}

impl Read for Value {
    fn read(value: Value, _: &mut Reader) -> Option<Self> {
        Some(value)
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: Value, reader: &mut Reader) -> Option<Self> {
        if value.is_null() {
            return Some(None);
        }
        T::read(value, reader).map(Some)
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
        let (mut read, length) = (Self::with_capacity(items.len()), items.len());
        for (index, item) in items.into_iter().enumerate() {
            read.extend(reader.below(&index.to_string(), |reader| T::read(item, reader)));
        }
        (read.len() == length).then_some(read)
    }
}

/// Reads an enum of outputs; a name that is not listed is one that a newer server added.
#[doc(hidden)]
pub fn read_choice<T: OpenChoice>(value: Value, reader: &mut Reader) -> Option<T> {
    let name = String::read(value, reader)?;
    Some(T::from_wire_name(&name).unwrap_or_else(|| T::unknown(name)))
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
    fn every_violation_is_told_at_its_place() {
        let read = Reader::whole::<Vec<Option<Vec<String>>>>(json!([["a"], null, [1, "b", []], 2]));
        let violations = read.unwrap_err();
        let told: Vec<_> = violations.iter().map(|violation| violation.pointer.as_str()).collect();
        assert_eq!(told, ["/2/0", "/2/2", "/3"]);
    }
}
