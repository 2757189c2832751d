//! What annotated tools cost to compile. Subjects take turns, sample by sample, so that a busy
//! moment of the machine hits all of them.

use crate::command::Plan;
use crate::leaf::{Build, Leaf};
use crate::report::{Row, Table, median};
use crate::rustc::Cost;
use crate::subject::{self, Subject};

const PART: &str = "macro";
/// A leaf crate of a thousand tools is checked only where that ends within minutes.
const SCALES: [&str; 4] = ["bare", "a2t", "axum", "rmcp"];

pub fn run(plan: Plan) -> Result<Vec<Table>, String> {
    let few = if plan.quick { 10 } else { 100 };
    let many = if plan.quick { 50 } else { 1000 };
    let every: Vec<_> = subject::ALL.iter().collect();
    let scaling: Vec<_> = every.iter().copied().filter(|subject| SCALES.contains(&subject.name)).collect();
    let mut tables = Vec::new();
    tables.extend(checks(plan.samples, &every, few, 0.85)?);
    tables.extend(checks(1, &scaling, many, 8.5)?);
    tables.push(expansions(&every, few)?);
    tables.push(edits(plan.samples, &every, few, Build::Check, 0.35)?);
    tables.push(edits(plan.samples, &every, few, Build::Debug, 2.4)?);
    tables.push(builds(plan.samples, &every, few, Build::Debug, 4.5)?);
    tables.extend(programs(&every, few)?);
    Ok(tables)
}

fn leaves<'a>(subjects: &[&'a Subject], tools: usize) -> Result<Vec<(&'a str, Leaf)>, String> {
    let write = |subject: &&'a Subject| Ok((subject.name, Leaf::write(subject, tools).map_err(|error| error.to_string())?));
    subjects.iter().map(write).collect()
}

/// Clean `cargo check` of the leaf: its CPU seconds and its memory.
fn checks(samples: usize, subjects: &[&Subject], tools: usize, target: f64) -> Result<Vec<Table>, String> {
    let costs = sample(samples, subjects, tools, Build::Check, |leaf| leaf.clean(Build::Check))?;
    let seconds = Table {
        part: PART,
        work: format!("clean `cargo check` of {tools} tools"),
        unit: "CPU s of rustc",
        target: Some(target),
        rows: rows(&costs, |cost| cost.seconds),
    };
    let memory = Table {
        part: PART,
        work: format!("memory of `cargo check` of {tools} tools"),
        unit: "MiB, peak of rustc",
        target: (tools == 1000).then_some(500.0),
        rows: rows(&costs, |cost| cost.memory),
    };
    Ok(vec![seconds, memory])
}

fn edits(samples: usize, subjects: &[&Subject], tools: usize, build: Build, target: f64) -> Result<Table, String> {
    let costs = sample(samples, subjects, tools, build, |leaf| leaf.after_edit(build, &subject::edited))?;
    let command = if build == Build::Check { "cargo check" } else { "cargo build" };
    Ok(Table {
        part: PART,
        work: format!("`{command}` of {tools} tools after one body changed"),
        unit: "CPU s of rustc",
        target: Some(target),
        rows: rows(&costs, |cost| cost.seconds),
    })
}

fn builds(samples: usize, subjects: &[&Subject], tools: usize, build: Build, target: f64) -> Result<Table, String> {
    let costs = sample(samples, subjects, tools, build, |leaf| leaf.clean(build))?;
    Ok(Table {
        part: PART,
        work: format!("clean {} build of {tools} tools", if build == Build::Debug { "debug" } else { "release" }),
        unit: "CPU s of rustc",
        target: Some(target),
        rows: rows(&costs, |cost| cost.seconds),
    })
}

/// The release build once, and what a tool adds to its program.
fn programs(subjects: &[&Subject], tools: usize) -> Result<Vec<Table>, String> {
    let (mut seconds, mut sizes) = (Vec::new(), Vec::new());
    for subject in subjects {
        let size = |tools| -> Result<(f64, u64), String> {
            let leaf = Leaf::write(subject, tools).map_err(|error| error.to_string())?;
            leaf.warm(Build::Release)?;
            let cost = leaf.clean(Build::Release)?;
            Ok((cost.seconds, leaf.program(Build::Release)?))
        };
        let ((_, least), (cost, most)) = (size(1)?, size(tools)?);
        let note = String::new();
        seconds.push(Row { subject: subject.name.to_owned(), figure: Some(cost), note: note.clone() });
        let bytes = (most as f64 - least as f64) / (tools as f64 - 1.0);
        sizes.push(Row { subject: subject.name.to_owned(), figure: Some(bytes / 1024.0), note });
    }
    let work = format!("clean release build of {tools} tools");
    let time = Table { part: PART, work, unit: "CPU s of rustc", target: Some(18.0), rows: seconds };
    let work = "what a tool adds to the release program".to_owned();
    let size = Table { part: PART, work, unit: "KiB, stripped", target: Some(4.0), rows: sizes };
    Ok(vec![time, size])
}

/// Lines that a tool becomes, the user's own not counted.
fn expansions(subjects: &[&Subject], tools: usize) -> Result<Table, String> {
    let mut rows = Vec::new();
    let mut own = 0.0;
    for (name, leaf) in leaves(subjects, tools)? {
        let lines = leaf.expanded()?.lines().count() as f64 / tools as f64;
        if name == "bare" {
            own = lines;
        }
        rows.push(Row { subject: name.to_owned(), figure: Some(lines - own), note: String::new() });
    }
    let work = "lines a tool expands to, the tool's own not counted".to_owned();
    Ok(Table { part: PART, work, unit: "lines, as rustc prints them", target: Some(110.0), rows })
}

type Costs = Vec<(String, Result<Vec<Cost>, String>)>;

/// Each subject's samples, in turns. What does not compile is said in its row.
fn sample(
    samples: usize,
    subjects: &[&Subject],
    tools: usize,
    build: Build,
    measure: impl Fn(&Leaf) -> Result<Cost, String>,
) -> Result<Costs, String> {
    let leaves = leaves(subjects, tools)?;
    let mut costs: Costs = (leaves.iter()).map(|(name, leaf)| (name.to_string(), leaf.warm(build).map(|()| Vec::new()))).collect();
    for _ in 0..samples {
        for ((_, leaf), (_, costs)) in leaves.iter().zip(&mut costs) {
            let Ok(taken) = costs else { continue };
            match measure(leaf) {
                Ok(cost) => taken.push(cost),
                Err(error) => *costs = Err(error),
            }
        }
    }
    Ok(costs)
}

fn rows(costs: &Costs, figure: impl Fn(&Cost) -> f64) -> Vec<Row> {
    let row = |(subject, costs): &(String, Result<Vec<Cost>, String>)| {
        let subject = subject.clone();
        match costs {
            Ok(costs) => Row { subject, figure: median(costs.iter().map(&figure).collect()), note: String::new() },
            Err(error) => {
                eprintln!("bench: {subject}: {error}");
                Row { subject, figure: None, note: "does not compile".to_owned() }
            }
        }
    };
    costs.iter().map(row).collect()
}
