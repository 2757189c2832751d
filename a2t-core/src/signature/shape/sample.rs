//! A value of a shape, for fakes, mocks and proofs.

use serde_json::{Map, Value, json};

use super::{JsonMember, JsonShape};

impl JsonShape {
    /// A value of this shape: each member, one item in each list, the first allowed value.
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

    /// The smallest value of this shape: required members alone, empty lists, and `null`.
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
