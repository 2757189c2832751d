//! Figures become tables: on the terminal, as Markdown and as JSON.

use std::fmt::Write as _;
use std::{fs, io};

use serde_json::{Value, json};

use crate::command::Command;

#[derive(Default)]
pub struct Report {
    pub tables: Vec<Table>,
}

/// One kind of work, and what each subject took for it.
pub struct Table {
    pub part: &'static str,
    pub work: String,
    pub unit: &'static str,
    /// What the project holds itself to, in the same unit.
    pub target: Option<f64>,
    pub rows: Vec<Row>,
}

pub struct Row {
    pub subject: String,
    /// The median of the samples; `None` of what could not be measured, with the reason in `note`.
    pub figure: Option<f64>,
    pub note: String,
}

/// The subject that all others are compared with.
pub const OURS: &str = "a2t";

impl Table {
    fn ours(&self) -> Option<f64> {
        self.rows.iter().find(|row| row.subject == OURS)?.figure
    }

    /// How many times as much as ours a row is.
    fn ratio(&self, row: &Row) -> Option<f64> {
        let ours = self.ours().filter(|figure| *figure > 0.0)?;
        row.figure.map(|figure| figure / ours)
    }

    fn markdown(&self) -> String {
        let target = self.target.map(|target| format!("; target ≤ {}", short(target))).unwrap_or_default();
        let mut text = format!("### {} ({}{target})\n\n", self.work, self.unit);
        text.push_str("| subject | figure | times a2t | |\n| --- | ---: | ---: | --- |\n");
        for row in &self.rows {
            let figure = row.figure.map_or("–".to_owned(), short);
            let ratio = self.ratio(row).map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
            let _ = writeln!(text, "| {} | {figure} | {ratio} | {} |", row.subject, row.note);
        }
        text
    }

    fn json(&self) -> Value {
        let rows: Vec<_> = (self.rows.iter())
            .map(|row| {
                json!({ "subject": row.subject, "figure": row.figure, "ratio": self.ratio(row), "note": row.note })
            })
            .collect();
        json!({ "part": self.part, "work": self.work, "unit": self.unit, "target": self.target, "rows": rows })
    }
}

/// Three significant digits.
fn short(figure: f64) -> String {
    match figure.abs() {
        size if size >= 100.0 => format!("{figure:.0}"),
        size if size >= 10.0 => format!("{figure:.1}"),
        size if size >= 1.0 => format!("{figure:.2}"),
        _ => format!("{figure:.3}"),
    }
}

impl Report {
    pub fn deliver(&self, command: &Command) -> io::Result<()> {
        let markdown: Vec<_> = self.tables.iter().map(Table::markdown).collect();
        let markdown = markdown.join("\n");
        println!("{markdown}");
        if let Some(path) = &command.markdown {
            fs::write(path, &markdown)?;
        }
        if let Some(path) = &command.json {
            let tables: Vec<_> = self.tables.iter().map(Table::json).collect();
            fs::write(path, format!("{:#}\n", Value::from(tables)))?;
        }
        Ok(())
    }
}

/// The middle of the samples.
pub fn median(mut samples: Vec<f64>) -> Option<f64> {
    samples.sort_by(f64::total_cmp);
    let middle = samples.len().checked_sub(1)? / 2;
    samples.get(middle).copied()
}
