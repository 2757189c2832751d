//! The long way through an invocation: read whole, and everything that is wrong with it reported.

use serde_json::{Map, Value};

use super::Scalar;
use super::checker::Checker;
use crate::error::{Code, Violation, Violations};
use crate::json::{self, segment, wrong_type};
use crate::signature::ToolSignature;
use crate::signature::rule::quote;

const PAIRS: &str = "`input_parameters`: an array of {\"name\", \"value\"} pairs";

/// The values that fit, by position, and everything that is wrong.
pub(super) fn read(
    signature: &ToolSignature,
    body: Value,
    text: &[u8],
) -> (Vec<Option<Scalar<'static>>>, Violations) {
    let mut checker = Checker::new(signature);
    let mut values = Vec::new();
    values.resize_with(signature.input_parameters.len(), || None);
    let Some(pairs) = pairs(signature, body, &mut checker.found) else {
        return (values, checker.found);
    };
    let mut floats = Vec::new();
    for (index, pair) in pairs.into_iter().enumerate() {
        // The locations of violations that are only counted are not needed.
        let full = checker.found.is_full();
        let at = if full { String::new() } else { format!("/input_parameters/{index}") };
        let read = self::pair(pair, &at, &mut checker);
        if let Some((position, value)) = read
            && let Some(slot) = values.get_mut(position)
        {
            *slot = Scalar::from_json(&value).map(Scalar::into_owned);
            let is_float = matches!(&value, Value::Number(number) if number.is_f64());
            if is_float && matches!(slot, Some(Scalar::Int(_))) {
                floats.push((position, format!("/input_parameters/{index}/value")));
            }
        }
    }
    refuse_fractions(&floats, text, &mut checker);
    (values, checker.finish())
}

/// Refuses numbers that are whole only because a double has no room for their last digits.
fn refuse_fractions(floats: &[(usize, String)], text: &[u8], checker: &mut Checker<'_>) {
    if floats.is_empty() {
        return;
    }
    let text = std::str::from_utf8(text).unwrap_or_default();
    let texts = json::texts(text, floats.iter().map(|(_, at)| at.as_str()));
    for ((position, at), text) in floats.iter().zip(texts) {
        if !is_whole(text) {
            checker.fraction(*position, at, text);
        }
    }
}

/// Returns whether the text begins with a whole number, which may have any exponent.
fn is_whole(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (integer, rest) = unsigned.split_at_checked(digits(unsigned)).unwrap_or_default();
    let rest_of_point = rest.strip_prefix('.').unwrap_or_default();
    let (fraction, behind) =
        rest_of_point.split_at_checked(digits(rest_of_point)).unwrap_or_default();
    let behind = if rest_of_point.is_empty() { rest } else { behind };
    let exponent = behind.strip_prefix(['e', 'E']).map_or(0, exponent);
    let last = [integer, fraction].concat().bytes().rposition(|digit| digit != b'0');
    let point = i64::try_from(integer.len()).unwrap_or(i64::MAX).saturating_add(exponent);
    last.is_none_or(|last| i64::try_from(last).is_ok_and(|last| last < point))
}

/// The exponent at the beginning of this text; one that no integer has room for is as far as one goes.
fn exponent(text: &str) -> i64 {
    let negative = text.starts_with('-');
    let digits = text.trim_start_matches(['+', '-']);
    let digits = digits.bytes().take_while(u8::is_ascii_digit);
    let value = digits.fold(0_i64, |value, digit| {
        value.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
    });
    if negative { -value } else { value }
}

/// The array of pairs; `None` when there is nothing that could be read as one.
fn pairs(signature: &ToolSignature, body: Value, found: &mut Violations) -> Option<Vec<Value>> {
    let Value::Object(mut members) = body else {
        found.push(wrong_type("", "an object with `name` and `input_parameters`", &body));
        return None;
    };
    match members.remove("name") {
        None | Some(Value::Null) => {}
        Some(Value::String(name)) if name == signature.name => {}
        Some(Value::String(name)) => {
            let violation = Violation::new(Code::WrongTool, "/name").got(quote(&name));
            found.push(violation.expected(format!("{} or nothing", quote(&signature.name))));
        }
        Some(other) => found.push(wrong_type("/name", "a string", &other)),
    }
    let inputs = members.remove("input_parameters").filter(|inputs| !inputs.is_null());
    let stand_in = match &inputs {
        None => stand_in(&members).map(str::to_owned),
        Some(_) => None,
    };
    // Other members are passed by (spec note AMB-28): a caller may know more than this server.
    if let Some(name) = &stand_in {
        let violation = unknown_member("", name).expected(PAIRS);
        found.push(violation.allowed(["input_parameters"].into_iter(), "input_parameters"));
    }
    match inputs {
        Some(Value::Array(pairs)) => return Some(pairs),
        Some(other) => found.push(wrong_type("/input_parameters", PAIRS, &other)),
        None if stand_in.is_none() => {
            let violation = Violation::new(Code::MissingMember, "/input_parameters");
            found.push(violation.expected(PAIRS).got("nothing"));
        }
        None => {}
    }
    None
}

/// The member that was probably meant as `input_parameters`: `arguments`, `inputs`, …
fn stand_in(members: &Map<String, Value>) -> Option<&str> {
    let mut holds = members.iter().filter(|(_, value)| value.is_array() || value.is_object());
    holds.next().map(|(name, _)| name.as_str())
}

/// One pair: the position of its input, and a value that obeys the input's rules.
fn pair(pair: Value, at: &str, checker: &mut Checker<'_>) -> Option<(usize, Value)> {
    let Value::Object(mut members) = pair else {
        checker.nameless();
        let expected = "an object with `name` and `value`";
        checker.found.push_with(|| wrong_type(at, expected, &pair));
        return None;
    };
    let (name, value) = (members.remove("name"), members.remove("value"));
    let absent = match (&name, &value) {
        (None, Some(_)) => Some("name"),
        (Some(_), None) => Some("value"),
        _ => None,
    };
    // Of a pair that is whole, other members are passed by (spec note AMB-28).
    let stand_in = absent.filter(|_| members.len() == 1);
    for (meant, name) in stand_in.into_iter().zip(members.keys()) {
        checker.found.push_with(|| {
            let violation = unknown_member(at, name).expected(format!("`{meant}`"));
            violation.allowed([meant].into_iter(), meant)
        });
    }
    let known = match &name {
        Some(Value::String(name)) => checker.input(name, || at.to_owned()),
        Some(other) => {
            checker.nameless();
            let pointer = format!("{at}/name");
            checker.found.push_with(|| wrong_type(&pointer, "a string", other));
            None
        }
        None => {
            checker.nameless();
            if stand_in.is_none() {
                checker.found.push_with(|| {
                    let violation = Violation::new(Code::MissingMember, format!("{at}/name"));
                    violation.expected("the name of an input").got("nothing")
                });
            }
            None
        }
    };
    let (position, input) = known?;
    let Some(value) = value else {
        checker.fill(position);
        if stand_in.is_none() {
            let violation = Violation::new(Code::MissingMember, format!("{at}/value"));
            let violation = violation.parameter(&*input.name).expected(input.kind.expectation());
            checker.found.push(violation.got("nothing"));
        }
        return None;
    };
    // A float is only kept where it is a whole number.
    checker.value(position, &value, || at.to_owned()).then_some((position, value))
}

fn unknown_member(at: &str, name: &str) -> Violation {
    let pointer = format!("{at}/{}", segment(name));
    Violation::new(Code::UnknownMember, pointer).got(quote(name))
}
