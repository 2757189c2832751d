//! Arguments that travel as headers as well (MCP 2026-07-28, `x-mcp-header`), so that proxies
//! between client and server can route by them.

use a2t_schema::Tool;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Map, Value};

/// Maximum number of headers of one call: servers refuse requests with more than about a hundred.
const HEADERS_MAX: usize = 64;

/// Headers of the arguments that the input schema wants mirrored.
pub(crate) fn headers(tool: &Tool, arguments: &Map<String, Value>) -> HeaderMap {
    let mut found = HeaderMap::new();
    collect(tool.input.as_value(), arguments, &mut found);
    found
}

fn collect(schema: &Value, arguments: &Map<String, Value>, found: &mut HeaderMap) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return;
    };
    for (name, schema) in properties {
        let Some(argument) = arguments.get(name) else { continue };
        if found.len() >= HEADERS_MAX {
            return;
        }
        if let Some(name) = schema.get("x-mcp-header").and_then(Value::as_str) {
            found.extend(header(name, argument));
        }
        if let Value::Object(arguments) = argument {
            collect(schema, arguments, found);
        }
    }
}

fn header(name: &str, argument: &Value) -> Option<(HeaderName, HeaderValue)> {
    let text = match argument {
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => argument.to_string(),
        _ => return None,
    };
    let name = HeaderName::try_from(format!("mcp-param-{name}")).ok()?;
    let text =
        if is_plain(&text) { text } else { format!("=?base64?{}?=", base64(text.as_bytes())) };
    Some((name, HeaderValue::try_from(text).ok()?))
}

/// Returns whether a text arrives as it was sent, and is not taken for an encoded one.
fn is_plain(text: &str) -> bool {
    let visible = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let encoded = text.starts_with("=?base64?") && text.ends_with("?=");
    visible && text.trim_matches(' ') == text && !encoded
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(three.get(index).copied().unwrap_or_default());
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            let digit = usize::try_from(word >> (18 - 6 * index) & 63).unwrap_or_default();
            let digit = DIGITS.get(digit).copied().unwrap_or(b'=');
            text.push(if index <= three.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn base64_is_that_of_the_rfc() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let coded = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(texts.map(|text| base64(text.as_bytes())), coded);
    }

    #[test]
    fn arguments_are_mirrored_where_the_schema_says_so() {
        let schema = json!({"type": "object", "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "n": {"type": "integer", "x-mcp-header": "N"},
            "list": {"type": "array", "x-mcp-header": "List"},
            "evil": {"type": "string", "x-mcp-header": "a\r\nb"},
            "inner": {"properties": {"deep": {"type": "boolean", "x-mcp-header": "Deep"}}},
            "plain": {"type": "string"}
        }});
        let tool = json!({"name": "t", "inputSchema": schema});
        let tool = Tool::read(&tool, "").unwrap();
        let given = json!({"region": "Wien \u{fc}", "n": 7, "list": [1], "evil": "x",
            "inner": {"deep": true}, "plain": "x"});
        let found = headers(&tool, given.as_object().unwrap());
        let value = |name: &str| found.get(name).map(|value| value.to_str().unwrap());
        assert_eq!(value("mcp-param-region"), Some("=?base64?V2llbiDDvA==?="));
        assert_eq!((value("mcp-param-n"), value("mcp-param-deep")), (Some("7"), Some("true")));
        assert_eq!(found.len(), 3);
    }
}
