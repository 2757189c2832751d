//! Remote text laid out for people: made inert, then broken into lines.

use std::fmt::Display;
use std::io::IsTerminal as _;

use a2t::dialect::Described;
use a2t_core::error::{inert, nearest};
use a2t_core::signature::Deprecated;
use a2t_core::{Hints, ToolSignature};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Columns of output that is not a terminal.
const WIDTH: usize = 88;
/// Columns of the narrowest terminal that is heeded.
const NARROWEST: usize = 40;

/// Columns that there are, or 88.
pub(crate) fn columns() -> usize {
    known_columns().unwrap_or(WIDTH)
}

/// Columns of `COLUMNS`, or of the terminal.
pub(crate) fn known_columns() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let is_shown = std::io::stdout().is_terminal();
    let known: Option<usize> = columns.or_else(|| is_shown.then(terminal).flatten());
    known.map(|columns| columns.max(NARROWEST))
}

/// Returns the bytes as hexadecimal digits in lower case.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Percent-encodes everything but unreserved characters (RFC 3986), so that a text stays one segment of a path, or one
/// value of a query.
pub(crate) fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// The text in lines that fit, each behind `indent` spaces. Prose is no wider than 88 columns, because
/// longer lines are hard to read.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let room = columns().min(WIDTH).saturating_sub(indent).max(20);
    let pad = " ".repeat(indent);
    let lines: Vec<_> =
        lines(text, room).iter().map(|line| format!("{pad}{line}").trim_end().to_owned()).collect();
    lines.join("\n")
}

/// A label and a sentence, in lines that fit a terminal and on one line elsewhere, where programs search it.
pub(crate) fn fitted(label: &str, text: &str) -> String {
    if known_columns().is_some() { labelled(label, text) } else { format!("{label}{text}") }
}

/// A label and its text, whose further lines stand below their first.
pub(crate) fn labelled(label: &str, text: &str) -> String {
    let indent = label.width();
    let lines = lines(text, columns().saturating_sub(indent).max(20));
    format!("{label}{}", lines.join(&format!("\n{}", " ".repeat(indent))))
}

/// The text in lines of at most so many columns, made inert.
pub(crate) fn lines(text: &str, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace().flat_map(|word| pieces(&inert(word), room)) {
            if !line.is_empty() && line.width() + 1 + word.width() > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        lines.push(line);
    }
    lines
}

/// A word in pieces of at most so many columns.
fn pieces(word: &str, room: usize) -> Vec<String> {
    let (mut pieces, mut piece, mut width) = (Vec::new(), String::new(), 0);
    for character in word.chars() {
        let wide = character.width().unwrap_or_default();
        if width + wide > room && !piece.is_empty() {
            pieces.push(std::mem::take(&mut piece));
            width = 0;
        }
        piece.push(character);
        width += wide;
    }
    pieces.push(piece);
    pieces
}

/// `add@1`, as arguments name it.
pub(crate) fn versioned(name: &str, version: impl Display) -> String {
    format!("{}@{version}", inert(name))
}

/// `; did you mean `add`?` where one of these names is near.
pub(crate) fn meant<'n>(tried: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let meant = nearest(tried, known);
    meant.map_or(String::new(), |name| format!("; did you mean `{}`?", inert(name)))
}

/// The first sentence of a text, on one line.
pub(crate) fn first_sentence(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let western = line.find(". ").map(|at| at + 1);
    let eastern = line.find('。').map(|at| at + '。'.len_utf8());
    let end = western.into_iter().chain(eastern).min();
    inert(end.and_then(|end| line.get(..end)).unwrap_or(line))
}

/// The warning that a version or a tool should no longer be used; `wrapped` makes it inert.
pub(crate) fn deprecation(remarked: Option<&Deprecated>) -> Option<String> {
    remarked.map(|remarked| format!("warning: {}", remark(remarked)))
}

pub(crate) fn remark(Deprecated { since, note }: &Deprecated) -> String {
    format!("deprecated since {since}: {note}")
}

/// Returns a text such as `only reads, idempotent`; `None` of a tool without hints.
pub(crate) fn hints(tool: Described<'_>) -> Option<String> {
    let Hints { read_only, idempotent, destructive, long_running } = tool.hints();
    let open_world = match tool {
        Described::Schema(tool) => tool.annotations.open_world,
        _ => None,
    };
    let parts = [
        (read_only, "only reads"),
        (idempotent, "idempotent"),
        (destructive == Some(true), "destructive"),
        (destructive == Some(false), "only adds"),
        (long_running, "takes a while"),
        (open_world == Some(true), "reaches out"),
        (open_world == Some(false), "reaches nothing outside"),
    ];
    let parts: Vec<_> =
        parts.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns a text such as `the scope loans, an idempotency key`, or `None` if the calls of a tool
/// need only their inputs.
pub(crate) fn needs(tool: &ToolSignature) -> Option<String> {
    let Some(needed) = &tool.preconditions else {
        return Some("unknown: the published file has no `preconditions`".to_owned());
    };
    let scopes = needed.scopes.iter().map(|scope| format!("the scope {scope}"));
    let key = needed.key_required.then(|| "an idempotency key".to_owned());
    let needs: Vec<_> = scopes.chain(key).collect();
    (!needs.is_empty()).then(|| needs.join(", "))
}

/// Writes a text as one word of a shell.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_-@.".contains(character);
    if text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", inert(text).replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_wrapped_and_nothing_is_lost() {
        let text = format!("one two\n\n{} end\u{1b}", "x".repeat(100));
        let wrapped = wrapped(&text, 4);
        assert!(wrapped.lines().all(|line| line.chars().count() <= WIDTH), "{wrapped}");
        assert!(wrapped.starts_with("    one two\n\n    xxx") && wrapped.ends_with("end\\u{1b}"));
        assert_eq!(wrapped.matches('x').count(), 100);
    }

    #[test]
    fn the_first_sentence_ends_at_its_full_stop() {
        assert_eq!(first_sentence("Adds 1.5 and 2. Then stops."), "Adds 1.5 and 2.");
        assert_eq!(first_sentence("都市の天気。最寄り。"), "都市の天気。");
        assert_eq!(first_sentence("No stop"), "No stop");
        assert_eq!(first_sentence(""), "");
    }
}
