//! A JSON text whose strings have what JSON does not allow, made readable.

use serde_json::Value;

/// Reads JSON. In strings, a lone surrogate becomes U+FFFD and a raw control character stays itself, because servers cut
/// texts in the middle of a character and forget to escape.
pub(crate) fn value(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).or_else(|error| {
        serde_json::from_str(&mended(text)).map_err(|_| {
            let suffix = format!(" at line {} column {}", error.line(), error.column());
            let words = error.to_string();
            let message = words.strip_suffix(&suffix).unwrap_or(&words);
            a2t_schema::outline::fault(text, message, error.line(), error.column())
        })
    })
}

pub(super) fn mended(text: &str) -> String {
    let mut mended = String::with_capacity(text.len());
    let (mut rest, mut in_string) = (text, false);
    while let Some(one) = rest.chars().next() {
        let taken = match one {
            '\\' if in_string => match escape(rest) {
                Some(length) => length,
                None => {
                    mended.push_str("\\ufffd");
                    rest = rest.get(UNIT..).unwrap_or_default();
                    continue;
                }
            },
            control if in_string && u32::from(control) < 0x20 => {
                mended.push_str(&format!("\\u{:04x}", u32::from(control)));
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            other => other.len_utf8(),
        };
        in_string ^= one == '"';
        let (kept, after) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        mended.push_str(kept);
        rest = after;
    }
    mended
}

/// Bytes of an escape such as `\ud83d`.
const UNIT: usize = 6;

/// The bytes of the escape that a text begins with, or of two that are one character; `None` for a lone surrogate.
fn escape(text: &str) -> Option<usize> {
    match unit(text) {
        Some(0xd800..=0xdbff) => {
            let second = text.get(UNIT..).and_then(unit);
            second.is_some_and(|second| (0xdc00..=0xdfff).contains(&second)).then_some(2 * UNIT)
        }
        Some(0xdc00..=0xdfff) => None,
        Some(_) => Some(UNIT),
        None => Some(1 + text.chars().nth(1).map_or(0, char::len_utf8)),
    }
}

fn unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_become_replacement_characters() {
        for (text, read) in [
            (r#""cut \ud83d""#, "cut \u{fffd}"),
            (r#""\ud83dx\udc00""#, "\u{fffd}x\u{fffd}"),
            (r#""\ud83d\u0041""#, "\u{fffd}A"),
            (r#""\ud83d\ude00 \\ud83d \"""#, "\u{1f600} \\ud83d \""),
            ("\"a\tb\u{1b}[31m\\\t\"", "a\tb\u{1b}[31m"),
        ] {
            let found = value(text);
            match found {
                Ok(found) => assert_eq!(found, read, "{text}"),
                Err(fault) => assert!(text.contains("\\\t"), "{text}: {fault}"),
            }
        }
        assert_eq!(mended(r#"{"é": [1, "\n"]}"#), r#"{"é": [1, "\n"]}"#);
    }

    #[test]
    fn what_stays_unreadable_is_named_with_its_place() {
        let fault = value(r#"{"structuredContent": {"v": NaN}}"#).unwrap_err();
        assert_eq!(fault, r#"what is no value of JSON near `{"structuredContent": {"v": NaN}}`"#);
        let fault = value(r#"{"v": 1e999}"#).unwrap_err();
        assert!(fault.starts_with("a number out of range near"), "{fault}");
    }
}
