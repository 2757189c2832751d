//! Text in any spelling becomes words in lower case, or words with capitals.

/// Words in lower case with single underscores between them; only ASCII letters and digits stay.
pub(super) fn snake(text: &str) -> String {
    if is_snake(text) {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut characters = text.chars().peekable();
    let mut before = ' ';
    while let Some(character) = characters.next() {
        let after = characters.peek().copied().unwrap_or(' ');
        let begins = character.is_ascii_uppercase()
            && (before.is_ascii_lowercase()
                || before.is_ascii_digit()
                || before.is_ascii_uppercase() && after.is_ascii_lowercase());
        let word = character.is_ascii_alphanumeric();
        if (begins || !word) && !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        if word {
            out.push(character.to_ascii_lowercase());
        }
        before = character;
    }
    out.truncate(out.trim_end_matches('_').len());
    out
}

/// Most names are in lower case. They take this short way, because build scripts are not optimised.
fn is_snake(text: &str) -> bool {
    let mut before = b'_';
    for &byte in text.as_bytes() {
        let kept = match byte {
            b'a'..=b'z' | b'0'..=b'9' => true,
            b'_' => before != b'_',
            _ => false,
        };
        if !kept {
            return false;
        }
        before = byte;
    }
    before != b'_'
}

/// Words with a capital each, an underscore only between digits.
pub(super) fn camel(text: &str) -> String {
    let mut out = String::new();
    for word in snake_or_screaming(text).split('_').filter(|word| !word.is_empty()) {
        let digit = |c: char| c.is_ascii_digit();
        if word.starts_with(digit) && out.ends_with(digit) {
            out.push('_');
        }
        out.push_str(&camel_word(word));
    }
    out
}

/// A name all in capitals has no words but those between its underscores.
fn snake_or_screaming(text: &str) -> String {
    if text.chars().any(|c| c.is_ascii_lowercase()) {
        snake(text)
    } else {
        snake(&text.to_ascii_lowercase())
    }
}

pub(super) fn camel_word(word: &str) -> String {
    let mut word = word.to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}

pub(super) fn starts_well(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
}

pub(super) fn joined(noun: &str, rest: &str) -> String {
    if rest.is_empty() { noun.to_owned() } else { format!("{noun}_{rest}") }
}
