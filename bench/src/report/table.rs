//! Renders the works of one part as one Markdown table: a line each, all subjects next to ours.

use std::fmt::Write as _;

use super::{Row, Target, Work};
use crate::subject::Role;

pub(super) fn markdown(works: &[Work]) -> String {
    let mut text = String::from(
        "| work | unit | floors | peers | ours | target | |\n| --- | --- | --- | --- | ---: | ---: | --- |\n",
    );
    for work in works {
        let cells = [
            work.name.clone(),
            work.unit.to_owned(),
            others(work, Role::Floor),
            others(work, Role::Peer),
            ours(work),
            target(work),
            verdict(work).to_owned(),
        ];
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

/// `rmcp 6.8 (8.0×)`: the figure, and how many times ours it is.
fn others(work: &Work, role: Role) -> String {
    let rows: Vec<_> =
        work.rows.iter().filter(|row| row.role == role).map(|row| other(work, row)).collect();
    if rows.is_empty() { "–".to_owned() } else { rows.join("<br>") }
}

fn other(work: &Work, row: &Row) -> String {
    let note = if row.note.is_empty() { String::new() } else { format!(", {}", row.note) };
    let Some(figure) = row.figure else {
        return format!("{}: –{note}", row.subject);
    };
    let ratio =
        work.ours().filter(|ours| *ours > 0.0).map(|ours| format!(" ({:.2}×)", figure / ours));
    format!("{} {}{}{note}", row.subject, short(figure), ratio.unwrap_or_default())
}

fn ours(work: &Work) -> String {
    let rows: Vec<_> = work.rows.iter().filter(|row| row.role == Role::Ours).collect();
    let cell = |row: &&Row| {
        let figure = row.figure.map_or("–".to_owned(), short);
        let name = if rows.len() > 1 { format!("{} ", row.subject) } else { String::new() };
        let note = if row.note.is_empty() { String::new() } else { format!(", {}", row.note) };
        format!("{name}**{figure}**{note}")
    };
    rows.iter().map(cell).collect::<Vec<_>>().join("<br>")
}

fn target(work: &Work) -> String {
    match (work.target, work.limit()) {
        (Some(Target::Times(times, subject)), Some(limit)) => {
            format!("≤ {times} × {subject} = {}", short(limit))
        }
        (Some(Target::AtLeast(_)), Some(limit)) => format!("≥ {}", short(limit)),
        (_, Some(limit)) => format!("≤ {}", short(limit)),
        (_, None) => "–".to_owned(),
    }
}

fn verdict(work: &Work) -> &'static str {
    match work.is_met() {
        Some(true) => "met",
        Some(false) => "**missed**",
        None => "",
    }
}

/// Three significant digits.
fn short(figure: f64) -> String {
    match figure.abs() {
        size if size >= 1e6 => format!("{:.2} M", figure / 1e6),
        size if size >= 1e5 => format!("{:.0} k", figure / 1e3),
        size if size >= 1e4 => format!("{:.1} k", figure / 1e3),
        size if size >= 100.0 => format!("{figure:.0}"),
        size if size >= 10.0 => format!("{figure:.1}"),
        size if size >= 1.0 || size == 0.0 => format!("{figure:.2}"),
        _ => format!("{figure:.3}"),
    }
}
