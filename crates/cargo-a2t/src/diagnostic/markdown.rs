//! Markdown for the text of a pull request or a summary. Words of strangers stand in spans and blocks of
//! code, where they neither link, mention nor mark anything up.

use super::Diagnostic;

/// A section for each file, in the order of the diagnostics.
pub(crate) fn render(diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    let mut file = None;
    for diagnostic in diagnostics {
        let of = diagnostic.file();
        if of != file {
            let title = of.as_deref().map_or_else(|| "Elsewhere".to_owned(), span);
            out.push_str(&format!("### {title}\n\n"));
            file = of;
        }
        out.push_str(&item(diagnostic));
    }
    out.trim_end().to_owned()
}

fn item(diagnostic: &Diagnostic) -> String {
    let level = diagnostic.severity.label();
    let message = span(diagnostic.headline.as_deref().unwrap_or(&diagnostic.message));
    let line = diagnostic.location.as_ref().and_then(|location| location.line);
    let line = line.map_or(String::new(), |line| format!(" (line {line})"));
    let mut item = format!("- **{level}** {} {message}{line}\n", span(diagnostic.rule.id));
    if diagnostic.values.iter().any(Option::is_some) {
        let signs = ["- ", "+ "].into_iter().zip(&diagnostic.values);
        let lines = signs.filter_map(|(sign, value)| Some(format!("{sign}{}", value.as_ref()?)));
        let lines: Vec<_> = lines.collect();
        item.push_str(&block(&lines));
    }
    for (label, text) in diagnostic.remarks() {
        let text = if label == "more" { span(&text) } else { words(&text) };
        item.push_str(&format!("  - {label}: {text}\n"));
    }
    item.push('\n');
    item
}

/// One line of code, with any text in it.
pub(crate) fn span(text: &str) -> String {
    let text = text.replace('\n', " ");
    let fence = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    if text.is_empty() { text } else { format!("{fence}{pad}{text}{pad}{fence}") }
}

/// A block of code below a list's item.
fn block(lines: &[String]) -> String {
    let longest = lines.iter().map(|line| longest_run(line)).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("  {fence}diff\n{lines}  {fence}\n")
}

/// Plain words as they are, with code in them; anything that marks up as code.
fn words(text: &str) -> String {
    let is_plain =
        |character: char| character.is_alphanumeric() || " .,;:()'\"-`/_?!\n".contains(character);
    let is_even = text.matches('`').count().is_multiple_of(2);
    let links = text.contains("://") || text.contains("www.") || text.contains("``");
    if text.chars().all(is_plain) && is_even && !links {
        text.replace('\n', " ")
    } else {
        span(text)
    }
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_words_stay_code() {
        assert_eq!(span("a `b` c"), "``a `b` c``");
        assert_eq!(span("`b` ``c"), "``` `b` ``c ```");
        assert_eq!(span("x\n# y <img> @me"), "`x # y <img> @me`");
        let fenced = block(&["- ```\n".to_owned()]);
        assert!(fenced.starts_with("  ````diff\n") && fenced.ends_with("  ````\n"), "{fenced}");
        assert_eq!(words("Restore the `max` (it is 7)."), "Restore the `max` (it is 7).");
        for text in ["ask @me", "see http://x", "a [b](c)", "one ` tick", "<b>", "a*b*", "#12"] {
            assert_eq!(words(text), span(text), "{text}");
        }
    }
}
