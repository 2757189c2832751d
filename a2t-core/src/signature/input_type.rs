//! The types of inputs: their names, their constraints, and what they are in JSON and in messages.

use serde_json::{Map, Value};

use super::{AllowedValue, DEFAULT_MAX, List};

/// The values an input takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InputType {
    /// A JSON string.
    String {
        /// Maximum length in Unicode scalar values. This is an extension (`max-length`).
        max_length: Option<u64>,
    },
    /// A JSON integer.
    Int {
        /// The smallest value; an extension (`min`).
        min: Option<i64>,
        /// The largest value; [`DEFAULT_MAX`] when the document is silent.
        max: i64,
    },
    /// `true` or `false`.
    Boolean,
    /// One of the names listed.
    Enum {
        /// The choices, at least one (`allowed-values`).
        allowed_values: List<AllowedValue>,
    },
}

/// Constraints of an input, as far as its type has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Constraints<'a> {
    /// The smallest integer.
    pub min: Option<i64>,
    /// The largest integer.
    pub max: Option<i64>,
    /// Maximum length in Unicode scalar values.
    pub max_length: Option<u64>,
    /// The choices.
    pub allowed_values: Option<&'a [AllowedValue]>,
}

/// Choices that are named in a message; of more, the number is.
const CHOICES_MAX: usize = 10;

impl InputType {
    /// The wire names of all types.
    pub const NAMES: [&'static str; 4] = ["string", "int", "boolean", "enum"];

    /// Returns the wire name: `string`, `int`, `boolean` or `enum`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::String { .. } => "string",
            Self::Int { .. } => "int",
            Self::Boolean => "boolean",
            Self::Enum { .. } => "enum",
        }
    }

    /// Returns the type of this wire name, with the constraints of a document that has none.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "string" => Self::String { max_length: None },
            "int" => Self::Int { min: None, max: DEFAULT_MAX },
            "boolean" => Self::Boolean,
            "enum" => Self::Enum { allowed_values: List::default() },
            _ => return None,
        })
    }

    /// Returns the type of its values in JSON Schema: `string`, `integer` or `boolean`.
    pub const fn json_type(&self) -> &'static str {
        match self {
            Self::String { .. } | Self::Enum { .. } => "string",
            Self::Int { .. } => "integer",
            Self::Boolean => "boolean",
        }
    }

    /// Returns the constraints, which are members of the parameter on the wire.
    pub fn constraints(&self) -> Constraints<'_> {
        let none = Constraints::default();
        match self {
            Self::String { max_length } => Constraints { max_length: *max_length, ..none },
            Self::Int { min, max } => Constraints { min: *min, max: Some(*max), ..none },
            Self::Boolean => none,
            Self::Enum { allowed_values } => {
                Constraints { allowed_values: Some(allowed_values), ..none }
            }
        }
    }

    /// Returns the JSON Schema of its values: their type, and a keyword for each constraint.
    ///
    /// ```
    /// use a2t_core::InputType;
    /// use serde_json::{Value, json};
    ///
    /// let days = InputType::Int { min: None, max: 14 };
    /// assert_eq!(Value::from(days.json_schema()), json!({ "type": "integer", "maximum": 14 }));
    /// ```
    pub fn json_schema(&self) -> Map<String, Value> {
        let Constraints { min, max, max_length, allowed_values } = self.constraints();
        let names = allowed_values.map(|values| values.iter().map(|value| &*value.name).collect());
        let keywords = [
            ("type", Some(self.json_type().into())),
            ("minimum", min.map(Value::from)),
            ("maximum", max.map(Value::from)),
            ("maxLength", max_length.map(Value::from)),
            ("enum", names),
        ];
        let keywords = keywords.into_iter();
        keywords.filter_map(|(keyword, value)| Some((keyword.to_owned(), value?))).collect()
    }

    /// Returns the values that an input takes, in words: `an integer from 0 to 14`.
    pub(crate) fn expectation(&self) -> String {
        match self {
            Self::String { max_length: None } => "a string".to_owned(),
            Self::String { max_length: Some(max) } => {
                format!("a string of at most {max} characters")
            }
            Self::Int { min: Some(min), max } => format!("an integer from {min} to {max}"),
            Self::Int { min: None, max } => format!("an integer up to {max}"),
            Self::Boolean => "true or false".to_owned(),
            Self::Enum { allowed_values } if allowed_values.len() > CHOICES_MAX => {
                format!("one of {} allowed values", allowed_values.len())
            }
            Self::Enum { allowed_values } => {
                let names: Vec<_> = allowed_values.iter().map(|allowed| &*allowed.name).collect();
                format!("one of {}", names.join(", "))
            }
        }
    }
}
