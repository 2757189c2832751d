//! Writer of HTML in which no markup comes from a document: tags, attributes and their values are fixed or made of
//! numbers and rules, and everything else is text, which is escaped here.

use a2t_core::rule::Row;

use crate::diagnostic::title;
use crate::visible::visible;

pub(super) struct Markup(String);

#[derive(Clone, Copy)]
pub(super) enum Attribute {
    Fixed(&'static str, &'static str),
    /// The element is the pair of documents of this number.
    Pair(usize),
    /// A link to it.
    ToPair(usize),
    /// A link to the page of rules.
    ToRule(&'static Row),
}

pub(super) fn class(name: &'static str) -> [Attribute; 1] {
    [Attribute::Fixed("class", name)]
}

impl Markup {
    pub(super) fn new() -> Self {
        Self("<!DOCTYPE html>\n".to_owned())
    }

    pub(super) fn element(
        &mut self,
        tag: &'static str,
        attributes: &[Attribute],
        content: impl FnOnce(&mut Self),
    ) {
        self.tag(tag, attributes);
        content(self);
        self.0.push_str("</");
        self.0.push_str(tag);
        self.0.push('>');
    }

    /// Writes a tag that has no end.
    pub(super) fn tag(&mut self, tag: &'static str, attributes: &[Attribute]) {
        self.0.push('<');
        self.0.push_str(tag);
        for attribute in attributes {
            self.attribute(*attribute);
        }
        self.0.push('>');
    }

    fn attribute(&mut self, attribute: Attribute) {
        let (name, value) = match attribute {
            Attribute::Fixed(name, value) => (name, value.to_owned()),
            Attribute::Pair(number) => ("id", format!("pair-{number}")),
            Attribute::ToPair(number) => ("href", format!("#pair-{number}")),
            Attribute::ToRule(rule) => ("href", address(rule)),
        };
        self.0.push_str(&format!(" {name}=\""));
        self.text(&value);
        self.0.push('"');
    }

    /// Writes text of any origin: it neither marks anything up nor hides from the eye.
    pub(super) fn text(&mut self, text: &str) {
        for character in visible(text).chars() {
            match entity(character) {
                Some(entity) => self.0.push_str(entity),
                None => self.0.push(character),
            }
        }
    }

    /// Returns the number of bytes that a text will have.
    pub(super) fn size(text: &str) -> usize {
        let letters = text.chars();
        letters.map(|letter| entity(letter).map_or(letter.len_utf8(), str::len)).sum()
    }

    pub(super) fn style(&mut self, css: &'static str) {
        self.element("style", &[], |style| style.0.push_str(css));
    }

    /// Ends a line of the file.
    pub(super) fn end_line(&mut self) {
        self.0.push('\n');
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

fn entity(character: char) -> Option<&'static str> {
    match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        _ => None,
    }
}

/// Returns the address of a rule in the repository, where GitHub names headings.
fn address(rule: &Row) -> String {
    let title = title(rule).to_lowercase();
    let page = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/rules.md");
    format!("{page}#{}", title.replace(' ', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_markup_and_hides_nothing() {
        let mut markup = Markup(String::new());
        markup.element("td", &class("old"), |cell| cell.text("</td><b a='\"'>&\u{202e}\0\u{200b}"));
        assert_eq!(
            markup.finish(),
            "<td class=\"old\">&lt;/td&gt;&lt;b a=&#39;&quot;&#39;&gt;&amp;\\u{202e}\\u{0}\\u{200b}</td>"
        );
    }
}
