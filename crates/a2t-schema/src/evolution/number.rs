//! Numbers of JSON compared exactly: an integer of 64 bits is not rounded to a double.

use std::cmp::Ordering;

use serde_json::{Number, Value};

/// Order of two numbers.
pub(super) fn order(a: &Number, b: &Number) -> Ordering {
    match (exact(a), exact(b)) {
        (Some(a), Some(b)) => a.0.cmp(&b.0).then_with(|| a.1.total_cmp(&b.1)),
        _ => double(a).total_cmp(&double(b)),
    }
}

fn double(number: &Number) -> f64 {
    number.as_f64().unwrap_or_default()
}

/// The largest integer below, and what is left.
#[expect(clippy::cast_possible_truncation, reason = "inside of the range, by the check")]
fn exact(number: &Number) -> Option<(i128, f64)> {
    if let Some(integer) = number.as_i64() {
        return Some((integer.into(), 0.0));
    }
    if let Some(integer) = number.as_u64() {
        return Some((integer.into(), 0.0));
    }
    let float = number.as_f64()?;
    let floor = float.floor();
    if floor.abs() < 1e38 { Some((floor as i128, float - floor)) } else { None }
}

/// A bound of numbers: the value, and true if it is itself outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bound<'v> {
    pub(super) value: &'v Value,
    number: &'v Number,
    is_outside: bool,
}

/// Lower or upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Min,
    Max,
}

impl<'v> Bound<'v> {
    /// The tighter of the two keywords of an end.
    pub(super) fn from_members(
        members: &'v serde_json::Map<String, Value>,
        end: End,
    ) -> Option<Self> {
        let (inclusive, exclusive) = match end {
            End::Min => ("minimum", "exclusiveMinimum"),
            End::Max => ("maximum", "exclusiveMaximum"),
        };
        let bound = |name: &str, is_outside| {
            let value = members.get(name)?;
            Some(Self { value, number: value.as_number()?, is_outside })
        };
        let (a, b) = (bound(inclusive, false), bound(exclusive, true));
        match (a, b) {
            (Some(a), Some(b)) if b.tightness(&a, end).is_lt() => Some(a),
            (a, b) => b.or(a),
        }
    }

    /// Greater if it lets fewer numbers in than the other.
    pub(super) fn tightness(&self, other: &Self, end: End) -> Ordering {
        let order = order(self.number, other.number);
        let order = match end {
            End::Min => order,
            End::Max => order.reverse(),
        };
        order.then(self.is_outside.cmp(&other.is_outside))
    }

    /// The bound of integers as one that is inside, if it fits; equal for `> 0` and `>= 1`.
    pub(super) fn whole(&self, end: End) -> Option<i128> {
        let (floor, rest) = exact(self.number)?;
        let is_whole = rest == 0.0;
        Some(match end {
            End::Min if is_whole && !self.is_outside => floor,
            End::Min => floor.saturating_add(1),
            End::Max if is_whole && self.is_outside => floor.saturating_sub(1),
            End::Max => floor,
        })
    }

    /// Returns whether the number is inside.
    pub(super) fn takes(&self, number: &Number, end: End) -> bool {
        let order = order(number, self.number);
        let order = match end {
            End::Min => order,
            End::Max => order.reverse(),
        };
        order.is_gt() || order.is_eq() && !self.is_outside
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn integers_are_distinguished_where_doubles_are_not() {
        let number = |value: Value| value.as_number().cloned().unwrap();
        let (a, b) =
            (number(json!(9_007_199_254_740_993_i64)), number(json!(9_007_199_254_740_992.0)));
        assert_eq!(order(&a, &b), Ordering::Greater);
        assert_eq!(order(&number(json!(u64::MAX)), &number(json!(1e300))), Ordering::Less);
        assert_eq!(order(&number(json!(-0.5)), &number(json!(-1))), Ordering::Greater);
    }

    #[test]
    fn of_two_bounds_the_tighter_holds() {
        let members =
            json!({"minimum": 1, "exclusiveMinimum": 1, "maximum": 3, "exclusiveMaximum": 9});
        let members = members.as_object().unwrap();
        let (min, max) = (
            Bound::from_members(members, End::Min).unwrap(),
            Bound::from_members(members, End::Max).unwrap(),
        );
        assert_eq!((min.whole(End::Min), max.whole(End::Max)), (Some(2), Some(3)));
        let one = json!(1);
        assert!(!min.takes(one.as_number().unwrap(), End::Min));
        assert!(max.takes(json!(3).as_number().unwrap(), End::Max));
    }
}
