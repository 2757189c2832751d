//! Values as models write them become values of the declared type, where only one is possible.

use std::fmt;

use serde_json::Value;

use crate::error::inert;
use crate::json;
use crate::signature::{AllowedValue, InputType, whole};

/// A value that was read leniently, for logs. If a model often needs this, the description of the
/// input may have to be improved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Coerced {
    /// JSON pointer into the arguments, empty for the arguments as a whole.
    pub pointer: String,
    /// Value that the model wrote.
    pub given: Value,
    /// Value of the input's type that it was read as.
    pub taken: Value,
}

impl Coerced {
    /// Creates the record that `given`, at `pointer`, was read as `taken`.
    pub fn new(pointer: impl Into<String>, given: Value, taken: Value) -> Self {
        Self { pointer: pointer.into(), given, taken }
    }
}

impl fmt::Display for Coerced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = match &*self.pointer {
            "" => "the arguments".to_owned(),
            pointer => inert(pointer),
        };
        let (given, taken) = (json::shown(&self.given), json::shown(&self.taken));
        write!(f, "{at}: {given} was read as {taken}")
    }
}

/// Returns the value that the model meant, or `None` if the value is to be checked unchanged.
///
/// Models write values in other types than a schema asks for. A value is read leniently only where
/// one reading of it is possible, and the result is still checked against every constraint of the
/// signature.
///
/// | for an input of type | given | read as |
/// | --- | --- | --- |
/// | `int` | a text of a whole number in decimal digits: `"5"`, `"-5"`, `"5.0"` | `5`, `-5`, `5` |
/// | `int` | a whole number with a point or an exponent: `5.0`, `5e0` | `5` |
/// | `int` | `5.5`, `"5.5"`, `"007"`, `"+5"`, `"1e3"`, `"1,000"`, `"0x10"`, `""`, `true` | refused |
/// | `boolean` | the words `"true"` and `"false"`, in any case: `"True"` | `true`, `false` |
/// | `boolean` | `1`, `0`, `"1"`, `"yes"`, `"on"`, `""` | refused |
/// | `enum` | a name in another case, where only one allowed value has it: `"celsius"` | `CELSIUS` |
/// | `enum` | a name misspelt, a description, the position in the list | refused |
/// | `int`, `boolean`, `enum` | any of these texts with blanks around it: `" 5 "` | as without |
/// | `string` | a text, blanks included | as it is: nothing is trimmed, nothing cut |
/// | `string` | `5`, `true` | refused: `5` may have been `"5"`, `"05"` or `"5.0"` |
/// | any | `["5"]`, `{"value": 5}` | refused |
///
/// ```
/// use a2t_core::InputType;
/// use a2t_core::invocation::coerce;
///
/// let days = InputType::Int { min: None, max: 14 };
/// assert_eq!(coerce(&days, &"5.0".into()), Some(5.into()));
/// assert_eq!(coerce(&days, &5.into()), None); // right as it is
/// assert_eq!(coerce(&days, &"soon".into()), None);
/// ```
pub fn coerce(kind: &InputType, value: &Value) -> Option<Value> {
    match (kind, value) {
        (InputType::Int { .. }, Value::Number(number)) if !number.is_i64() => {
            whole(number.as_f64()?).map(Value::from)
        }
        (InputType::Int { .. }, Value::String(text)) => integer(text.trim()).map(Value::from),
        (InputType::Boolean, Value::String(text)) => boolean(text.trim()).map(Value::from),
        (InputType::Enum { allowed_values }, Value::String(text)) => {
            let name = allowed(allowed_values, text)?;
            (name != text).then(|| Value::from(name))
        }
        _ => None,
    }
}

