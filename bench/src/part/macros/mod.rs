//! What annotated tools cost to check, and what they expand to.

mod expansion;
mod published;

use super::sampling::{Costs, rows, sample};
use crate::command::Plan;
use crate::leaf::{Build, Leaf};
use crate::report::{Row, Target, Work};
use crate::subject;

/// Where a leaf crate of a thousand tools is checked within minutes.
const SCALES: [&str; 4] = [subject::BARE, "by hand", "a2t", "rmcp"];
/// Whose debug builds are taken.
const BUILT: [&str; 6] = [subject::BARE, "by hand", "a2t", "axum", "rmcp", "dropshot"];

pub fn run(plan: Plan) -> Result<Vec<Work>, String> {
    let (few, many) = if plan.quick { (10, 50) } else { (100, 1000) };
    let every: Vec<_> = subject::all().collect();
    let check = |leaf: &Leaf, _| leaf.clean(Build::Check);
    let warm = |leaf: &Leaf| leaf.warm(Build::Check);
    let small = sample(plan, &every, few, &warm, &check)?;
    // Their dependencies are compiled by now.
    let large = subject::named(&SCALES);
    let large = sample(plan.at_most(2, 1), &large, many, &|_| Ok(()), &check)?;
    let mut works = vec![
        seconds(&small, format!("clean `cargo check`, {few} tools")).at_most(0.85),
        counted(&every, few)?,
        seconds(&large, format!("clean `cargo check`, {many} tools")).at_most(8.5),
        memory(&large, many),
        growth(&small, few, &large, many),
    ];
    works.extend(expansion::run(plan, &every, few)?);
    let edits = Edits { build: Build::Check, word: "changed", edited: subject::changed };
    works.push(edits.run(plan, &every, few)?.at_most(0.35));
    let grown = Edits { word: "grew", edited: subject::grown, ..edits };
    let scales = subject::named(&SCALES);
    works.push(grown.run(plan.at_most(3, 1), &scales, few)?.at_most(0.70));
    let built = Edits { build: Build::Debug, ..edits };
    let plan_of_builds = plan.at_most(3, 1);
    let costs = built.run(plan_of_builds, &subject::named(&BUILT), few)?;
    works.push(costs.at_most(2.4));
    works.push(published::run(plan, few));
    Ok(works)
}

fn seconds(costs: &Costs, name: String) -> Work {
    let rows = rows(costs, |cost| cost.seconds);
    Work { name, unit: "CPU s of rustc", target: None, rows }
}

/// The same in instructions, which no other program of the machine has a part in; peers would take minutes.
fn counted(subjects: &[&'static subject::Subject], tools: usize) -> Result<Work, String> {
    let near = subjects.iter().filter(|subject| subject.is_near());
    let row = |subject: &&'static subject::Subject| {
        let counted = Leaf::write(subject, tools)?.counted();
        Ok(Row::of(subject.name, subject.role, counted))
    };
    Ok(Work {
        name: format!("the same, {tools} tools"),
        unit: "instructions of rustc",
        target: None,
        rows: near.map(row).collect::<Result<_, String>>()?,
    })
}

fn memory(costs: &Costs, tools: usize) -> Work {
    let name = format!("peak of rustc in it, {tools} tools");
    Work {
        name,
        unit: "MiB",
        target: Some(Target::AtMost(500.0)),
        rows: rows(costs, |cost| cost.memory),
    }
}

/// Whether a tool costs the same in a large crate.
fn growth(small: &Costs, few: usize, large: &Costs, many: usize) -> Work {
    let seconds = |costs: &Costs, tools: usize| {
        let rows = rows(costs, |cost| cost.seconds).into_iter();
        rows.map(|row| (row.figure.map(|figure| figure / tools as f64), row)).collect::<Vec<_>>()
    };
    let small = seconds(small, few);
    let ratio = |(large, mut row): (Option<f64>, crate::report::Row)| {
        let small = small.iter().find(|(_, small)| small.subject == row.subject);
        row.figure = small.and_then(|(small, _)| Some(large? / (*small)?));
        row
    };
    let rows = seconds(large, many).into_iter().map(ratio).collect();
    let name = format!("a tool of {many}, compared with one of {few}");
    Work { name, unit: "ratio of CPU s", target: Some(Target::AtMost(1.25)), rows }
}

/// The first tool is edited again and again, and the crate compiled again with what rustc kept.
#[derive(Clone, Copy)]
struct Edits {
    build: Build,
    word: &'static str,
    edited: fn(&str, usize) -> String,
}

impl Edits {
    fn run(
        self,
        plan: Plan,
        subjects: &[&'static subject::Subject],
        tools: usize,
    ) -> Result<Work, String> {
        let before = |leaf: &Leaf| leaf.before_edits(self.build);
        let after =
            |leaf: &Leaf, time| leaf.after_edit(self.build, |source| (self.edited)(source, time));
        let costs = sample(plan, subjects, tools, &before, &after)?;
        let command = match self.build {
            Build::Check => "check",
            Build::Debug | Build::Release => "build",
        };
        let word = self.word;
        let name = format!("`cargo {command}` after one body {word}, {tools} tools");
        Ok(seconds(&costs, name))
    }
}
