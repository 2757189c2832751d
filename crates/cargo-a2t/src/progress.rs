//! Progress of what may take a while, for people who watch a terminal.

use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use a2t_codegen::fetch;
use a2t_core::error::inert;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::diagnostic::{plural, shown};

/// Escapes that return to the first column and erase the line.
const ERASE: &str = "\r\x1b[2K";

/// One line on standard error, written over itself and taken away in the end; nothing where that is no
/// terminal, or one that knows no escapes.
pub(crate) struct Progress {
    is_shown: bool,
    /// A line is on the screen.
    is_drawn: AtomicBool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { is_shown: io::stderr().is_terminal() && !dumb, is_drawn: AtomicBool::new(false) }
    }

    pub(crate) fn fetched(&self, done: fetch::Progress) {
        let (pages, tools) = (plural(done.pages, "page"), plural(done.tools, "tool"));
        self.show(&format!("fetching: {pages}, {tools}"));
    }

    pub(crate) fn of(&self, index: usize, count: usize, path: &Path) {
        self.show(&format!("checking {} of {count}: {}", index.saturating_add(1), shown(path)));
    }

    /// Replaces the line.
    pub(crate) fn show(&self, line: &str) {
        if self.is_shown {
            self.is_drawn.store(true, Ordering::Relaxed);
            // Asked each time, because people resize their windows.
            let size = terminal_size::terminal_size_of(io::stderr());
            let columns = size.map_or(80, |(width, _)| usize::from(width.0));
            write(&mut io::stderr(), line, columns);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_drawn.load(Ordering::Relaxed) {
            write(&mut io::stderr(), "", 0);
        }
    }
}

fn write(out: &mut impl Write, line: &str, columns: usize) {
    // Progress that cannot be shown is no reason to stop.
    let _ = out.write_all(format!("{ERASE}{}", cut(&inert(line), columns)).as_bytes());
}

/// The line in fewer columns than there are: a terminal that wraps it erases only its last row.
fn cut(line: &str, columns: usize) -> String {
    let room = columns.saturating_sub(1);
    if line.width() <= room {
        return line.to_owned();
    }
    let mut left = room.saturating_sub('…'.width().unwrap_or(1));
    let fits = |letter: &char| {
        let rest = left.checked_sub(letter.width().unwrap_or_default());
        left = rest.unwrap_or(left);
        rest.is_some()
    };
    let mut shown: String = line.chars().take_while(fits).collect();
    if room > 0 {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_fits_the_terminal_and_does_not_act_on_it() {
        let lines = [
            "fetching: 12 pages, 1200 tools".to_owned(),
            format!("checking 1 of 2: approved/{}.json", "天気".repeat(60)),
            format!("asking https://api.example/{}", "x".repeat(300)),
            "asking a\u{1b}[2J\u{9b}31m\u{202e}\r\nb".to_owned(),
        ];
        for columns in [0, 1, 2, 20, 80, 200] {
            for line in &lines {
                let mut written = Vec::new();
                write(&mut written, line, columns);
                let written = String::from_utf8(written).unwrap();
                let shown = written.strip_prefix(ERASE).unwrap();
                assert!(shown.width() < columns.max(1), "{columns}: {shown}");
                assert!(!shown.contains(char::is_control), "{shown:?}");
                assert!(columns < 20 || shown.width() + 3 > columns || !shown.ends_with('…'));
            }
        }
        assert_eq!(cut(&lines[0], 80), lines[0]);
        assert_eq!(cut("天気を調べる", 8), "天気を…");
    }
}
