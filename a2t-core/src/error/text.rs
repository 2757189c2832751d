//! Text of strangers in messages: made inert, and compared with what was probably meant.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use crate::signature::rule::classify;

/// Longer texts are no misspelling, and comparing them is quadratic.
const TRIED_MAX: usize = 100;

/// Returns the candidate that `tried` was probably meant to be, if one is near enough.
///
/// ```
/// use a2t_core::error::nearest;
/// assert_eq!(nearest("CELCIUS", ["FAHRENHEIT", "CELSIUS"]), Some("CELSIUS"));
/// assert_eq!(nearest("KELVIN", ["FAHRENHEIT", "CELSIUS"]), None);
/// ```
pub fn nearest<'a>(tried: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = tried.chars().take(TRIED_MAX + 1).count();
    if length > TRIED_MAX {
        return None;
    }
    let limit = (length / 3).clamp(1, 4);
    let folded = tried.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| {
            candidate.chars().take(length + limit + 1).count().abs_diff(length) <= limit
        })
        .map(|candidate| (strsim::osa_distance(&folded, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Writes a text on one line, with every character that could act on a terminal or a reader's eye as its escape. Unlike
/// [`inert`], it cuts nothing: for the `Display` of errors that contain text of a caller.
///
/// ```
/// use a2t_core::error::escaped;
/// assert_eq!(escaped("a\r\n\u{1b}[31mb").to_string(), "a\\r\\n\\u{1b}[31mb");
/// ```
pub fn escaped(text: &str) -> impl fmt::Display + '_ {
    fmt::from_fn(move |f| {
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return f.write_str(text);
        }
        classify(text).try_for_each(|(character, forbidden)| {
            if forbidden || character == '\n' {
                write!(f, "{}", character.escape_default())
            } else {
                f.write_char(character)
            }
        })
    })
}

/// Returns a text for a model to read: every character that a person would not see is its escape. Line feeds, tabs and
/// carriage returns stay as they are, and so do joiners inside of a word in a script that is written with them.
///
/// ```
/// use a2t_core::error::sanitized;
/// assert_eq!(sanitized("done\u{e0069}\u{e0067}\u{202e}\n\tok"), "done\\u{e0069}\\u{e0067}\\u{202e}\n\tok");
/// assert_eq!(sanitized("می\u{200c}خواهم"), "می\u{200c}خواهم");
/// ```
pub fn sanitized(text: &str) -> Cow<'_, str> {
    let stays = |byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r');
    if text.bytes().all(stays) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut characters = classify(text).peekable();
    while let Some((character, forbidden)) = characters.next() {
        let after = characters.peek().map_or(' ', |(after, _)| *after);
        let is_kept = match character {
            '\t' | '\r' => true,
            '\u{200c}' | '\u{200d}' => !forbidden || is_joined(before) && is_joined(after),
            _ => !forbidden,
        };
        if is_kept {
            out.push(character);
        } else {
            out.extend(character.escape_default());
        }
        before = character;
    }
    out.into()
}

/// Returns whether a character is of a script from Arabic to Mongolian, some of which are written with joiners.
fn is_joined(character: char) -> bool {
    let is_of_script = matches!(character, '\u{600}'..='\u{1aff}' | '\u{a800}'..='\u{abff}');
    is_of_script && !crate::signature::rule::is_forbidden(character)
}

/// Returns the text with every character that could act on a terminal, a build script or a reader's
/// eye replaced by its escape; long text is cut at 300 characters.
///
/// ```
/// assert_eq!(a2t_core::error::inert("a\ncargo::x\u{202e}"), "a\\ncargo::x\\u{202e}");
/// ```
pub fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, (character, forbidden)) in classify(text).enumerate() {
        if index == 300 {
            out.push_str("...");
            break;
        }
        if forbidden || character == '\n' {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out
}
