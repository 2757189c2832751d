//! What annotated tools cost to check, and what they expand to.

mod expansion;
mod published;

use super::sampling::{Costs, rows, sample};
use crate::command::Plan;
use crate::leaf::{Build, Leaf};
use crate::report::{Target, Work};
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
        seconds(&small, format!("clean `cargo check`, {few} tools"), 0.85),
        seconds(&large, format!("clean `cargo check`, {many} tools"), 8.5),
        memory(&large, many),
        growth(&small, few, &large, many),
    ];
    works.extend(expansion::run(plan, &every, few)?);
    works.push(edits(plan, &every, few, Build::Check, 0.35)?);
    works.push(edits(
        plan.at_most(3, 1),
        &subject::named(&BUILT),
        few,
        Build::Debug,
        2.4,
    )?);
    works.push(published::run(plan, few));
    Ok(works)
}

fn seconds(costs: &Costs, name: String, target: f64) -> Work {
    let rows = rows(costs, |cost| cost.seconds);
    Work {
        name,
        unit: "CPU s of rustc",
        target: Some(Target::AtMost(target)),
        rows,
    }
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
        rows.map(|row| (row.figure.map(|figure| figure / tools as f64), row))
            .collect::<Vec<_>>()
    };
    let small = seconds(small, few);
    let ratio = |(large, mut row): (Option<f64>, crate::report::Row)| {
        let small = small.iter().find(|(_, small)| small.subject == row.subject);
        row.figure = small.and_then(|(small, _)| Some(large? / (*small)?));
        row
    };
    let rows = seconds(large, many).into_iter().map(ratio).collect();
    let name = format!("a tool of {many}, beside one of {few}");
    Work {
        name,
        unit: "ratio of CPU s",
        target: Some(Target::AtMost(1.25)),
        rows,
    }
}

fn edits(
    plan: Plan,
    subjects: &[&'static subject::Subject],
    tools: usize,
    build: Build,
    target: f64,
) -> Result<Work, String> {
    let before = |leaf: &Leaf| leaf.before_edits(build);
    let after = |leaf: &Leaf, time| leaf.after_edit(build, time);
    let costs = sample(plan, subjects, tools, &before, &after)?;
    let command = if build == Build::Check {
        "check"
    } else {
        "build"
    };
    Ok(seconds(
        &costs,
        format!("`cargo {command}` after one body changed, {tools} tools"),
        target,
    ))
}
