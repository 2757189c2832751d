//! Bounds of numbers, from all keywords that set them.

use serde_json::Value;

use super::{Integer, Members, Number, Shape};

/// The bounds that an inclusive and an exclusive keyword may set: the value, and true if it is
/// itself outside.
fn bound(members: &Members, inclusive: &str, exclusive: &str, is_min: bool) -> Option<(f64, bool)> {
    let number = |name: &str| members.get(name).and_then(Value::as_f64);
    match (number(inclusive), number(exclusive)) {
        (None, None) => None,
        (Some(bound), None) => Some((bound, false)),
        (None, Some(bound)) => Some((bound, true)),
        (Some(inclusive), Some(exclusive)) => {
            let tighter = if is_min { exclusive >= inclusive } else { exclusive <= inclusive };
            Some(if tighter { (exclusive, true) } else { (inclusive, false) })
        }
    }
}

pub(super) fn number(members: &Members) -> Shape {
    let min = bound(members, "minimum", "exclusiveMinimum", true);
    let max = bound(members, "maximum", "exclusiveMaximum", false);
    Shape::Number(Number {
        min: min.map(|(bound, _)| bound),
        max: max.map(|(bound, _)| bound),
        above_min: min.is_some_and(|(_, exclusive)| exclusive),
        below_max: max.is_some_and(|(_, exclusive)| exclusive),
    })
}

pub(super) fn integer(members: &Members) -> Shape {
    let at_least = |name: &str| whole(members.get(name)?, f64::ceil);
    let at_most = |name: &str| whole(members.get(name)?, f64::floor);
    let above = at_most("exclusiveMinimum").and_then(|bound| bound.checked_add(1));
    let below = at_least("exclusiveMaximum").and_then(|bound| bound.checked_sub(1));
    Shape::Integer(Integer {
        min: at_least("minimum").max(above),
        max: at_most("maximum").into_iter().chain(below).min(),
    })
}

/// A bound as an integer of 64 bits, if it is one when rounded.
#[expect(clippy::cast_possible_truncation, reason = "inside of the range, by the check")]
fn whole(value: &Value, round: fn(f64) -> f64) -> Option<i64> {
    /// 2^63, which is no longer an `i64`.
    const END: f64 = 9_223_372_036_854_775_808.0;
    value.as_i64().or_else(|| {
        let rounded = round(value.as_f64()?);
        (-END..END).contains(&rounded).then_some(rounded as i64)
    })
}
