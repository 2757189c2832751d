//! Messages of JSON-RPC that are no calls of tools: errors and other requests.

use serde_json::Value;

use super::Turn;

/// The step of a message of JSON-RPC, except for requests with these methods; nothing for another message.
pub(crate) fn step(message: &Value, methods: &[&str]) -> Option<Turn> {
    message.get("jsonrpc")?;
    if let Some(error) = message.get("error").filter(|error| !error.is_null()) {
        let text = error.get("message").and_then(Value::as_str).filter(|text| !text.is_empty());
        let code = || error.get("code").unwrap_or(error).to_string();
        return Some(Turn::Refused(text.map_or_else(code, str::to_owned)));
    }
    let method = message.get("method").and_then(Value::as_str)?;
    if methods.contains(&method) {
        return None;
    }
    Some(match message.get("id") {
        Some(id) if !id.is_null() => {
            Turn::Waiting(format!("the request `{method}` waits for the program's answer"))
        }
        // A notification has no answer.
        _ => Turn::Unknown(method.to_owned()),
    })
}
