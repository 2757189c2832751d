//! Texts of signatures become CommonMark that shows them and does nothing else.

/// The text without raw HTML, links and images: renderers of OpenAPI documents follow and run them,
/// and not every catalog is its reader's own. A bracket in code shows its backslash.
pub(super) fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '<' | '[' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// The text on one line, for an item of a list.
pub(super) fn line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    inert(&words.join(" "))
}
