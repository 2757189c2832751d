//! Rows of a name and its text, fitted to the terminal: in two columns where the names leave room
//! for the second, one below the other where they do not.

use anstyle::Style;
use unicode_width::UnicodeWidthStr as _;

use crate::diagnostic::{BOLD, Painted};
use crate::text::{columns, lines};

/// Columns between a name and its cell.
const GAP: usize = 2;
/// Columns of the widest name that stands next to its cell, so that one long name does not push all
/// texts away.
const NAME_MAX: usize = 40;
/// Indent of a cell below its name.
const BELOW: usize = 4;

/// A table; the code that prints it makes every text in it inert.
#[derive(Default)]
pub(crate) struct Table(Vec<(String, Vec<(Style, String)>)>);

impl Table {
    /// Adds a name, and its paragraphs.
    pub(crate) fn row(&mut self, name: String, cells: Vec<(Style, String)>) {
        self.0.push((name, cells));
    }

    pub(crate) fn painted(&self) -> Painted {
        self.within(columns())
    }

    fn within(&self, columns: usize) -> Painted {
        let most = NAME_MAX.min(columns / 2);
        let widths = self.0.iter().map(|(name, _)| name.width());
        let first = widths.filter(|width| *width <= most).max().unwrap_or(0).saturating_add(GAP);
        let mut out = Painted::default();
        for (name, cells) in &self.0 {
            let fits_on_line = name.width().saturating_add(GAP) <= first;
            let indent = if fits_on_line { first } else { BELOW };
            out.push(BOLD, name.clone());
            let mut lead = if fits_on_line {
                " ".repeat(first.saturating_sub(name.width()))
            } else {
                format!("\n{}", " ".repeat(BELOW))
            };
            for (style, cell) in cells {
                for line in lines(cell, columns.saturating_sub(indent)) {
                    out.plain(std::mem::take(&mut lead));
                    out.push(*style, line);
                    lead = format!("\n{}", " ".repeat(indent));
                }
            }
            out.plain("\n");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::PLAIN;

    fn table() -> Table {
        let mut table = Table::default();
        let text = "都市の現在の天気を調べます。".repeat(6);
        table.row("add@1".to_owned(), vec![(PLAIN, "(a, b) -> sum".to_owned())]);
        table.row("天気@2".to_owned(), vec![(PLAIN, text), (PLAIN, "only reads".to_owned())]);
        table.row("x".repeat(70), vec![(PLAIN, "word ".repeat(60))]);
        table
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for columns in [40, 80, 200] {
            let text = table().within(columns).render(false, |text, _| text.to_owned());
            let widest = text.lines().map(|line| line.width()).max().unwrap();
            assert!(widest <= columns.max(70), "{columns}: {text}");
            assert_eq!(text.matches("word").count(), 60, "{text}");
            assert_eq!(text.matches('都').count(), 6, "{text}");
            assert!(text.starts_with("add@1   (a, b) -> sum\n天気@2  都市"), "{text}");
            assert!(text.contains(&format!("\n{}\n    word", "x".repeat(70))), "{text}");
        }
    }
}
