//! A doc comment becomes the text that models read, and the text of its `# Returns` section.

use a2t_core::error::nearest;
use proc_macro2::{Delimiter, Group, TokenStream};
use quote::{ToTokens, TokenStreamExt};
use syn::{Attribute, LitStr, Meta};

use super::keys::literal_text;
use super::{At, is_doc};
use crate::ctxt::Ctxt;

#[derive(Default)]
pub(crate) struct Doc {
    /// Everything before the first heading.
    pub(crate) description: Option<At<String>>,
    pub(crate) returns: Option<At<String>>,
}

pub(crate) fn doc(attrs: &[Attribute], ctxt: &Ctxt) -> Doc {
    let (mut lines, mut tokens) = (Vec::new(), Vec::new());
    for attr in attrs.iter().filter(|attr| is_doc(attr)) {
        let Meta::NameValue(pair) = &attr.meta else {
            continue;
        };
        tokens.push(attr);
        let Some(text) = literal_text(&pair.value) else {
            let help = "write the description here as `/// …`: a macro cannot expand another macro";
            ctxt.error(&pair.value, "this description is not a literal text", help);
            // A description is there; that it is missing would be a second error.
            lines.push("?".to_owned());
            continue;
        };
        lines.extend(unindented(&value(text)));
    }
    sections(&lines, &ends(&tokens))
}

/// The first and the last token of a comment: all that an error on it needs.
fn ends(attrs: &[&Attribute]) -> TokenStream {
    let mut tokens = TokenStream::new();
    if let (Some(first), Some(last)) = (attrs.first(), attrs.last()) {
        first.pound_token.to_tokens(&mut tokens);
        let mut end = Group::new(Delimiter::Bracket, TokenStream::new());
        end.set_span(last.bracket_token.span.join());
        tokens.append(end);
    }
    tokens
}

/// Returns the text of a literal. If it has no escapes, it is between the quotes: without optimisation, `syn` takes ten
/// times as long, because it reads each character.
fn value(literal: &LitStr) -> String {
    let spelt = literal.token().to_string();
    let text = spelt.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match text.filter(|text| !text.contains('\\') && !text.contains('\r')) {
        Some(text) => text.to_owned(),
        None => literal.value(),
    }
}

/// Refuses a heading that was meant to be `# Returns`, in a comment that has none.
pub(crate) fn check_headings(attrs: &[Attribute], ctxt: &Ctxt) {
    let docs = attrs.iter().filter(|attr| is_doc(attr));
    for attr in docs {
        let Meta::NameValue(pair) = &attr.meta else {
            continue;
        };
        let text = literal_text(&pair.value).map(value);
        let title = text.as_deref().map(str::trim).and_then(heading);
        if let Some(title) =
            title.filter(|title| *title != "Returns" && nearest(title, ["Returns"]).is_some())
        {
            let wrong = format!("the section `# {title}` is ignored");
            ctxt.error(attr, wrong, "did you mean `# Returns`?");
        }
    }
}

/// The lines of one attribute without what the comment adds to them: `/// x` is ` x`, and a block
/// comment may have a column of stars.
fn unindented(text: &str) -> Vec<String> {
    if !text.contains('\n') {
        return vec![text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()];
    }
    let mut lines: Vec<&str> = text.lines().collect();
    let starred = |line: &&str| line.trim_start().starts_with('*') || line.trim().is_empty();
    let stars = lines.len() > 1 && lines.iter().skip(1).all(starred);
    if stars {
        for line in lines.iter_mut().skip(1) {
            *line = line.trim_start().strip_prefix('*').unwrap_or_default();
        }
    }
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let common = lines.iter().filter(|line| !line.trim().is_empty()).map(indent).min();
    let cut =
        |line: &&str| line.get(common.unwrap_or(0)..).unwrap_or_default().trim_end().to_owned();
    lines.iter().map(cut).collect()
}

