//! End of what a child process writes on standard output that is no message: the last lines, each cut.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::secrets::Secrets;
use crate::client::limits::{LINE_SHOWN, LINES};

#[derive(Clone, Default)]
pub(crate) struct Captured {
    kept: Arc<Mutex<Kept>>,
    secrets: Secrets,
}

#[derive(Debug, Default)]
struct Kept {
    lines: VecDeque<String>,
    /// The beginning of a line that has no end yet.
    open: String,
}

impl Captured {
    pub(super) fn new(secrets: Secrets) -> Self {
        Self { kept: Arc::default(), secrets }
    }

    /// Keeps a line that is no message.
    pub(super) fn line(&self, line: &[u8]) {
        let line = self.cut(line);
        if line.is_empty() {
            return;
        }
        self.change(|kept| {
            kept.lines.push_back(line);
            while kept.lines.len() > LINES {
                kept.lines.pop_front();
            }
        });
    }

    /// Keeps the beginning of a line without an end; an empty one once it has its end.
    pub(super) fn open(&self, line: &[u8]) {
        let line = self.cut(line);
        self.change(|kept| kept.open = line);
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        self.change(|kept| {
            let lines: Vec<&str> = kept.lines.iter().map(String::as_str).collect();
            text = lines.join("\n");
            if !kept.open.is_empty() {
                text = format!("{text}\n{} (no line break yet)", kept.open).trim().to_owned();
            }
        });
        text
    }

    fn change(&self, change: impl FnOnce(&mut Kept)) {
        change(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn cut(&self, line: &[u8]) -> String {
        let start = self.secrets.start(line, LINE_SHOWN);
        let start = start.trim();
        if line.len() > LINE_SHOWN {
            format!("{start}… ({} bytes)", line.len())
        } else {
            start.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_hidden_before_its_line_is_cut() {
        let captured = Captured::new(Secrets::new(vec!["s3cret-value".to_owned()]));
        for before in LINE_SHOWN - 14..=LINE_SHOWN {
            let line = format!("{}s3cret-value{}", ".".repeat(before), ".".repeat(100));
            captured.line(line.as_bytes());
            assert!(!captured.text().contains("s3c"), "{}", captured.text());
        }
    }

    #[test]
    fn the_last_lines_are_kept_and_each_is_cut() {
        let captured = Captured::default();
        (0..1_000).for_each(|number| captured.line(format!(" line {number}\r").as_bytes()));
        captured.line(b"");
        captured.line(&[b'x'; 1 << 20]);
        captured.open(b"starting... ");
        let text = captured.text();
        assert!(text.starts_with("line 993\n") && text.len() < 1_000, "{text}");
        assert!(text.ends_with("xxx… (1048576 bytes)\nstarting... (no line break yet)"), "{text}");
        captured.open(b"");
        assert!(captured.text().ends_with("bytes)"));
    }
}
