//! Typed fragments become the text of a Rust file, whose lines have at most 100 columns.
//!
//! Nothing here takes text as it is. A [`Rust`] is written with
//!
//! * templates, which are `&'static str` and so stand in this crate's source;
//! * an [`Ident`], which only the map of names makes, out of ASCII letters, digits and underscores;
//! * a [`Path`], which is such identifiers with colons between them;
//! * numbers;
//! * the text of a string literal, in which whatever could end or reorder it is escaped;
//! * a [`Line`] of documentation, which only [`crate::docs`] makes.
//!
//! So what a stranger wrote reaches the file as one token, or as a comment, like through `quote`,
//! without a syntax tree that must be built and printed: there is no method to which a `String` could
//! be given that is Rust. The tests parse what they generate, and compare it token by token.

mod file;
mod layout;

use self::layout::{Mark, Place, lay_out, space, spaces};
use crate::docs::Line;
use crate::ident::{Ident, Path};

pub(crate) use file::write;

/// By how much each module and block is indented.
const INDENT: usize = 4;
const STEP: isize = 4;

/// A Rust file that is being written, line by line.
#[derive(Default)]
pub(crate) struct Rust {
    text: String,
    depth: usize,
    /// Where the current line begins, behind its indentation.
    start: usize,
    places: Vec<Place>,
}

/// How a part of a line breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breaks {
    /// At all its places or at none.
    All,
    /// Where it has to.
    Some,
}

impl Rust {
    /// The file.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    /// Lines of a template, indented.
    pub(crate) fn block(&mut self, template: &'static str) {
        for line in template.lines() {
            if !line.is_empty() {
                self.indentation();
                self.text.push_str(line);
            }
            self.text.push('\n');
        }
    }

    /// What follows is indented once more.
    pub(crate) fn enter(&mut self) {
        self.depth += 1;
    }

    /// What follows is indented once less, after a brace.
    pub(crate) fn leave(&mut self) {
        self.close_with("}");
    }

    /// What follows is indented once less, after such a line.
    pub(crate) fn close_with(&mut self, template: &'static str) {
        self.depth = self.depth.saturating_sub(1);
        self.block(template);
    }

    /// Begins a line, which [`Rust::end`] ends.
    pub(crate) fn line(&mut self) -> &mut Self {
        self.indentation();
        self.start = self.text.len();
        self
    }

    /// Ends the line, which is broken if it is too long.
    pub(crate) fn end(&mut self) {
        let indent = self.depth * INDENT;
        let long = self.text.len() - self.start > space(indent);
        if long && !self.places.is_empty() {
            let line = self.text.split_off(self.start);
            self.text.truncate(self.start - indent);
            lay_out(&line, &self.places, indent, &mut self.text);
        }
        self.text.push('\n');
        self.places.clear();
    }

    fn indentation(&mut self) {
        spaces(self.depth * INDENT, &mut self.text);
    }
}

/// The fragments of a line.
impl Rust {
    /// A template.
    pub(crate) fn code(&mut self, template: &'static str) -> &mut Self {
        self.text.push_str(template);
        self
    }

    pub(crate) fn ident(&mut self, ident: &Ident) -> &mut Self {
        self.text.push_str(ident.as_str());
        self
    }

    pub(crate) fn path(&mut self, path: &Path) -> &mut Self {
        self.text.push_str(path.as_str());
        self
    }

    /// A number, as a literal without a type.
    pub(crate) fn number(&mut self, number: impl Into<i128>) -> &mut Self {
        self.text.push_str(&number.into().to_string());
        self
    }

    /// A position in a signature or table.
    pub(crate) fn position(&mut self, position: usize) -> &mut Self {
        self.text.push_str(&position.to_string());
        self
    }

    /// The digits and hyphens of an id.
    pub(crate) fn id(&mut self, id: a2t_core::ToolId) -> &mut Self {
        self.text.push_str(&id.to_string());
        self
    }

    /// Documentation, in a comment that was begun.
    pub(crate) fn prose(&mut self, line: &Line) -> &mut Self {
        self.text.push_str(line.as_str());
        self
    }

    /// A string literal of this text, in ASCII.
    pub(crate) fn string(&mut self, text: &str) -> &mut Self {
        self.text.push('"');
        escape(text, &mut self.text, |character, out| {
            out.extend(character.escape_unicode());
        });
        self.text.push('"');
        self
    }

    /// A string literal of this JSON, in ASCII both as Rust and as JSON.
    pub(crate) fn json(&mut self, json: &str) -> &mut Self {
        self.text.push('"');
        escape(json, &mut self.text, |character, out| {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                out.push_str(&format!("\\\\u{unit:04x}"));
            }
        });
        self.text.push('"');
        self
    }
}

/// Where a line may break.
impl Rust {
    /// A part of the line begins, which is indented by so much if it breaks. What is begun and not
    /// closed goes on in the lines that follow.
    pub(crate) fn open(&mut self, breaks: Breaks, indent: isize) -> &mut Self {
        let all = breaks == Breaks::All;
        self.place(Mark::Open { all, indent })
    }

