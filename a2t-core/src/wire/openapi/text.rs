//! Texts of signatures become CommonMark that shows them and does nothing else.

/// The text without raw HTML, links and images: renderers of OpenAPI documents follow and run them,
/// and not every catalog is its reader's own. A bracket in code shows its escape. An angle bracket
/// has the form that those see as well who look for tags before they read Markdown.
pub(super) fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '[' | '\\' => out.extend(['\\', character]),
            other => out.push(other),
        }
    }
    out
}

/// The text on one line, for an item of a list.
pub(super) fn line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    inert(&words.join(" "))
}
