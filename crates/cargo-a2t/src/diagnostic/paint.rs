//! Text in colours. Pieces stay apart until they are printed, so that what a stranger wrote loses its
//! escapes and ours stay.

use std::io::IsTerminal;
use std::sync::OnceLock;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

// Comments of these would be help to `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    Auto,
    Always,
    Never,
}

/// Choice of the command line, which is read when text is printed.
static CHOSEN: OnceLock<Colour> = OnceLock::new();

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const RED: Style = AnsiColor::BrightRed.on_default().bold();
pub(crate) const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
pub(super) const GREEN: Style = AnsiColor::BrightGreen.on_default().bold();
pub(crate) const BLUE: Style = AnsiColor::BrightBlue.on_default().bold();
pub(crate) const PLAIN: Style = Style::new();

impl Colour {
    pub(crate) fn choose(self) {
        // Set once, by `main`.
        let _ = CHOSEN.set(self);
    }

    /// `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR` and a terminal decide, in this order, unless the command
    /// line does.
    pub(crate) fn is_on(stream: &impl IsTerminal) -> bool {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        match CHOSEN.get() {
            Some(Self::Always) => true,
            Some(Self::Never) => false,
            Some(Self::Auto) | None => {
                let known = if cfg!(windows) {
                    variable("WT_SESSION").or_else(|| variable("TERM"))
                } else {
                    variable("TERM").filter(|term| term != "dumb")
                };
                let forced = variable("CLICOLOR_FORCE").is_some_and(|value| value != "0");
                let wanted = variable("CLICOLOR").is_none_or(|value| value != "0");
                variable("NO_COLOR").is_none()
                    && (forced || wanted && known.is_some() && stream.is_terminal())
            }
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Painted(Vec<(Style, String)>);

impl Painted {
    pub(crate) fn push(&mut self, style: Style, text: impl Into<String>) {
        self.0.push((style, text.into()));
    }

    pub(crate) fn plain(&mut self, text: impl Into<String>) {
        self.push(PLAIN, text);
    }

    pub(crate) fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The text, each piece made safe by `inert`, which gets whether a line begins there.
    pub(crate) fn render(&self, coloured: bool, inert: impl Fn(&str, bool) -> String) -> String {
        let (mut out, mut begins) = (String::new(), true);
        for (style, text) in &self.0 {
            let safe = inert(text, begins);
            if coloured && *style != PLAIN {
                out.push_str(&format!("{style}{safe}{style:#}"));
            } else {
                out.push_str(&safe);
            }
            let line = text.rsplit('\n').next().unwrap_or_default();
            begins = (begins || text.contains('\n')) && line.trim_start().is_empty();
        }
        out
    }
}
