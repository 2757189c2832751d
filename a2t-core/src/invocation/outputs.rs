//! Checks outputs by name, as a tool without static types returns them, against the signature.

use serde_json::{Map, Value};

use super::accept::{Manner, accept, expectation, misshapen};
use crate::error::{Code, Violation, Violations};
use crate::json::{segment, shown};
use crate::signature::rule::quote;
use crate::signature::{OutputType, ToolSignature};

/// Returns every violation of outputs that are given by name. Pointers are into their object, such
/// as `/sum`.
///
/// An output that is `null`, and is not `json`, is left out like one that is not there: callers take a
/// reply without it (spec note AMB-26). An integer is one of 64 bits with a sign (spec note
/// AMB-37).
///
/// ```
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","description":"",
/// #   "version":1,"currentVersion":1,"output_parameters":[
/// #   {"id":"sum","name":"sum","type":"int","description":""}]}"#;
/// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// use a2t_core::invocation::check_outputs;
/// let outputs = |value| serde_json::Map::from_iter([("sum".to_owned(), value)]);
/// assert!(check_outputs(&signature, &outputs(3.into())).is_empty());
/// let wrong = check_outputs(&signature, &outputs("three".into()));
/// assert_eq!(wrong.to_string(), "/sum: `sum`: expected an integer, got \"three\" [A2T-34]");
/// ```
pub fn check_outputs(signature: &ToolSignature, outputs: &Map<String, Value>) -> Violations {
    let mut found = Violations::default();
    for (name, value) in outputs {
        let at = format!("/{}", segment(name));
        let mut declared = signature.output_parameters.iter();
        let Some(output) = declared.find(|output| output.name == *name) else {
            let names = signature.output_parameters.iter().map(|output| &*output.name);
            let violation = Violation::new(Code::UnknownOutput, at);
            let violation = violation.expected("an output of the signature").got(quote(name));
            found.push(violation.allowed(names, name));
            continue;
        };
        if let OutputType::Described { shape } = &output.kind {
            let wrong = misshapen(shape, value, &at, Manner::Strict).into_iter();
            let absent = value.is_null();
            found.extend(wrong.filter(|_| !absent).map(|it| it.parameter(&*output.name)));
            continue;
        }
        let code = match (&output.kind, value) {
            (OutputType::Int, Value::Number(number)) if number.is_u64() && !number.is_i64() => {
                Code::OutOfRange
            }
            (kind, value) => match accept(kind, value.clone(), Manner::Strict) {
                Ok(_) => continue,
                Err((code, _)) => code,
            },
        };
        let violation = Violation::new(code, at).parameter(&*output.name);
        let violation = violation.expected(expectation(&output.kind)).got(shown(value));
        found.push(match (&output.kind, value) {
            (OutputType::Enum { allowed_values }, Value::String(tried)) => {
                violation.allowed(allowed_values.iter().map(|one| &*one.name), tried)
            }
            _ => violation,
        });
    }
    found
}
