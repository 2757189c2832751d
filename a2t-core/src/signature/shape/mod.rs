//! Shape of the JSON that an output is: records, lists and scalars; a documented extension (spec
//! note AMB-46).

mod check;
mod read;
mod rule;
mod write;

use std::hash::{Hash, Hasher};
use std::ops::Deref;

pub use check::{Reader, check_value};
pub(super) use read::{Unknown, read};
pub(super) use rule::broken;

use serde_json::{Map, Value, json};

use super::{AllowedValue, List, Text};

/// Maximum number of records and lists that a shape is nested in (spec note AMB-46).
pub const SHAPE_DEPTH_MAX: usize = 8;
/// Maximum number of shapes within one, including itself (spec note AMB-46).
pub const SHAPE_SIZE_MAX: usize = 1_000;

/// Shape of a JSON value, from the member `schema` of an output of type `json` (spec note AMB-46).
///
/// ```
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"f","description":"","version":1,
/// #   "currentVersion":1,"output_parameters":[{"id":"days","name":"days","type":"json","description":"",
/// #   "schema":{"type":"array","items":{"type":"object","properties":{"high":{"type":"number"}},"required":["high"]}}}]}"#;
/// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// use a2t_core::{JsonShape, OutputType};
/// let OutputType::Described { shape } = &signature.output_parameters[0].kind else { unreachable!() };
/// let JsonShape::List { items } = &**shape else { unreachable!() };
/// let JsonShape::Record { members } = &**items else { unreachable!() };
/// assert_eq!((&*members[0].name, &*members[0].shape), ("high", &JsonShape::Number));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JsonShape {
    /// Any JSON value, `null` among them.
    Any,
    /// A JSON string.
    String,
    /// A JSON integer of 64 bits with a sign.
    Int,
    /// A JSON number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// One of the names listed.
    Enum {
        /// The choices, at least one.
        allowed_values: List<AllowedValue>,
    },
    /// A JSON object with these members, and perhaps with those of later versions.
    Record {
        /// The members, sorted by name.
        members: List<JsonMember>,
    },
    /// A JSON array.
    List {
        /// Shape of each item.
        items: Nested,
    },
    /// A value of this shape, or `null`.
    Nullable {
        /// The other values; neither [`JsonShape::Any`] nor nullable itself.
        shape: Nested,
    },
}

/// One member of a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonMember {
    /// Name in the object; unique in the record.
    pub name: Text,
    /// Meaning, for a model to read.
    pub description: Text,
    /// Shape of its value.
    pub shape: Nested,
    /// Whether every value of the record has it.
    pub required: bool,
}

/// A shape within another: `'static` when a macro wrote it, owned when it came off the wire.
#[derive(Clone, Debug)]
pub enum Nested {
    /// Part of a constant.
    Borrowed(&'static JsonShape),
    /// A shape that was read.
    Owned(Box<JsonShape>),
}

impl JsonShape {
    /// Returns the shape in words: `a string`, `a list`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Any => "any JSON",
            Self::String => "a string",
            Self::Int => "an integer",
            Self::Number => "a number",
            Self::Boolean => "true or false",
            Self::Enum { .. } => "the name of an allowed value",
            Self::Record { .. } => "an object",
            Self::List { .. } => "an array",
            Self::Nullable { shape } => shape.get().name(),
        }
    }

    /// Returns the shape of the values that are not `null`.
    pub const fn bare(&self) -> &Self {
        match self {
            Self::Nullable { shape } => shape.get(),
            _ => self,
        }
    }

    /// Returns whether `null` is one of the values.
    pub const fn takes_null(&self) -> bool {
        matches!(self, Self::Nullable { .. } | Self::Any)
    }

    /// Returns the member of this name, if this is a record that has it.
    pub fn member(&self, name: &str) -> Option<&JsonMember> {
        match self.bare() {
            Self::Record { members } => members.iter().find(|member| member.name == name),
            _ => None,
        }
    }
}

impl Nested {
    /// Returns the shape itself; [`Deref`] for const evaluation.
    pub const fn get(&self) -> &JsonShape {
        match self {
            Self::Borrowed(shape) => shape,
            Self::Owned(shape) => shape,
        }
    }
}

impl Deref for Nested {
    type Target = JsonShape;

    fn deref(&self) -> &JsonShape {
        self.get()
    }
}

impl From<JsonShape> for Nested {
    fn from(shape: JsonShape) -> Self {
        Self::Owned(Box::new(shape))
    }
}

impl PartialEq for Nested {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Nested {}

impl Hash for Nested {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.get().hash(state);
    }
}

/// Values of a shape, for fakes, mocks and proofs.
impl JsonShape {
    /// Returns a value of this shape: each member, one item in each list, the first allowed value.
    ///
    /// ```
    /// use a2t_core::signature::JsonShape;
    /// assert_eq!(JsonShape::List { items: JsonShape::Boolean.into() }.sample(), serde_json::json!([true]));
    /// ```
    pub fn sample(&self) -> Value {
        match self {
            Self::Any => json!({}),
            Self::String => "text".into(),
            Self::Int => 1.into(),
            Self::Number => json!(1.5),
            Self::Boolean => true.into(),
            Self::Enum { allowed_values } => {
                allowed_values.first().map_or(Value::Null, |value| (*value.name).into())
            }
            Self::Nullable { shape } => shape.sample(),
            Self::List { items } => json!([items.sample()]),
            Self::Record { members } => object(members.iter(), Self::sample),
        }
    }

    /// The smallest value of this shape: only required members, empty lists, and `null`.
    pub(crate) fn smallest(&self) -> Value {
        match self {
            Self::List { .. } => json!([]),
            Self::Nullable { .. } => Value::Null,
            Self::Record { members } => {
                object(members.iter().filter(|member| member.required), Self::smallest)
            }
            scalar => scalar.sample(),
        }
    }
}

fn object<'a>(
    members: impl Iterator<Item = &'a JsonMember>,
    value: fn(&JsonShape) -> Value,
) -> Value {
    let pairs = members.map(|member| (member.name.to_string(), value(&member.shape)));
    Value::Object(pairs.collect::<Map<_, _>>())
}
