//! The shell of a SARIF 2.1.0 log: one run of this program.

use std::path::Path;

use serde_json::{Map, Value, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A log of results, and of the rules they name by their index.
pub(crate) fn log(rules: Vec<Value>, results: Vec<Value>) -> Map<String, Value> {
    shell(rules, results, json!({"executionSuccessful": true}))
}

/// A log that says why nothing could be judged.
pub(crate) fn failed(reason: &str) -> Map<String, Value> {
    let notification = json!({"level": "error", "message": {"text": reason}});
    let invocation = json!({
        "executionSuccessful": false,
        "exitCode": 2,
        "toolExecutionNotifications": [notification],
    });
    shell(Vec::new(), Vec::new(), invocation)
}

fn shell(rules: Vec<Value>, results: Vec<Value>, invocation: Value) -> Map<String, Value> {
    let driver = json!({
        "name": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": rules,
    });
    let run = json!({
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": results,
    });
    let members = [
        ("$schema", SCHEMA.into()),
        ("version", "2.1.0".into()),
        ("runs", json!([run])),
    ];
    let member = |(name, value): (&str, Value)| (name.to_owned(), value);
    members.into_iter().map(member).collect()
}

/// A path as a URI: relative to where the program ran, unless it is absolute.
pub(crate) fn uri(path: &Path) -> String {
    let text = path.display().to_string().replace('\\', "/");
    let mut uri = String::new();
    if path.is_absolute() {
        uri.push_str(if text.starts_with('/') {
            "file://"
        } else {
            "file:///"
        });
    }
    for byte in text.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_uri() {
        assert_eq!(uri(Path::new("a b/ü#1.json")), "a%20b/%C3%BC%231.json");
        assert_eq!(uri(Path::new("/tmp/a.json")), "file:///tmp/a.json");
    }
}
