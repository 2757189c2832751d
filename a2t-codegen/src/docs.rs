//! Text of a vendor becomes doc comments that are nothing but text: no markup, no link, no HTML,
//! no code that rustdoc would run, ASCII only.

/// The doc lines of a description: paragraphs are kept, the lines of one are joined.
pub(crate) fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in paragraphs(text) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(inert(&paragraph));
    }
    lines
}

/// The whole text as one doc line.
pub(crate) fn line(text: &str) -> String {
    let paragraphs: Vec<_> = paragraphs(text).iter().map(|text| inert(text)).collect();
    paragraphs.join(" ")
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
    if a2t_core::signature::rule::is_forbidden(character) || character.is_control() {
        return "\\?".to_owned();
    }
    format!("&#x{:X};", u32::from(character))
}
