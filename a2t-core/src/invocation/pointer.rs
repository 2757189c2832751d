//! Places in the body of an invocation, for whoever finds a mistake after it was read.

use serde_json::Value;

use crate::json;

/// Pointer to the value of an input in the body of an invocation: `/input_parameters/2/value`; to all of
/// them, as for an input that is missing, if the body does not have it.
///
/// ```
/// use a2t_core::invocation::pointer_to;
/// let body = br#"{"input_parameters":[{"name":"To","value":1},{"name":"From","value":2}]}"#;
/// assert_eq!(pointer_to(body, "From"), "/input_parameters/1/value");
/// assert_eq!(pointer_to(body, "Via"), "/input_parameters");
/// ```
pub fn pointer_to(body: &[u8], name: &str) -> String {
    let body = json::parse(body).unwrap_or_default();
    let pairs = body.get("input_parameters").and_then(Value::as_array);
    let is_named = |pair: &Value| pair.get("name").and_then(Value::as_str) == Some(name);
    match pairs.and_then(|pairs| pairs.iter().position(is_named)) {
        Some(place) => format!("/input_parameters/{place}/value"),
        None => "/input_parameters".to_owned(),
    }
}
