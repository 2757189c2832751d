//! Results of the two handshakes: read where they can be, and what they lack where they cannot.

use a2t_core::json::{kind, shown};
use rmcp::model::{DiscoverResult, InitializeResult, ServerResult};
use serde_json::{Map, Value};

use super::mend;

/// Reads the result of `initialize` or `server/discover`. Members that are `null` are absent.
pub(super) fn read(text: &str) -> Option<ServerResult> {
    let result = without_nulls(mend::value(text).ok()?);
    if result.get("supportedVersions").is_some() {
        let discovered: DiscoverResult = serde_json::from_value(result).ok()?;
        return Some(ServerResult::DiscoverResult(discovered));
    }
    result.get("protocolVersion")?;
    let initialized: InitializeResult = serde_json::from_value(result).ok()?;
    Some(ServerResult::InitializeResult(initialized))
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.into_iter().filter(|(_, value)| !value.is_null());
            members.map(|(name, value)| (name, without_nulls(value))).collect::<Map<_, _>>().into()
        }
        other => other,
    }
}

/// What a result lacks that should be that of `initialize`.
pub(crate) fn lacking(text: &str) -> String {
    let result = match mend::value(text) {
        Ok(result) => without_nulls(result),
        Err(fault) => return format!("the result of `initialize` cannot be read: {fault}"),
    };
    if !result.is_object() {
        return format!("the result of `initialize` is {}, expected an object", shown(&result));
    }
    for (pointer, expected) in [
        ("/protocolVersion", "a string"),
        ("/capabilities", "an object"),
        ("/serverInfo", "an object"),
        ("/serverInfo/name", "a string"),
        ("/serverInfo/version", "a string"),
    ] {
        let name = pointer.trim_start_matches('/').replace('/', ".");
        match result.pointer(pointer) {
            None => return format!("the result of `initialize` lacks `{name}`, {expected}"),
            Some(value) if kind(value) != expected => {
                let got = shown(value);
                return format!(
                    "`{name}` in the result of `initialize` is {got}, expected {expected}"
                );
            }
            Some(_) => {}
        }
    }
    let read = serde_json::from_value::<InitializeResult>(result);
    let fault = read.map_or_else(|error| error.to_string(), |_| "it came unasked".to_owned());
    format!("the result of `initialize` cannot be used: {fault}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn whole() -> Value {
        json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {"listChanged": null}},
            "serverInfo": {"name": "stub", "version": "1", "title": null}, "instructions": null})
    }

    #[test]
    fn a_result_is_read_whatever_is_null_in_it() {
        let read = read(&whole().to_string());
        assert!(matches!(read, Some(ServerResult::InitializeResult(_))), "{read:?}");
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        for (pointer, value, fault) in [
            (
                "/protocolVersion",
                Value::Null,
                "the result of `initialize` lacks `protocolVersion`, a string",
            ),
            (
                "/capabilities",
                Value::Null,
                "the result of `initialize` lacks `capabilities`, an object",
            ),
            (
                "/serverInfo",
                Value::Null,
                "the result of `initialize` lacks `serverInfo`, an object",
            ),
            (
                "/serverInfo/version",
                Value::Null,
                "the result of `initialize` lacks `serverInfo.version`, a string",
            ),
            (
                "/protocolVersion",
                json!(1),
                "`protocolVersion` in the result of `initialize` is 1, expected a string",
            ),
            ("", json!([]), "the result of `initialize` is an array, expected an object"),
        ] {
            let mut result = whole();
            *result.pointer_mut(pointer).unwrap() = value;
            assert_eq!(lacking(&result.to_string()), fault);
            assert!(read(&result.to_string()).is_none(), "{result}");
        }
    }
}
