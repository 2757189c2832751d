//! Published shapes of JSON as constants, which the macros write part by part.

use std::borrow::Cow;

use a2t_core::{AllowedValue, JsonMember, JsonShape, Nested};

/// Returns the shape of a record of these members, sorted by name.
pub const fn record(members: &'static [JsonMember]) -> JsonShape {
    JsonShape::Record { members: Cow::Borrowed(members) }
}

/// Returns the shape of a list of items of this shape.
pub const fn list(items: &'static JsonShape) -> JsonShape {
    JsonShape::List { items: Nested::Borrowed(items) }
}

/// Returns the shape of a value of this shape, or `null`.
pub const fn or_null(shape: &'static JsonShape) -> JsonShape {
    JsonShape::Nullable { shape: Nested::Borrowed(shape) }
}

/// Returns the shape of one of these names.
pub const fn choices(allowed_values: &'static [AllowedValue]) -> JsonShape {
    JsonShape::Enum { allowed_values: Cow::Borrowed(allowed_values) }
}

/// Returns a member of a record.
pub const fn member(
    name: &'static str,
    description: &'static str,
    shape: &'static JsonShape,
    required: bool,
) -> JsonMember {
    let (name, description) = (Cow::Borrowed(name), Cow::Borrowed(description));
    JsonMember { name, description, shape: Nested::Borrowed(shape), required }
}
