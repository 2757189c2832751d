//! The version of a tool that a call asks for in its `_meta`.

use a2t_core::error::inert;
use a2t_core::json::shown;
use serde_json::{Map, Value};

/// Key of the number of a version, in `_meta` of a tool and of a call.
pub(crate) const VERSION: &str = "dev.a2t/version";

/// The number of the version that a call asks for: our key, or else the one of FastMCP.
///
/// # Errors
/// A value that is not a number of a version, in words for the host.
pub(crate) fn asked(meta: &Map<String, Value>) -> Result<Option<u32>, String> {
    let foreign = || meta.get("fastmcp").and_then(|keys| keys.get("version"));
    let (key, value) = match (meta.get(VERSION), foreign()) {
        (Some(value), _) => (VERSION, value),
        (None, Some(value)) => ("fastmcp.version", value),
        (None, None) => return Ok(None),
    };
    let number = match value {
        Value::Null => return Ok(None),
        Value::Number(number) => number.as_u64().and_then(|number| u32::try_from(number).ok()),
        Value::String(digits) => decimal(digits),
        _ => None,
    };
    match number {
        Some(number) if number > 0 => Ok(Some(number)),
        _ => {
            let value = inert(&shown(value));
            Err(format!("`_meta` has `{key}`: expected the number of a version, got {value}"))
        }
    }
}

/// Only digits: `+1` and `01` are not numbers of versions.
pub(crate) fn decimal(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    plain.then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(meta: Value) -> Result<Option<u32>, String> {
        let Value::Object(meta) = meta else { panic!("an object") };
        asked(&meta)
    }

    #[test]
    fn a_version_is_asked_for_in_our_key_or_in_that_of_fastmcp() {
        assert_eq!(read(json!({})), Ok(None));
        assert_eq!(read(json!({"dev.a2t/version": 2})), Ok(Some(2)));
        assert_eq!(read(json!({"dev.a2t/version": "2"})), Ok(Some(2)));
        assert_eq!(read(json!({"fastmcp": {"version": "3"}})), Ok(Some(3)));
        let both = json!({"fastmcp": {"version": "3"}, "dev.a2t/version": 1});
        assert_eq!(read(both), Ok(Some(1)));
        assert_eq!(read(json!({"fastmcp": {"tags": []}, "dev.a2t/version": null})), Ok(None));
    }

    #[test]
    fn what_is_not_a_number_of_a_version_is_refused() {
        let long = json!("9".repeat(400));
        for wrong in [json!(0), json!(-1), json!(1.5), json!("1.0"), json!("01"), json!(1e99), long]
        {
            assert!(read(json!({"dev.a2t/version": wrong})).is_err());
            let words = read(json!({"fastmcp": {"version": wrong}})).unwrap_err();
            assert!(words.starts_with("`_meta` has `fastmcp.version`: expected"), "{words}");
            assert!(words.len() < 400, "{words}");
        }
    }
}