fn sections(lines: &[String], tokens: &TokenStream) -> Doc {
    // One line of plain text, as most comments are.
    if let [line] = lines
        && !line.contains('#')
        && !line.contains('`')
    {
        let text = Some(At::new(line.trim().to_owned(), tokens));
        return Doc { description: text.filter(|text| !text.value.is_empty()), returns: None };
    }
    let (mut description, mut returns) = (Vec::new(), None::<Vec<&str>>);
    let (mut section, mut fenced) = (Section::Description, false);
    for line in lines {
        fenced ^= line.trim_start().starts_with("```");
        match heading(line).filter(|_| !fenced) {
            Some("Returns") => {
                section = Section::Returns;
                returns.get_or_insert_default();
            }
            Some(_) => section = Section::Other,
            None => match section {
                Section::Description => description.push(line.as_str()),
                Section::Returns => returns.get_or_insert_default().push(line),
                Section::Other => {}
            },
        }
    }
    let at = |lines: Vec<&str>| At::new(joined(&lines), tokens);
    Doc {
        description: Some(at(description)).filter(|text| !text.value.is_empty()),
        returns: returns.map(at).filter(|text| !text.value.is_empty()),
    }
}

enum Section {
    Description,
    Returns,
    Other,
}

fn heading(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    ((1..=6).contains(&level) && rest.starts_with(' ')).then(|| rest.trim())
}

/// Paragraphs on one line each; lists, quotes, tables and code keep their lines.
fn joined(lines: &[&str]) -> String {
    let (mut text, mut fenced) = (String::new(), false);
    for line in lines {
        let fence = line.trim_start().starts_with("```");
        let paragraph = text.ends_with('\n') || text.is_empty();
        if line.trim().is_empty() && !fenced {
            text.truncate(text.trim_end().len());
            text.push_str("\n\n");
        } else if paragraph {
            text.push_str(line);
        } else if fenced || fence || starts_block(line) {
            text.push('\n');
            text.push_str(line);
        } else {
            text.push(' ');
            text.push_str(line.trim_start());
        }
        fenced ^= fence;
        if fence && !fenced {
            text.push('\n');
        }
    }
    text.trim().to_owned()
}

fn starts_block(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    ["- ", "* ", "+ ", "> ", "|"].iter().any(|marker| line.starts_with(marker))
        || (digits.len() < line.len() && digits.starts_with(". "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Option<String>) {
        let lines = unindented(text);
        let doc = sections(&lines, &TokenStream::new());
        let description = doc.description.map(|text| text.value).unwrap_or_default();
        (description, doc.returns.map(|text| text.value))
    }

    #[test]
    fn paragraphs_are_joined_and_lists_kept() {
        let (description, _) = read(" One\n two.\n\n Three:\n - a\n - b");
        assert_eq!(description, "One two.\n\nThree:\n- a\n- b");
    }

    #[test]
    fn an_empty_line_parts_paragraphs() {
        let lines: Vec<_> = [" One.", "", " Two."].into_iter().flat_map(unindented).collect();
        let doc = sections(&lines, &TokenStream::new());
        assert_eq!(doc.description.unwrap().value, "One.\n\nTwo.");
    }

    #[test]
    fn only_the_returns_section_is_for_models() {
        let (description, returns) =
            read(" Adds.\n\n # Errors\n Never.\n # Returns\n The\n sum.\n # Panics\n No.");
        assert_eq!(description, "Adds.");
        assert_eq!(returns.as_deref(), Some("The sum."));
    }

    #[test]
    fn a_hash_inside_code_is_no_heading() {
        let (description, returns) = read(" See:\n ```\n # Returns\n x\n ```");
        assert_eq!(description, "See:\n```\n# Returns\nx\n```");
        assert_eq!(returns, None);
    }

    #[test]
    fn a_line_of_its_own_loses_one_space() {
        assert_eq!(unindented("   indented "), ["  indented"]);
        assert_eq!(unindented(""), [""]);
    }

    #[test]
    fn a_block_comment_loses_its_stars() {
        assert_eq!(read("\n * Adds.\n * Twice.\n ").0, "Adds. Twice.");
    }

    #[test]
    fn an_empty_section_is_no_description() {
        assert_eq!(read(" Adds.\n # Returns\n").1, None);
    }
}
