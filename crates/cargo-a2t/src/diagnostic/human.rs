//! Diagnostics in the look of the compiler's own messages: the source line, and a caret below it.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use a2t_core::error::inert;
use a2t_core::rule::Severity;
use anstyle::Style;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::paint::{BLUE, BOLD, GREEN, RED, YELLOW};
use super::{Diagnostic, Location, Painted, Source};
use crate::text::known_columns;

/// Maximum number of columns of a source line that are shown, around the caret.
const WIDTH: usize = 96;
/// Columns of the number, the bar and the dots around a source line.
const FRAME: usize = 10;

/// Every diagnostic, with an empty line after each.
pub(super) fn render(diagnostics: &[Diagnostic], out: &mut Painted) {
    let mut files = Files::default();
    for diagnostic in diagnostics {
        let line = diagnostic.location.as_ref().and_then(|location| files.line(location));
        one(diagnostic, line, out);
        out.plain("\n");
    }
}

fn one(diagnostic: &Diagnostic, source: Option<&[char]>, out: &mut Painted) {
    let style = style(diagnostic.severity);
    let (label, id) = (diagnostic.severity.label(), diagnostic.rule.id);
    let headline = diagnostic.headline.as_deref().unwrap_or(&diagnostic.message);
    out.push(style, format!("{label}[{id}]"));
    out.push(BOLD, format!(": {headline}"));
    out.plain("\n");
    let location = diagnostic.location.as_ref();
    let number = location.and_then(|location| location.line).unwrap_or_default().to_string();
    let margin = " ".repeat(number.len().max(2));
    if let Some(location) = location {
        out.push(BLUE, format!("{margin}--> "));
        out.plain(format!("{location}\n"));
    }
    let bar = |out: &mut Painted| out.push(BLUE, format!("{margin} |"));
    if let (Some(source), Some(location)) = (source, location) {
        let room =
            known_columns().map_or(WIDTH, |columns| WIDTH.min(columns.saturating_sub(FRAME)));
        let (shown, caret) = cropped(source, location.column, room);
        bar(out);
        out.push(BLUE, format!("\n{number:>width$} | ", width = margin.len()));
        out.plain(format!("{shown}\n"));
        if let Some(caret) = caret {
            bar(out);
            out.push(style, format!(" {}^", " ".repeat(caret)));
            out.plain("\n");
        }
    }
    if diagnostic.values.iter().any(Option::is_some) {
        bar(out);
        out.plain("\n");
        let signs = [("- ", RED), ("+ ", GREEN)].into_iter().zip(&diagnostic.values);
        for ((sign, style), value) in signs {
            if let Some(value) = value {
                bar(out);
                out.push(style, format!(" {sign}{value}"));
                out.plain("\n");
            }
        }
        bar(out);
        out.plain("\n");
    }
    for (label, text) in diagnostic.remarks() {
        out.push(BLUE, format!("{margin} = "));
        out.push(BOLD, format!("{label}: "));
        out.plain(format!("{text}\n"));
    }
}

fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => RED,
        Severity::Warning => YELLOW,
        Severity::Note => GREEN,
    }
}

/// A source line that fits, without what acts on a terminal, and the blanks before its caret.
fn cropped(letters: &[char], column: Option<usize>, room: usize) -> (String, Option<usize>) {
    let at = column.map(|column| column.saturating_sub(1).min(letters.len()));
    // Letters of East Asia take two columns.
    let wide = letters.iter().any(|letter| letter.width().unwrap_or_default() > 1);
    let room = if wide { room / 2 } else { room };
    // A document on one line is longer than any screen.
    let start = match at {
        Some(at) if letters.len() > room => {
            at.saturating_sub(room / 2).min(letters.len().saturating_sub(room))
        }
        _ => 0,
    };
    let (before, after) = (start > 0, letters.len() > start.saturating_add(room));
    let text = |from: usize, to: usize| {
        let of = letters.get(from..to.min(letters.len())).unwrap_or_default();
        inert(&of.iter().collect::<String>().replace('\t', " "))
    };
    let dots = |is: bool| if is { "…" } else { "" };
    let shown = text(start, start.saturating_add(room));
    let caret = at.map(|at| text(start, at).width() + usize::from(before));
    (format!("{}{shown}{}", dots(before), dots(after)), caret)
}

/// Lines of the files that diagnostics are about, each read once. One that is gone, or a pipe, has none.
///
/// Characters, because a document may be one line of MiB, and thousands of diagnostics count in it.
#[derive(Default)]
struct Files(HashMap<PathBuf, Vec<Vec<char>>>);

impl Files {
    fn line(&mut self, location: &Location) -> Option<&[char]> {
        let (Source::File(path), Some(line)) = (&*location.source, location.line) else {
            return None;
        };
        let lines = self.0.entry(path.clone()).or_insert_with(|| {
            let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
            let bytes = is_file.then(|| fs::read(path).ok()).flatten().unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            text.lines().map(|line| line.trim_end().chars().collect()).collect()
        });
        lines.get(line.checked_sub(1)?).map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_stands_below_its_column_whatever_is_cropped_or_escaped() {
        let long = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let cases = [
            ("  \"max\": 7,", 10, "7"),
            ("\t\u{1b}[2J\u{202e}é: 7", 10, "7"),
            (&long, 501, "X"),
            ("x", 1, "x"),
            ("\"都市\": 7", 7, "7"),
        ];
        for (line, column, met) in cases {
            let letters: Vec<_> = line.chars().collect();
            let (shown, caret) = cropped(&letters, Some(column), WIDTH);
            let mut left = caret.unwrap();
            let below = |letter: &char| {
                let stays = left > 0;
                left -= left.min(letter.width().unwrap());
                stays
            };
            let rest: String = shown.chars().skip_while(below).collect();
            assert!(rest.starts_with(met), "{shown} {caret:?}");
            assert!(shown.chars().count() <= 2 * WIDTH && !shown.contains('\u{1b}'));
        }
        assert_eq!(cropped(&['a', 'b'], Some(9), WIDTH), ("ab".to_owned(), Some(2)));
        assert_eq!(cropped(&['a', 'b'], None, WIDTH), ("ab".to_owned(), None));
    }
}
