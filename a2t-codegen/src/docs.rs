//! Text of a vendor becomes doc comments that are nothing but text: no markup, no link, no HTML,
//! no code that rustdoc would run, ASCII only.

use std::fmt;

/// One line of documentation: ASCII without a line break, which stands for itself in Markdown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line(String);

impl Line {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The doc lines of a description: paragraphs are kept, the lines of one are joined.
pub(crate) fn lines(text: &str) -> Vec<Line> {
    if is_inert(text) {
        return vec![Line(text.to_owned())];
    }
    let mut lines: Vec<Line> = Vec::new();
    for paragraph in paragraphs(text) {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line(inert(&paragraph)));
    }
    lines
}

/// The whole text as one doc line.
pub(crate) fn line(text: &str) -> Line {
    if is_inert(text) {
        return Line(text.to_owned());
    }
    let paragraphs: Vec<_> = paragraphs(text).iter().map(|text| inert(text)).collect();
    Line(paragraphs.join(" "))
}

/// Lines as one, without those that are empty.
pub(crate) fn joined(lines: &[Line]) -> Line {
    let lines: Vec<_> = lines.iter().filter(|line| !line.is_empty()).map(Line::as_str).collect();
    Line(lines.join(" "))
}

/// Most texts are one line without markup. They take this short way, because build scripts are not
/// optimised.
fn is_inert(text: &str) -> bool {
    let mut before = b' ';
    for &byte in text.as_bytes() {
        let bare = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b',' | b'\'' | b'(' => true,
            b' ' => before != b' ',
            b'.' | b')' => !before.is_ascii_digit(),
            b'-' => before.is_ascii_alphanumeric(),
            _ => false,
        };
        if !bare {
            return false;
        }
        before = byte;
    }
    before != b' '
}

/// Runs of lines that are not blank, each as one line.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        if line.trim().is_empty() && !words.is_empty() {
            paragraphs.push(words.join(" "));
            words.clear();
        }
        words.extend(line.split_whitespace());
    }
    paragraphs
}

/// One line in which every character stands for itself in Markdown.
fn inert(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    let mut before = ' ';
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let after = characters.peek().copied().unwrap_or(' ');
        match character {
            _ if is_bare(before, character, after) => out.push(character),
            _ if character.is_ascii_punctuation() => out.extend(['\\', character]),
            _ => out.push_str(&entity(character)),
        }
        before = character;
    }
    out
}

/// The ASCII that Markdown and rustdoc give no meaning between these neighbours: no list or rule
/// begins, no emphasis, and no address that rustdoc would warn about.
fn is_bare(before: char, character: char, after: char) -> bool {
    match character {
        ' ' | ',' | ';' | '?' | '!' | '(' | '/' | '%' | '\'' | '"' | '@' => true,
        '.' | ')' => !before.is_ascii_digit(),
        ':' => before.is_ascii_alphanumeric() && after != '/',
        '-' => before.is_ascii_alphanumeric(),
        '_' => before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric(),
        _ => character.is_ascii_alphanumeric(),
    }
}

/// A character reference; one that would show nothing, or reorder the text, becomes a question mark.
fn entity(character: char) -> String {
    // Joiners and selectors show nothing by themselves; a catalog has them only inside emoji.
    let of_emoji = matches!(character, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}');
    let hidden = a2t_core::signature::rule::is_forbidden(character) && !of_emoji;
    if hidden || character.is_control() {
        return "\\?".to_owned();
    }
    format!("&#x{:X};", u32::from(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_inert_is_what_the_escapes_make_of_it() {
        let all = "AZaz09 ,.;:?!()[]{}<>/\\|%'\"@#$^&*-_=+~`\n\r\t\u{e9}\u{7f}";
        let longer = |texts: &[String]| -> Vec<String> {
            let longer = |text: &String| all.chars().map(|last| format!("{text}{last}")).collect();
            texts.iter().flat_map::<Vec<_>, _>(longer).collect()
        };
        let one = longer(&[String::new()]);
        let two = longer(&one);
        let texts = [longer(&two), two, one].concat();
        let inert_ones = texts.iter().filter(|text| is_inert(text));
        assert!(inert_ones.clone().count() > 1_000);
        // An ordinary sentence is among them, or nothing is won.
        assert!(is_inert("The city, as its people call it. For example, Boston (in 5 days)."));
        for text in inert_ones {
            assert_eq!(paragraphs(text), [text.as_str()]);
            assert_eq!(inert(text), *text);
        }
    }
}
