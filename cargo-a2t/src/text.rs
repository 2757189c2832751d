//! Remote text laid out for people: made inert, then broken into lines.

use a2t_core::error::{inert, nearest};
use a2t_core::{Hints, ToolSignature};

const WIDTH: usize = 88;

/// The text in lines of at most 88 characters, each behind `indent` spaces.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let room = WIDTH.saturating_sub(indent).max(20);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace().flat_map(|word| pieces(word, room)) {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        lines.push(line);
    }
    let pad = " ".repeat(indent);
    let lines: Vec<_> =
        lines.iter().map(|line| format!("{pad}{line}").trim_end().to_owned()).collect();
    lines.join("\n")
}

fn pieces(word: &str, room: usize) -> Vec<String> {
    let characters: Vec<char> = word.chars().collect();
    characters.chunks(room).map(|piece| inert(&piece.iter().collect::<String>())).collect()
}

/// `; did you mean `add`?` where one of these names is near.
pub(crate) fn meant<'n>(tried: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let meant = nearest(tried, known);
    meant.map_or(String::new(), |name| format!("; did you mean `{}`?", inert(name)))
}

/// The first sentence of a text, on one line.
pub(crate) fn first_sentence(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let end = line.find(". ").map_or(line, |end| line.get(..=end).unwrap_or(line));
    inert(end)
}

/// The warning that a version should no longer be used; `wrapped` makes it inert.
pub(crate) fn deprecation(tool: &ToolSignature) -> Option<String> {
    let deprecated = tool.deprecated.as_ref()?;
    let (since, note) = (&deprecated.since, &deprecated.note);
    Some(format!("warning: deprecated since {since}: {note}"))
}

/// `only reads, idempotent`; `None` of a tool that says nothing of what a call does.
pub(crate) fn hints(tool: &ToolSignature) -> Option<String> {
    let Hints { read_only, idempotent, destructive, long_running } = tool.hints;
    let said = [
        (read_only, "only reads"),
        (idempotent, "idempotent"),
        (destructive == Some(true), "destructive"),
        (destructive == Some(false), "only adds"),
        (long_running, "takes a while"),
    ];
    let said: Vec<_> = said.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
    (!said.is_empty()).then(|| said.join(", "))
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
        assert_eq!(first_sentence("No stop"), "No stop");
        assert_eq!(first_sentence(""), "");
    }
}
