//! Texts become string literals in ASCII.

use std::fmt::Write as _;

use super::Code;

pub(crate) fn string(text: &str) -> Code {
    escaped(text, |character, out| out.extend(character.escape_unicode()))
}

/// Like [`string`], with JSON's escapes for what is not ASCII.
pub(crate) fn json(json: &str) -> Code {
    escaped(json, |character, out| {
        for unit in character.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\\\u{unit:04x}");
        }
    })
}

/// `beyond` writes what is not ASCII.
fn escaped(text: &str, beyond: impl Fn(char, &mut String)) -> Code {
    let mut out = String::with_capacity(text.len() + text.len() / 4 + 2);
    out.push('"');
    let (mut from, mut at) = (0, 0);
    // Over bytes, because build scripts are not optimised and signatures are most of a client.
    for &byte in text.as_bytes() {
        let plain = byte > b'"' && byte <= b'~' && byte != b'\\' || byte == b' ' || byte == b'!';
        // The bytes of a character that was escaped are behind `from`.
        if !plain && at >= from {
            out.push_str(text.get(from..at).unwrap_or_default());
            let first = text.get(at..).and_then(|rest| rest.chars().next());
            from = at + first.map_or(1, char::len_utf8);
            match first {
                Some('"') => out.push_str("\\\""),
                Some('\\') => out.push_str("\\\\"),
                Some('\n') => out.push_str("\\n"),
                Some('\r') => out.push_str("\\r"),
                Some('\t') => out.push_str("\\t"),
                Some(ascii) if ascii.is_ascii() => out.extend(ascii.escape_unicode()),
                Some(other) => beyond(other, &mut out),
                None => {}
            }
        }
        at += 1;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out.push('"');
    Code::literal(out)
}
