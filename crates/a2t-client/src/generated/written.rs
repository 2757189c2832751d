//! Members of records as JSON: of errors, for fakes that fail with them, and of outputs that become
//! inputs.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::OpenChoice;
use crate::generated::read::Members;

/// A type that a member of such a record can have.
pub trait Write {
    /// The value; `None` for a member that is absent.
    fn write(&self) -> Option<Value>;
}

impl Members {
    /// Adds the member of this name, unless it is absent.
    pub fn put(&mut self, name: &str, value: &impl Write) {
        if let Some(value) = value.write() {
            self.0.insert(name.to_owned(), value);
        }
    }

    /// Adds `null` for a member of this name that is absent.
    pub fn or_null(&mut self, name: &str) {
        self.0.entry(name).or_insert(Value::Null);
    }

    /// Returns the members as an object.
    pub fn into_value(self) -> Value {
        Value::Object(self.0)
    }
}

macro_rules! scalars {
    ($($type:ty)*) => {$(
        impl Write for $type {
            fn write(&self) -> Option<Value> {
                Some(self.clone().into())
            }
        }
    )*};
}

scalars! { String i64 f64 bool Value }

impl<T: Write> Write for Option<T> {
    fn write(&self) -> Option<Value> {
        self.as_ref().and_then(T::write)
    }
}

impl<T: Write> Write for Vec<T> {
    fn write(&self) -> Option<Value> {
        Some(self.iter().map(|item| item.write().unwrap_or_default()).collect())
    }
}

impl<T: Write> Write for BTreeMap<String, T> {
    fn write(&self) -> Option<Value> {
        let members = self.iter();
        let members =
            members.map(|(name, value)| (name.clone(), value.write().unwrap_or_default()));
        Some(Value::Object(members.collect()))
    }
}

impl<T: OpenChoice> Write for T {
    fn write(&self) -> Option<Value> {
        Some(self.wire_name().into())
    }
}
