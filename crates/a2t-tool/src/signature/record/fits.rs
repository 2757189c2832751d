//! Bounds of a shape, beyond which readers would refuse the signature: how deep it is, and of how many parts.

use std::borrow::Cow;

use a2t_core::message::Message;
use a2t_core::signature::{SHAPE_DEPTH_MAX, SHAPE_SIZE_MAX};
use a2t_core::{JsonMember, JsonShape, Nested};

use crate::Kind;

/// Refuses a record that is nested too deep, unless one within it is refused for that.
#[track_caller]
#[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
pub const fn shallow(shape: &'static JsonShape, name: &'static str) {
    let JsonShape::Record { members: Cow::Borrowed(members) } = shape else { return };
    let mut index = 0;
    while index < members.len() {
        if let JsonMember { name: Cow::Borrowed(member), shape: Nested::Borrowed(shape), .. } =
            &members[index]
            && depth(shape) >= SHAPE_DEPTH_MAX
            && !has_deep_record(shape)
        {
            Message::new("the member `")
                .text(member)
                .text("` of `")
                .text(name)
                .text("` is too deep: at most 8 records and lists inside each other")
                .text("\nhelp: refer to the deepest by an id, or return it as `a2t::Json`")
                .refuse();
        }
        index += 1;
    }
}

/// Depth of the records and lists of a value.
#[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
const fn depth(shape: &'static JsonShape) -> usize {
    match shape {
        JsonShape::List { items: Nested::Borrowed(items) } => 1 + depth(items),
        JsonShape::Nullable { shape: Nested::Borrowed(shape) } => depth(shape),
        JsonShape::Record { members: Cow::Borrowed(members) } => {
            let (mut most, mut index) = (0, 0);
            while index < members.len() {
                if let Nested::Borrowed(shape) = &members[index].shape {
                    let here = depth(shape);
                    most = if here > most { here } else { most };
                }
                index += 1;
            }
            1 + most
        }
        _ => 0,
    }
}

#[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
const fn has_deep_record(shape: &'static JsonShape) -> bool {
    match shape {
        JsonShape::List { items: Nested::Borrowed(shape) }
        | JsonShape::Nullable { shape: Nested::Borrowed(shape) } => has_deep_record(shape),
        JsonShape::Record { members: Cow::Borrowed(members) } => {
            let mut index = 0;
            while index < members.len() {
                if let Nested::Borrowed(shape) = &members[index].shape
                    && (depth(shape) >= SHAPE_DEPTH_MAX || has_deep_record(shape))
                {
                    return true;
                }
                index += 1;
            }
            false
        }
        _ => false,
    }
}

/// Returns the kind of an output of this shape, unless readers would refuse it.
#[track_caller]
pub const fn described(shape: &'static JsonShape) -> Kind {
    // Its derive reports it, at the record.
    if depth(shape) > SHAPE_DEPTH_MAX && has_deep_record(shape) {
        return Kind::REFUSED;
    }
    let too_deep = "the shape of this output is too deep, at most 8 records and lists inside each other\n\
                    help: return a part of it as `a2t::Json`";
    let size = size(shape, 0, too_deep);
    assert!(
        size <= SHAPE_SIZE_MAX,
        "the shape of this output has too many parts, at most 1000\nhelp: return a part of it as `a2t::Json`"
    );
    Kind::Described(shape)
}

/// Returns the parts of a member of an error, unless readers of the signature would refuse it.
#[track_caller]
pub const fn error_member(shape: &'static JsonShape) -> usize {
    let too_deep = "the shape of this member of an error is too deep, at most 8 records and lists inside each other, \
                    counting the problem itself\nhelp: return a part of it as `a2t::Json`";
    size(shape, 1, too_deep)
}

/// Refuses an error whose members have so many parts that readers of the signature would refuse it.
#[track_caller]
pub const fn error_fits(members: usize) {
    assert!(
        members < SHAPE_SIZE_MAX,
        "the members of this error have too many parts, at most 999\nhelp: return some of them as `a2t::Json`"
    );
}

#[track_caller]
#[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
const fn size(shape: &'static JsonShape, depth: usize, too_deep: &'static str) -> usize {
    assert!(depth <= SHAPE_DEPTH_MAX, "{}", too_deep);
    match shape {
        JsonShape::List { items: Nested::Borrowed(items) } => 1 + size(items, depth + 1, too_deep),
        JsonShape::Nullable { shape: Nested::Borrowed(shape) } => 1 + size(shape, depth, too_deep),
        JsonShape::Record { members: Cow::Borrowed(members) } => {
            let (mut sum, mut index) = (1, 0);
            while index < members.len() {
                if let Nested::Borrowed(shape) = &members[index].shape {
                    sum += size(shape, depth + 1, too_deep);
                }
                index += 1;
            }
            sum
        }
        _ => 1,
    }
}
