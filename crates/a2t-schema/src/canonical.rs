//! JSON in one spelling: members by name, numbers as the shortest text that is read as the same.

use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Number, Value};

/// Integers up to this are written without a fraction, in any spelling of the source.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The value with members by name and each number in its one spelling.
pub(crate) fn normal(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::Number(number_of(number)),
        Value::Array(items) => Value::Array(items.iter().map(normal).collect()),
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_unstable_by_key(|(name, _)| *name);
            let pairs = sorted.into_iter().map(|(name, value)| (name.clone(), normal(value)));
            Value::Object(pairs.collect::<Map<_, _>>())
        }
        scalar => scalar.clone(),
    }
}

/// `1.0` and `1` are one number (JSON Schema 2020-12, section 4.2.3).
#[expect(clippy::cast_possible_truncation, reason = "integers below 2^53")]
fn number_of(number: &Number) -> Number {
    if let Some(integer) = number.as_i64() {
        return integer.into();
    }
    if let Some(integer) = number.as_u64() {
        return integer.into();
    }
    match number.as_f64() {
        Some(float) if float.fract() == 0.0 && float.abs() <= EXACT => (float as i64).into(),
        Some(float) => Number::from_f64(float).unwrap_or_else(|| number.clone()),
        None => number.clone(),
    }
}

/// Writes members by name, also where a crate of the build keeps them in another order.
pub(crate) struct Sorted<'a>(pub(crate) &'a Value);

impl Serialize for Sorted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(items) => serializer.collect_seq(items.iter().map(Sorted)),
            Value::Object(members) => {
                let mut sorted: Vec<_> = members.iter().collect();
                sorted.sort_unstable_by_key(|(name, _)| *name);
                serializer.collect_map(sorted.into_iter().map(|(name, value)| (name, Self(value))))
            }
            scalar => scalar.serialize(serializer),
        }
    }
}

/// Compact text of any value that is written to memory, which has no way to fail.
pub(crate) fn compact(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_value_has_one_spelling() {
        let (a, b) = (r#"{"b": 1.0, "a": [1e2, -0.0, 0.10]}"#, r#"{"a":[100,0,1e-1],"b":1}"#);
        let spelt = |text: &str| {
            let value: Value = serde_json::from_str(text).unwrap();
            compact(&Sorted(&normal(&value)))
        };
        assert_eq!(spelt(a), r#"{"a":[100,0,0.1],"b":1}"#);
        assert_eq!(spelt(a), spelt(b));
    }

    #[test]
    fn numbers_stay_what_they_are() {
        for number in [json!(u64::MAX), json!(i64::MIN), json!(1e300), json!(0.1), json!(5e-324)] {
            assert_eq!(normal(&number), number);
            let again: Value = serde_json::from_str(&compact(&Sorted(&number))).unwrap();
            assert_eq!(again, number);
        }
    }
}
