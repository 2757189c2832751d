//! Templates and what may stand in their gaps.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use crate::docs::Line;
use crate::ident::{Ident, Path};

/// Width at which [`Rust::head`] and [`Rust::chain`] break a line.
const MARGIN: usize = 100;
const INDENT: usize = 4;
const SPACES: &str = "                                ";

/// Writes lines to a [`Rust`]: `rust!(out, "pub fn {method}() {{" "}}"; method = &tool.method)`.
///
/// `method` alone stands for `method = method`. The format string comes out of `concat!`, because such a
/// one cannot capture variables, which would be in the text unchecked.
macro_rules! rust {
    ($out:expr, $($line:literal)+ $(; $($name:ident $(= $value:expr)?),+)?) => {
        $out.lines(::core::format_args!(
            ::core::concat!($("{indent}", $line, "\n"),+),
            $($($name = $crate::emit::fragment!($name $(= $value)?),)+)?
            indent = $out.indent(),
        ))
    };
}

/// Fills a template that is part of a line: `code!("Text<{max}>"; max = 9)`.
macro_rules! code {
    ($template:literal $(; $($name:ident $(= $value:expr)?),+)?) => {
        $crate::emit::Code::filled(::core::format_args!(
            ::core::concat!($template),
            $($($name = $crate::emit::fragment!($name $(= $value)?),)+)?
        ))
    };
}

macro_rules! fragment {
    ($name:ident) => {
        $crate::emit::Fragment::checked(&$name)
    };
    ($name:ident = $value:expr) => {
        $crate::emit::Fragment::checked(&$value)
    };
}

pub(crate) use {code, fragment, rust};

/// Something that prints as whole tokens or as text of a comment, for every catalog.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may hold untrusted text, so it cannot be part of a template",
    label = "not an identifier, path, number, line of documentation or `Code`",
    note = "`emit::string` makes a string literal of a text, `docs::line` makes a comment of it"
)]
pub(crate) trait Fragment: fmt::Display + sealed::Sealed {
    fn checked(&self) -> &Self {
        self
    }
}

mod sealed {
    pub(crate) trait Sealed {}
}

macro_rules! fragments {
    ($($type:ty)*) => {$(
        impl sealed::Sealed for $type {}
        impl Fragment for $type {}
    )*};
}

fragments! { Code Ident Path Line a2t_core::ToolId i64 u32 u64 usize }

impl<T: ?Sized> sealed::Sealed for &T {}
impl<T: Fragment + ?Sized> Fragment for &T {}

/// Part of a line.
#[derive(Clone, Debug)]
pub(crate) struct Code(Cow<'static, str>);

impl Code {
    /// For [`code!`], which checks what the arguments are.
    pub(crate) fn filled(template: fmt::Arguments<'_>) -> Self {
        Self(match template.as_str() {
            Some(text) => text.into(),
            None => template.to_string().into(),
        })
    }

    pub(crate) fn list(parts: &[Self]) -> Self {
        let parts: Vec<_> = parts.iter().map(|part| &*part.0).collect();
        Self(parts.join(", ").into())
    }

    pub(super) fn literal(text: String) -> Self {
        Self(text.into())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A Rust file that is being written, line by line.
#[derive(Default)]
pub(crate) struct Rust {
    text: String,
    depth: usize,
}

impl Rust {
    pub(crate) fn finish(self) -> String {
        self.text
    }

    /// For [`rust!`], which checks what the arguments are.
    pub(crate) fn lines(&mut self, template: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(template);
    }

    pub(crate) fn indent(&self) -> &'static str {
        SPACES.get(..self.depth * INDENT).unwrap_or(SPACES)
    }

    /// Indents what `write` writes once more.
    pub(crate) fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }

    /// Writes `{head}({arguments}){tail}`, with each argument on its own line if one line is too
    /// short.
    pub(crate) fn head(&mut self, head: &Code, arguments: &[Code], tail: &Code) {
        let start = self.text.len();
        let list = Code::list(arguments);
        rust!(self, "{head}({list}){tail}"; head, list, tail);
        if self.text.len() - start > MARGIN + "\n".len() {
            self.text.truncate(start);
            rust!(self, "{head}("; head);
            let arguments = arguments.iter().map(|argument| code!("{argument}, "; argument));
            self.inside(|out| out.fill(arguments, 0));
            rust!(self, "){tail}"; tail);
        }
    }

    /// Writes calls of methods one after the other, as many on a line as fit.
    pub(crate) fn chain(&mut self, calls: impl IntoIterator<Item = Code>) {
        self.fill(calls, 1);
    }

    fn fill(&mut self, parts: impl IntoIterator<Item = Code>, hang: usize) {
        let depth = self.depth;
        let mut line = String::new();
        for Code(part) in parts {
            let width = self.depth * INDENT + line.len() + part.trim_end().len();
            if width > MARGIN && !line.is_empty() {
                self.line(&line);
                self.depth = depth + hang;
                line.clear();
            }
            line.push_str(&part);
        }
        self.line(&line);
        self.depth = depth;
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(self.indent());
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}
