//! A JSON Schema that is sound: within limits, each keyword of its type, each `$ref` inside of it.

mod keyword;
mod read;
mod reference;
mod remarks;

use a2t_core::Violations;
use serde_json::Value;

use crate::canonical::{Sorted, compact};
use crate::shape::{self, Shape};

pub(crate) use keyword::{Form, children, form};
pub(crate) use reference::resolve;
pub(crate) use remarks::remarks;

/// A JSON Schema (draft 2020-12, and what servers write of draft-07), read strictly.
///
/// Every keyword is kept, unknown ones included. Values of known keywords have the right types;
/// each `$ref` leads to a schema of the same document, since nothing is ever fetched.
///
/// ```
/// use a2t_schema::Schema;
/// let schema = serde_json::json!({"properties": {"a": {"$ref": "https://example.com/a.json"}}});
/// let violations = Schema::read(&schema, "").unwrap_err();
/// assert_eq!(violations.iter().next().unwrap().pointer, "/properties/a/$ref");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Schema(Value);

impl Schema {
    /// Reads a schema that stands at the JSON pointer `at` of its document.
    ///
    /// # Errors
    /// Everything that is wrong with it, or exceeds a [limit](crate::limit).
    pub fn read(value: &Value, at: &str) -> Result<Self, Violations> {
        read::check(value, at).into_result()?;
        Ok(Self(crate::canonical::normal(value)))
    }

    /// The same schema with its members in another order.
    pub(crate) fn ordered(value: Value) -> Self {
        Self(value)
    }

    /// Returns the schema as JSON; `1.0` has become `1`.
    pub fn as_value(&self) -> &Value {
        &self.0
    }

    /// Returns compact JSON with the members of each object by name: the same for schemas that are
    /// equal.
    pub fn canonical(&self) -> String {
        compact(&Sorted(&self.0))
    }

    /// Returns the typed view of the values that the schema accepts.
    pub fn shape(&self) -> Shape {
        shape::of(&self.0)
    }

    /// Returns the schema that a `$ref` in this one leads to, and the JSON pointer to it; `None` of
    /// a reference that is not a pointer, such as an anchor.
    pub fn resolve(&self, reference: &str) -> Option<(String, &Value)> {
        resolve(&self.0, reference)
    }

    /// Returns every text of the schema that is written for people and models (titles,
    /// descriptions, comments, names of properties, values of enums, defaults, examples, patterns),
    /// each with its JSON pointer from `at`.
    ///
    /// ```
    /// use a2t_schema::Schema;
    /// let schema = serde_json::json!({"properties": {"a": {"enum": ["x"], "title": "An A"}}});
    /// let texts = Schema::read(&schema, "").unwrap().texts("");
    /// let pointers: Vec<_> = texts.iter().map(|(pointer, text)| (&**pointer, &**text)).collect();
    /// let expected = [("/properties/a", "a"), ("/properties/a/enum/0", "x"), ("/properties/a/title", "An A")];
    /// assert_eq!(pointers, expected);
    /// ```
    pub fn texts(&self, at: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        read::texts(&self.0, at, &mut |at, text| found.push((at.to_owned(), text.to_owned())));
        found
    }
}
