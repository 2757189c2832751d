//! Inputs by name, as models and JSON-RPC write them: the members of one object.

use serde_json::Value;

use super::checker::Checker;
use super::coerce::coerce;
use super::{Arguments, Bound, Coerced, Scalar};
use crate::error::Violations;
use crate::json::segment;
use crate::signature::ToolSignature;

/// Returns every violation of inputs that are given by name. Pointers are into their object, such
/// as `/city`.
///
/// The verdict is that of [`check_arguments`](super::check_arguments).
pub fn check_named(signature: &ToolSignature, arguments: &Arguments) -> Violations {
    check(signature, arguments, |_, _| {})
}

/// Everything that is wrong; `fits` is handed each value that is right, with the position of its input.
fn check<'a>(
    signature: &ToolSignature,
    arguments: &'a Arguments,
    mut fits: impl FnMut(usize, &'a Value),
) -> Violations {
    let mut checker = Checker::of_members(signature);
    for (name, value) in arguments.iter() {
        let at = || format!("/{}", segment(name));
        if let Some((position, _)) = checker.input(name, at)
            && checker.value(position, value, at)
        {
            fits(position, value);
        }
    }
    checker.finish()
}

/// Checks inputs that are given by name, and returns one value for each input of the signature.
///
/// ```
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"forecast","description":"",
/// #   "version":1,"currentVersion":1,"input_parameters":[
/// #   {"id":"city","name":"city","description":""},
/// #   {"id":"days","name":"days","type":"int","description":"","max":14}]}"#;
/// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// use a2t_core::invocation::{Arguments, Scalar, bind_named};
/// let right = Arguments::from_iter([("days", 3.into()), ("city", serde_json::json!("Rome"))]);
/// assert_eq!(bind_named(&signature, &right).unwrap().take(1), Some(Scalar::Int(3)));
///
/// let wrong = Arguments::from_iter([("days", 15)]);
/// let wrong = bind_named(&signature, &wrong).unwrap_err();
/// let pointers: Vec<_> = wrong.iter().map(|violation| &*violation.pointer).collect();
/// assert_eq!(pointers, ["/days", "/city"]); // 15 is beyond the max, and `city` is missing
/// ```
///
/// # Errors
/// Everything that is wrong, as [`check_named`] finds it.
pub fn bind_named<'a>(
    signature: &ToolSignature,
    arguments: &'a Arguments,
) -> Result<Bound<'a>, Violations> {
    let (bound, found) = bind_named_each(signature, arguments);
    found.into_result()?;
    Ok(bound)
}

/// Binds as [`bind_named`] does. If there are mistakes, it also returns the valid values, so that later checks
/// can find other kinds of mistakes in them.
pub fn bind_named_each<'a>(
    signature: &ToolSignature,
    arguments: &'a Arguments,
) -> (Bound<'a>, Violations) {
    let mut values = Vec::new();
    values.resize_with(signature.input_parameters.len(), || None);
    let found = check(signature, arguments, |position, value| {
        if let Some(slot) = values.get_mut(position) {
            *slot = Scalar::from_json(value);
        }
    });
    (Bound::new(values), found)
}

/// Reads values leniently where one reading of them is possible, by the table of [`coerce`], and
/// returns those that were. All other values stay as they are.
pub fn coerce_named(
    signature: &ToolSignature,
    arguments: impl IntoIterator<Item = (String, Value)>,
) -> (Arguments, Vec<Coerced>) {
    let mut coerced = Vec::new();
    let read = arguments.into_iter().map(|(name, value)| {
        let mut inputs = signature.input_parameters.iter();
        let input = inputs.find(|input| input.name == name);
        let Some(taken) = input.and_then(|input| coerce(&input.kind, &value)) else {
            return (name, value);
        };
        let at = format!("/{}", segment(&name));
        coerced.push(Coerced::new(at, value, taken.clone()));
        (name, taken)
    });
    let arguments = read.collect();
    (arguments, coerced)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn signature() -> ToolSignature {
        let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"f","description":"",
            "version":1,"currentVersion":1,"input_parameters":[
            {"id":"a","name":"a/b","type":"string","description":"","max-length":3},
            {"id":"b","name":"days","type":"int","description":"","max":14},
            {"id":"c","name":"hourly","type":"boolean","description":"","required":false}]}"#;
        crate::signature::parse(text.as_bytes()).unwrap().signature
    }

    fn arguments(object: Value) -> Arguments {
        let Value::Object(members) = object else {
            panic!("an object");
        };
        Arguments::from_iter(members)
    }

    #[test]
    fn values_are_bound_in_the_order_of_the_signature() {
        let given = arguments(json!({"hourly": false, "days": 3.0, "a/b": "é\""}));
        let mut bound = bind_named(&signature(), &given).unwrap();
        assert_eq!(bound.take(0), Some(Scalar::String("é\"".into())));
        assert_eq!(bound.take(1), Some(Scalar::Int(3)));
        assert_eq!(bound.take(2), Some(Scalar::Boolean(false)));
        let given = arguments(json!({"a/b": "x", "days": 3, "hourly": null}));
        assert_eq!(bind_named(&signature(), &given).unwrap().take(2), None);
    }

    #[test]
    fn every_mistake_points_to_its_member() {
        let mut given = arguments(json!({"a/b": "four", "day": 3, "hourly": "yes", "x": 1}));
        given.push("hourly", true);
        let found = bind_named(&signature(), &given).unwrap_err();
        let pointers: Vec<_> = found.iter().map(|violation| &*violation.pointer).collect();
        assert_eq!(pointers, ["/a~1b", "/day", "/hourly", "/x", "/hourly"]);
    }

    #[test]
    fn a_missing_input_differs_from_one_that_is_null() {
        let found = check_named(&signature(), &arguments(json!({"a/b": null})));
        let reported: Vec<_> = found.iter().map(|v| (&*v.pointer, &*v.got)).collect();
        assert_eq!(reported, [("/a~1b", "null"), ("/days", "nothing")]);
    }

    #[test]
    fn values_are_coerced_under_their_names_only() {
        let given = arguments(json!({"days": "5", "a/b": "5", "Days": "6", "hourly": "TRUE"}));
        let (taken, coerced) = coerce_named(&signature(), given);
        let expected = json!({"days": 5, "a/b": "5", "Days": "6", "hourly": true});
        let expected = arguments(expected);
        for (name, value) in expected.iter() {
            assert!(taken.iter().any(|pair| pair == (name, value)), "{name}");
        }
        let mut pointers: Vec<_> = coerced.iter().map(|coerced| &*coerced.pointer).collect();
        pointers.sort_unstable();
        assert_eq!(pointers, ["/days", "/hourly"]);
    }
}
