//! The typed view of a schema: what a program in a typed language needs to know of its values.
//!
//! A [`Shape`] never takes less than the schema allows: each value that the schema accepts fits it,
//! except integers of more than 64 bits. It may fit values that the schema refuses (`pattern`,
//! `multipleOf`, conditions), so validate against the schema where you must be sure.

mod number;
mod object;
pub(crate) mod tag;
mod view;

use std::fmt;

use serde_json::{Map, Value};

pub(crate) use view::of;

type Members = Map<String, Value>;

/// The typed view of a schema; see the [module](self).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// Any JSON value, because the schema has no constraints, or more than a shape can express.
    Any(Reason),
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// An integer.
    Integer(Integer),
    /// A number.
    Number(Number),
    /// A string.
    String(Text),
    /// One of these values, at least one; none of them twice, none is `null`.
    Enum(Vec<Value>),
    /// Only this value.
    Const(Value),
    /// An array.
    Array(Box<Array>),
    /// The shape, or `null`.
    Nullable(Box<Shape>),
    /// An object.
    Object(Object),
    /// One of several objects.
    Union(Union),
}

/// Bounds of an integer, both included; `None` where there is none, or beyond 64 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Integer {
    /// The smallest.
    pub min: Option<i64>,
    /// The largest.
    pub max: Option<i64>,
}

/// Bounds of a number; `None` where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Number {
    /// The smallest.
    pub min: Option<f64>,
    /// The largest.
    pub max: Option<f64>,
    /// Whether `min` itself is too small.
    pub above_min: bool,
    /// Whether `max` itself is too large.
    pub below_max: bool,
}

/// A string. Lengths count Unicode scalar values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Text {
    /// The fewest characters.
    pub min_length: Option<u64>,
    /// Maximum number of characters.
    pub max_length: Option<u64>,
    /// `format`, such as `date-time`; validators need not check it.
    pub format: Option<String>,
    /// `pattern`, as the server wrote it: a regular expression of ECMA-262. It may take a matcher that
    /// tries one way after the other longer than anybody waits.
    pub pattern: Option<String>,
}

/// An array whose items have one shape.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Array {
    /// Shape of each item.
    pub items: Shape,
    /// The fewest items.
    pub min_items: Option<u64>,
    /// Maximum number of items.
    pub max_items: Option<u64>,
    /// Whether no two items may be equal.
    pub unique: bool,
}

/// An object.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Object {
    /// Name for its type: that of the definition it stands in, else its title.
    pub name: Option<String>,
    /// Description of the object itself.
    pub description: Option<String>,
    /// Properties that are named: those that are required in the order of `required`, then the others by
    /// name. Members of JSON objects have no order, so that of `properties` is not one.
    pub properties: Vec<Property>,
    /// Members that are not named.
    pub rest: Rest,
}

/// Members of an object that its properties do not name.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Rest {
    /// There are none: `"additionalProperties": false`.
    None,
    /// There is no rule for them: `additionalProperties` is absent, or it is `true` or `{}` with
    /// named properties. A program that writes such an object writes none.
    Unspecified,
    /// They are invited, each of this shape: `"additionalProperties": {"type": "string"}`.
    Each(Box<Shape>),
}

/// A property of an object.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Property {
    /// Name in JSON.
    pub name: String,
    /// `title`.
    pub title: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// Whether every object has it.
    pub required: bool,
    /// `default`: the value that the server takes where it is absent.
    pub default: Option<Value>,
    /// `deprecated`.
    pub deprecated: bool,
    /// Shape of its value.
    pub shape: Shape,
}

/// One of several objects, selected by the value of one property: of `oneOf` or `anyOf`, where each
/// alternative requires the property and has its own text for it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Union {
    /// Name of the property in JSON.
    pub tag: String,
    /// The alternatives in the order of the schema, at least two.
    pub variants: Vec<Variant>,
}

/// An alternative of a [`Union`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Variant {
    /// Value of the property that only this alternative has.
    pub value: String,
    /// The object, with that property.
    pub object: Object,
}

/// Reason why a shape is [`Shape::Any`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The schema has no type.
    Unspecified,
    /// The schema accepts nothing at all.
    Nothing,
    /// Values of several types, or alternatives that no property selects.
    Union,
    /// Several schemas hold at once, or under conditions: `allOf`, `not`, `if`.
    Combination,
    /// Items of an array have different schemas.
    Tuple,
    /// The schema leads back to itself.
    Recursion,
    /// A reference that only a validator resolves: `$dynamicRef`.
    Reference,
    /// A shape of more than [`SHAPES_MAX`](crate::limit::SHAPES_MAX) schemas.
    TooLarge,
}

impl Shape {
    /// Creates an integer with these bounds.
    pub fn integer(min: Option<i64>, max: Option<i64>) -> Self {
        Self::Integer(Integer { min, max })
    }

    /// Returns the shape without `null`, and true if that was among its values.
    pub fn without_null(&self) -> (&Self, bool) {
        match self {
            Self::Nullable(shape) => (shape, true),
            shape => (shape, false),
        }
    }

    /// Returns the values of an enum of strings, or of a string that is constant; `None` for any
    /// other shape.
    pub fn texts(&self) -> Option<Vec<&str>> {
        match self {
            Self::Enum(values) => values.iter().map(Value::as_str).collect(),
            Self::Const(value) => value.as_str().map(|text| vec![text]),
            _ => None,
        }
    }
}

impl Object {
    /// Returns whether the object has no members but those that are named.
    pub fn is_closed(&self) -> bool {
        self.rest == Rest::None
    }

    /// Returns the property of this name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }
}

impl Reason {
    /// Returns the reason in words, to stand behind "because".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Unspecified => "the schema has no type",
            Self::Nothing => "the schema accepts no value",
            Self::Union => "the schema has alternatives",
            Self::Combination => "several schemas hold at once, or under conditions",
            Self::Tuple => "each item has its own schema",
            Self::Recursion => "the schema leads back to itself",
            Self::Reference => "the schema has a dynamic reference",
            Self::TooLarge => "the schema is too large",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}
