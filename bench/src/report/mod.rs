//! Figures become tables: on the terminal, as Markdown and as JSON.

mod document;
mod table;

use std::fs;

use serde_json::{Value, json};

use crate::command::Command;
use crate::subject::Role;

/// What has been measured so far, part by part.
#[derive(Default)]
pub struct Report {
    parts: Vec<(&'static str, Vec<Work>)>,
}

/// One kind of work, and what each subject took for it.
pub struct Work {
    pub name: String,
    pub unit: &'static str,
    pub target: Option<Target>,
    pub rows: Vec<Row>,
}

/// What the project holds itself to.
#[derive(Clone, Copy)]
pub enum Target {
    /// In the unit of the work.
    AtMost(f64),
    /// The other way round, in the unit of the work.
    AtLeast(f64),
    /// So many times the figure of this subject, or so much in the unit if that is more.
    Times(f64, &'static str),
}

pub struct Row {
    pub subject: String,
    pub role: Role,
    /// The median of the samples; `None` of what could not be measured, with the reason in `note`.
    pub figure: Option<f64>,
    pub note: String,
}

impl Report {
    /// Adds what a part measured, and writes down all that there is now.
    pub fn take(
        &mut self,
        part: &'static str,
        works: Vec<Work>,
        command: &Command,
    ) -> Result<(), String> {
        self.parts.push((part, works));
        if let Some(path) = &command.json {
            let parts: Vec<_> =
                self.parts.iter().map(|(part, works)| json_of(part, works)).collect();
            fs::write(path, format!("{:#}\n", Value::from(parts)))
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        match &command.write {
            Some(path) => self.parts.iter().try_for_each(|(part, works)| {
                document::replace(path, part, &table::markdown(works))
            }),
            None => Ok(()),
        }
    }

    pub fn markdown(&self) -> String {
        let section = |(part, works): &(&str, Vec<Work>)| {
            format!("\n## {part}\n\n{}", table::markdown(works))
        };
        self.parts.iter().map(section).collect()
    }
}

impl Row {
    /// The row of a subject; an error is printed at once, and the row has no figure.
    pub fn of(subject: &str, role: Role, figure: Result<f64, String>) -> Self {
        let note = match &figure {
            Ok(_) => String::new(),
            Err(error) => {
                eprintln!("bench: {subject}: {error}");
                "not measured".to_owned()
            }
        };
        Self { subject: subject.to_owned(), role, figure: figure.ok(), note }
    }
}

impl Work {
    /// The same, held to so much in its unit.
    pub fn at_most(self, target: f64) -> Self {
        Self { target: Some(Target::AtMost(target)), ..self }
    }

    /// Whether a subject could not be measured.
    pub fn is_incomplete(&self) -> bool {
        self.rows.iter().any(|row| row.figure.is_none())
    }

    fn ours(&self) -> Option<f64> {
        self.rows.iter().find(|row| row.role == Role::Ours)?.figure
    }

    /// The target in the unit of the work.
    fn limit(&self) -> Option<f64> {
        match self.target? {
            Target::AtMost(limit) | Target::AtLeast(limit) => Some(limit),
            Target::Times(times, subject) => {
                let row = self.rows.iter().find(|row| row.subject == subject);
                Some(times * row?.figure?)
            }
        }
    }

    fn is_met(&self) -> Option<bool> {
        let (ours, limit) = (self.ours()?, self.limit()?);
        Some(if let Some(Target::AtLeast(_)) = self.target { ours >= limit } else { ours <= limit })
    }
}

fn json_of(part: &str, works: &[Work]) -> Value {
    let works: Vec<_> = works.iter().map(work).collect();
    json!({ "part": part, "works": works })
}

fn work(work: &Work) -> Value {
    let ratio = |row: &Row| Some(row.figure? / work.ours().filter(|ours| *ours > 0.0)?);
    let row = |row: &Row| {
        let role = row.role.name();
        json!({ "subject": row.subject, "role": role, "figure": row.figure, "times_ours": ratio(row), "note": row.note })
    };
    let rows: Vec<_> = work.rows.iter().map(row).collect();
    json!({ "work": work.name, "unit": work.unit, "target": work.limit(), "met": work.is_met(), "rows": rows })
}

/// The middle of the samples.
pub fn median(mut samples: Vec<f64>) -> Option<f64> {
    samples.sort_by(f64::total_cmp);
    let middle = samples.len().checked_sub(1)? / 2;
    samples.get(middle).copied()
}
