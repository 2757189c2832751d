//! Foreign descriptions become descriptions of a signature: line ends and tabs made plain, remarks
//! about what the schema loses put at the end, cut at the limits.

use a2t_core::error::inert;
use a2t_core::signature::rule::{self, DESCRIPTION_MAX, TOOL_DESCRIPTION_LIMIT};

/// Maximum number of characters of the description of a tool.
pub(super) const TOOL_MAX: usize = TOOL_DESCRIPTION_LIMIT - 1;
/// Maximum number of characters of any other description.
pub(super) const OTHER_MAX: usize = DESCRIPTION_MAX;
/// Maximum number of characters of one remark.
const REMARK_MAX: usize = 600;

pub(super) struct Described {
    pub(super) text: String,
    pub(super) is_cut: bool,
}

/// The text with its remarks in at most `max` characters, or the first character in it that cannot
/// be seen.
pub(super) fn described(text: &str, remarks: &[String], max: usize) -> Result<Described, char> {
    let mut room = max;
    let mut tail = String::new();
    if !remarks.is_empty() {
        let joined = remarks.join("; ");
        tail = format!("({joined})");
        room = max.saturating_sub(tail.chars().count() + 1);
    }
    let mut text = plain(text, max)?;
    let is_cut = text.chars().count() > room;
    if is_cut {
        text = cut(&text, room);
    }
    if !tail.is_empty() && !text.is_empty() {
        text.push(' ');
    }
    text.push_str(&tail);
    Ok(Described { text, is_cut })
}

/// The text with `\n` at the ends of lines and blanks for tabs; not much more than `max`
/// characters of it are looked at.
fn plain(text: &str, max: usize) -> Result<String, char> {
    let mut found = String::new();
    let mut characters = rule::classify(text.trim()).take(2 * max + 2).peekable();
    while let Some((character, forbidden)) = characters.next() {
        match character {
            '\r' if characters.peek().is_some_and(|(next, _)| *next == '\n') => {}
            '\r' => found.push('\n'),
            '\t' => found.push(' '),
            hidden if forbidden => return Err(hidden),
            other => found.push(other),
        }
    }
    Ok(found.trim().to_owned())
}

/// The first `max` characters, up to the end of a word, and three dots.
fn cut(text: &str, max: usize) -> String {
    let head: String = text.chars().take(max.saturating_sub(3)).collect();
    let end = head.rfind(char::is_whitespace);
    let whole = end.filter(|end| *end > head.len() / 2);
    let head = whole.and_then(|end| head.get(..end)).unwrap_or(&head);
    // An emoji that was cut in two leaves a joiner that joins nothing.
    let shown = rule::classify(head.trim_end()).filter(|(_, forbidden)| !forbidden);
    let shown: String = shown.map(|(character, _)| character).collect();
    format!("{shown}...")
}

pub(super) fn one_of<'v>(values: impl ExactSizeIterator<Item = &'v str>) -> String {
    let mut text = "one of".to_owned();
    let count = values.len();
    for (index, value) in values.enumerate() {
        let value = format!(" `{}`", inert(value));
        if text.chars().count() + value.chars().count() > REMARK_MAX {
            text.push_str(&format!(" and {} more", count - index));
            return text;
        }
        text.push_str(if index == 0 { "" } else { "," });
        text.push_str(&value);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_stay_when_the_text_is_cut() {
        let remarks = ["default 10".to_owned(), "format: date".to_owned()];
        let found = described("some words that go on", &remarks, 45).unwrap();
        assert_eq!(found.text, "some words... (default 10; format: date)");
        assert!(found.is_cut && found.text.chars().count() <= 45);
        let found = described("", &remarks, 2_000).unwrap();
        assert_eq!(found.text, "(default 10; format: date)");
    }

    #[test]
    fn tabs_and_line_ends_are_plain_and_hidden_characters_refused() {
        let found = described(" a\tb\r\nc\rd ", &[], 9).unwrap();
        assert_eq!((&*found.text, found.is_cut), ("a b\nc\nd", false));
        assert_eq!(described("a\u{200b}", &[], 9).err(), Some('\u{200b}'));
    }

    #[test]
    fn a_list_of_values_is_bounded() {
        let values = vec!["x".repeat(100); 50];
        let text = one_of(values.iter().map(String::as_str));
        assert!(text.ends_with(" more") && text.chars().count() < 700, "{text}");
        assert_eq!(one_of(["asc", "desc"].into_iter()), "one of `asc`, `desc`");
    }
}