/// Decimal digits as JSON writes an integer, perhaps with `.0` behind them.
fn integer(text: &str) -> Option<i64> {
    let (digits, zeros) = text.split_once('.').unwrap_or((text, "0"));
    if zeros.is_empty() || zeros.bytes().any(|byte| byte != b'0') {
        return None;
    }
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    let plain = unsigned.bytes().all(|byte| byte.is_ascii_digit());
    let padded = unsigned.len() > 1 && unsigned.starts_with('0');
    (plain && !padded).then(|| digits.parse().ok())?
}

fn boolean(text: &str) -> Option<bool> {
    let is = |word| text.eq_ignore_ascii_case(word);
    match (is("true"), is("false")) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// The allowed value of this name, or the only one that has it except for case and blanks around it.
fn allowed<'a>(allowed_values: &'a [AllowedValue], text: &str) -> Option<&'a str> {
    let mut names = allowed_values.iter().map(|allowed| &*allowed.name);
    if let Some(name) = names.find(|name| *name == text) {
        return Some(name);
    }
    let mut near = allowed_values
        .iter()
        .map(|allowed| &*allowed.name)
        .filter(|name| name.eq_ignore_ascii_case(text.trim()));
    match (near.next(), near.next()) {
        (Some(name), None) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn kinds() -> [InputType; 4] {
        let names = ["FAHRENHEIT", "Celsius", "CELSIUS", "Kelvin"]
            .map(|name| AllowedValue { name: name.into(), description: "".into() });
        [
            InputType::Int { min: None, max: 9 },
            InputType::Boolean,
            InputType::Enum { allowed_values: names.to_vec().into() },
            InputType::String { max_length: None },
        ]
    }

    #[test]
    fn values_with_one_reading_are_read() {
        let [int, boolean, choice, _] = kinds();
        for (kind, given, taken) in [
            (&int, json!("5"), json!(5)),
            (&int, json!("-5"), json!(-5)),
            (&int, json!("0"), json!(0)),
            (&int, json!(" 5.00\n"), json!(5)),
            (&int, json!(5.0), json!(5)),
            (&int, json!(-9_007_199_254_740_991.0), json!(-9_007_199_254_740_991_i64)),
            (&boolean, json!("true"), json!(true)),
            (&boolean, json!(" False "), json!(false)),
            (&choice, json!("fahrenheit"), json!("FAHRENHEIT")),
            (&choice, json!(" KELVIN"), json!("Kelvin")),
        ] {
            assert_eq!(coerce(kind, &given), Some(taken), "{given}");
        }
    }

    #[test]
    fn all_else_is_left_as_it_is() {
        let [int, boolean, choice, string] = kinds();
        let texts = [
            "5.5",
            "007",
            "+5",
            "1e3",
            "1,000",
            "0x10",
            "",
            "-",
            ".0",
            "5.",
            "5.01",
            "٥",
            "9223372036854775808",
        ];
        let texts = texts.map(|text| (&int, json!(text)));
        let numbers = [5.5, 1e300, 9_007_199_254_740_994.0].map(|number| (&int, json!(number)));
        let words = ["1", "yes", "on", "", "t"].map(|word| (&boolean, json!(word)));
        let names = ["celsius", "CELSIUS", "CELCIUS", "", "0"].map(|name| (&choice, json!(name)));
        let others = [
            (&int, json!(5)),
            (&int, json!(true)),
            (&int, json!(["5"])),
            (&boolean, json!(1)),
            (&choice, json!(0)),
            (&string, json!(5)),
            (&string, json!(" Rome ")),
            (&string, json!(null)),
        ];
        let all = texts.into_iter().chain(numbers).chain(words).chain(names);
        for (kind, given) in all.chain(others) {
            assert_eq!(coerce(kind, &given), None, "{given}");
        }
    }

    #[test]
    fn a_reading_is_reported_with_its_location() {
        let rendered = |pointer: &str| Coerced::new(pointer, json!("5"), json!(5)).to_string();
        assert_eq!(rendered("/days"), "/days: \"5\" was read as 5");
        assert_eq!(rendered(""), "the arguments: \"5\" was read as 5");
    }
}
