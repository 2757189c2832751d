//! Progress of what may take a while, for people who watch a terminal.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

use a2t_codegen::fetch;

use crate::catalog::shown;

/// One line on standard error, written over itself and taken away in the end; nothing where that is no
/// terminal.
pub(crate) struct Progress {
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Self { shown: std::io::stderr().is_terminal() }
    }

    pub(crate) fn fetched(&self, done: fetch::Progress) {
        self.say(&format!("fetching: {} replies, {} tools", done.pages, done.tools));
    }

    pub(crate) fn of(&self, index: usize, count: usize, path: &Path) {
        self.say(&format!("checking {} of {count}: {}", index.saturating_add(1), shown(path)));
    }

    /// Replaces the line; it has no words of strangers but inert ones.
    pub(crate) fn say(&self, line: &str) {
        if self.shown {
            print(&format!("\r\x1b[2K{line}"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.say("");
    }
}

fn print(text: &str) {
    // Progress that cannot be shown is no reason to stop.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
