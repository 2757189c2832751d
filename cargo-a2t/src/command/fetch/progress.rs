//! Progress of a fetch, for people who watch a terminal.

use std::io::{IsTerminal as _, Write as _};

use std::path::Path;

use a2t_codegen::fetch;

use crate::catalog::shown;

/// One line on standard error, written over itself; nothing where that is no terminal.
pub(super) struct Progress {
    shown: bool,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self { shown: std::io::stderr().is_terminal() }
    }

    pub(super) fn tell(&self, done: fetch::Progress) {
        if self.shown {
            print(&format!("\r\x1b[2Kfetching: {} replies, {} tools", done.pages, done.tools));
        }
    }

    pub(super) fn of(&self, index: usize, count: usize, path: &Path) {
        if self.shown {
            let (number, path) = (index.saturating_add(1), shown(path));
            print(&format!("\r\x1b[2Kchecking {number} of {count}: {path}"));
        }
    }

    pub(super) fn clear(&self) {
        if self.shown {
            print("\r\x1b[2K");
        }
    }
}

fn print(text: &str) {
    // Progress that cannot be shown is no reason to stop.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
