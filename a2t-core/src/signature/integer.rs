//! Integers as JSON has them, whatever form they are written in.

use serde_json::Number;

use super::SAFE_MAX;

pub(crate) fn whole(value: f64) -> Option<i64> {
    let exact = value.fract() == 0.0 && value.abs() <= SAFE_MAX as f64;
    exact.then_some(value as i64)
}

/// Reads an integer of 64 bits with sign, also one that is written `80.0` (spec note AMB-24) where
/// no digit of it can be lost.
///
/// ```
/// use a2t_core::invocation::integer;
/// use serde_json::Number;
///
/// assert_eq!(integer(&Number::from_f64(80.0).unwrap()), Some(80));
/// assert_eq!(integer(&Number::from_f64(1e300).unwrap()), None);
/// ```
pub fn integer(number: &Number) -> Option<i64> {
    match number.as_i64() {
        Some(integer) => Some(integer),
        None => whole(number.as_f64()?),
    }
}