    pub(crate) fn close(&mut self) -> &mut Self {
        self.place(Mark::Close)
    }

    /// Nothing, or the end of the line.
    pub(crate) fn zero(&mut self) -> &mut Self {
        self.breaks(0, 0, false)
    }

    /// A space, or the end of the line; the next one is indented by `offset` more.
    pub(crate) fn space(&mut self, offset: isize) -> &mut Self {
        self.breaks(1, offset, false)
    }

    /// Nothing, or a comma and the end of the line before what closes a list.
    pub(crate) fn last(&mut self) -> &mut Self {
        self.breaks(0, -STEP, true)
    }

    /// What is before this may stay on its line if what is behind it does not.
    pub(crate) fn never(&mut self) -> &mut Self {
        self.place(Mark::Never)
    }

    /// Things between delimiters, each on a line of its own if they do not fit on one.
    pub(crate) fn list<T>(
        &mut self,
        (open, close): (&'static str, &'static str),
        things: impl IntoIterator<Item = T>,
        thing: impl FnMut(&mut Self, T),
    ) -> &mut Self {
        self.code(open);
        self.things(STEP, true, things, thing);
        self.code(close)
    }

    /// One thing between delimiters, which stands on a line of its own if it does not fit.
    pub(crate) fn one(
        &mut self,
        delimiters: (&'static str, &'static str),
        thing: impl FnOnce(&mut Self),
    ) -> &mut Self {
        self.list(delimiters, Some(thing), |out, thing| thing(out))
    }

    /// Things in the parentheses of an attribute, with no comma behind the last of them.
    pub(crate) fn attribute<T>(
        &mut self,
        (open, close): (&'static str, &'static str),
        things: impl IntoIterator<Item = T>,
        thing: impl FnMut(&mut Self, T),
    ) -> &mut Self {
        self.code(open);
        self.things(STEP, false, things, thing);
        self.code(close)
    }

    /// The names of an import, as many on a line as fit; one stands alone.
    pub(crate) fn import(&mut self, names: &[&'static str]) -> &mut Self {
        self.open(Breaks::All, STEP).code("{").zero();
        self.open(Breaks::Some, 0);
        for (index, name) in names.iter().enumerate() {
            if index > 0 {
                self.code(",").space(0);
            }
            self.code(name);
        }
        self.close().last().code("}").close()
    }

    /// The arguments of a function that is declared, as many on a line as fit, in a line whose part
    /// is open already.
    pub(crate) fn arguments<T>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        mut argument: impl FnMut(&mut Self, T),
    ) -> &mut Self {
        self.code("(").never().open(Breaks::All, 0).zero();
        self.open(Breaks::Some, 0);
        let mut is_first = true;
        for next in arguments {
            if !std::mem::take(&mut is_first) {
                self.code(",").space(0);
            }
            argument(self, next);
        }
        self.close().last().close().code(")")
    }

    fn things<T>(
        &mut self,
        indent: isize,
        comma: bool,
        things: impl IntoIterator<Item = T>,
        mut thing: impl FnMut(&mut Self, T),
    ) {
        let mut is_first = true;
        for next in things {
            if std::mem::take(&mut is_first) {
                self.open(Breaks::All, indent).zero();
            } else {
                self.code(",").space(0);
            }
            thing(self, next);
        }
        if !is_first {
            self.breaks(0, -STEP, comma).close();
        }
    }

    fn breaks(&mut self, blank: usize, offset: isize, comma: bool) -> &mut Self {
        self.place(Mark::Break {
            blank,
            offset,
            comma,
        });
        if blank > 0 {
            self.text.push(' ');
        }
        self
    }

    fn place(&mut self, mark: Mark) -> &mut Self {
        let at = self.text.len() - self.start;
        self.places.push(Place { at, mark });
        self
    }
}

/// Writes the inside of a string literal; `beyond` writes what is not ASCII.
fn escape(text: &str, out: &mut String, beyond: impl Fn(char, &mut String)) {
    let (mut from, mut at) = (0, 0);
    for &byte in text.as_bytes() {
        let plain = byte > b'"' && byte <= b'~' && byte != b'\\' || byte == b' ' || byte == b'!';
        // The bytes of a character that was escaped are behind `from`.
        if !plain && at >= from {
            out.push_str(text.get(from..at).unwrap_or_default());
            from = at + escape_first(text.get(at..).unwrap_or_default(), out, &beyond);
        }
        at += 1;
    }
    out.push_str(text.get(from..).unwrap_or_default());
}

/// Writes the first character of the text, and says how many bytes it has.
fn escape_first(text: &str, out: &mut String, beyond: &impl Fn(char, &mut String)) -> usize {
    if text.starts_with('"') {
        out.push_str("\\\"");
        return 1;
    }
    let Some(character) = text.chars().next() else {
        return 1;
    };
    match character {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        ascii if ascii.is_ascii() => out.extend(ascii.escape_unicode()),
        other => beyond(other, out),
    }
    character.len_utf8()
}
