//! Text in which nothing acts on a terminal or hides from the eye.

use a2t_core::signature::rule::is_forbidden;

/// The text with what acts on a terminal or hides from the eye written as `\u{1b}`.
pub(crate) fn visible(text: &str) -> String {
    replaced(text, |character| character.escape_default().collect())
}

/// JSON with the same characters written as JSON escapes, so that its meaning stays.
pub(crate) fn escaped(json: &str) -> String {
    replaced(json, |character| {
        let mut units = [0; 2];
        let units = character.encode_utf16(&mut units);
        units.iter().map(|unit| format!("\\u{unit:04x}")).collect()
    })
}

fn replaced(text: &str, escape: impl Fn(char) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_forbidden(character) { out.push_str(&escape(character)) } else { out.push(character) }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn json_says_the_same_after_escaping() {
        let value = Value::from("a\u{1b}\u{9b}\u{202e}\u{e0041}\u{7f}é\n");
        let text = escaped(&value.to_string());
        assert!(!text.chars().any(is_forbidden), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    #[test]
    fn text_keeps_its_lines_and_loses_its_escapes() {
        assert_eq!(visible("a\u{1b}[2J\r\nb\u{202e}"), "a\\u{1b}[2J\\r\nb\\u{202e}");
    }
}
