//! What a catalog costs: a page of it, its memory, its start.

use std::path::Path;
use std::process::Command;

use crate::command::Plan;
use crate::leaf::{Build, Leaf};
use crate::report::{Row, Target, Work, median};
use crate::rustc;
use crate::subject::{self, Role};
use crate::valgrind::{heap, instructions};
use crate::workspace;

/// Whose programs construct what they would serve, and end, when they are given an argument.
const STARTED: [&str; 3] = ["by hand", "a2t", "rmcp"];

pub fn run(plan: Plan) -> Result<Vec<Work>, String> {
    let mut works = pages(plan)?;
    works.extend(starts(plan)?);
    works.extend(many()?);
    Ok(works)
}

/// Pages of 100 at several sizes of the catalog, in turns.
fn pages(plan: Plan) -> Result<Vec<Work>, String> {
    let program = workspace::program("catalog", "release")?;
    let sizes = ["1000", "10000", "100000"];
    let mut ways: Vec<_> = sizes.iter().map(|size| (["page", size], "10000", Vec::new())).collect();
    ways.push((["structs", "100"], "500", Vec::new()));
    for _ in 0..plan.samples {
        for (arguments, times, samples) in &mut ways {
            let output = rustc::run(Command::new(&program).args(*arguments).arg(times))?;
            samples.push(
                output
                    .trim()
                    .parse::<f64>()
                    .map_err(|_| format!("catalog printed no time: {output}"))?
                    / 1000.0,
            );
        }
    }
    let (_, _, structs) = ways.pop().ok_or("no ways")?;
    let structs = median(structs);
    let work = |(arguments, _, samples): ([&str; 2], &str, Vec<f64>)| Work {
        name: format!("a page of 100 from {} tools", arguments[1]),
        unit: "µs",
        target: Some(Target::AtMost(3.0)),
        rows: vec![
            row("serde_json of structs", Role::Peer, structs),
            row("a2t", Role::Ours, median(samples)),
        ],
    };
    let mut works: Vec<_> = ways.into_iter().map(work).collect();
    works.push(page_instructions(&program)?);
    Ok(works)
}

fn page_instructions(program: &Path) -> Result<Work, String> {
    let one = |way: &str, tools: &str| -> Result<f64, String> {
        Ok((instructions(program, &[way, tools, "60"])?
            - instructions(program, &[way, tools, "10"])?)
            / 50.0)
    };
    let (ours, structs) = (one("page", "1000")?, one("structs", "100")?);
    let rows = vec![
        row("serde_json of structs", Role::Peer, Some(structs)),
        row("a2t", Role::Ours, Some(ours)),
    ];
    Ok(Work {
        name: "the same from 1000 tools".to_owned(),
        unit: "instructions",
        target: None,
        rows,
    })
}

/// What each of 100 annotated tools adds to a server that has just started.
fn starts(plan: Plan) -> Result<Vec<Work>, String> {
    let tools = if plan.quick { 10 } else { 100 };
    let (mut memory, mut start) = (Vec::new(), Vec::new());
    for subject in subject::named(&STARTED) {
        let added = |figure: fn(&Path, &[&str]) -> Result<f64, String>| {
            let one = Leaf::write(subject, 1)?.program(Build::Release)?;
            let many = Leaf::write(subject, tools)?.program(Build::Release)?;
            Ok((figure(&many, &["start"])? - figure(&one, &["start"])?) / (tools - 1) as f64)
        };
        memory.push(Row::of(subject.name, subject.role, added(heap)));
        start.push(Row::of(subject.name, subject.role, added(instructions)));
    }
    let (name, target) =
        (format!("memory a tool of {tools}, server ready"), Some(Target::AtMost(1024.0)));
    let memory = Work { name, unit: "bytes of heap", target, rows: memory };
    let (name, target) = (format!("start-up a tool of {tools}"), Some(Target::AtMost(1000.0)));
    Ok(vec![memory, Work { name, unit: "instructions", target, rows: start }])
}

/// The same of ours with many tools, before and after the catalog was asked for.
fn many() -> Result<Vec<Work>, String> {
    const TOOLS: &str = "10000";
    let program = workspace::program("server-a2t", "release")?;
    let a_tool = |with: f64, without: f64| Some((with - without) / 10_000.0);
    let entries = heap(&program, &[TOOLS, "entries"])?;
    let works =
        [("ready", 1024.0), ("asked", 1024.0)].map(|(state, target)| -> Result<Work, String> {
            let figure = a_tool(heap(&program, &[TOOLS, state])?, entries);
            let when = if state == "ready" {
                "server ready"
            } else {
                "after the first request for the catalog"
            };
            let name = format!("memory a tool of {TOOLS}, {when}");
            Ok(Work {
                name,
                unit: "bytes of heap",
                target: Some(Target::AtMost(target)),
                rows: vec![row("a2t", Role::Ours, figure)],
            })
        });
    let start = a_tool(
        instructions(&program, &[TOOLS, "ready"])?,
        instructions(&program, &[TOOLS, "entries"])?,
    );
    let start = Work {
        name: format!("start-up a tool of {TOOLS}"),
        unit: "instructions",
        target: Some(Target::AtMost(1000.0)),
        rows: vec![row("a2t", Role::Ours, start)],
    };
    works.into_iter().chain([Ok(start)]).collect()
}

fn row(subject: &str, role: Role, figure: Option<f64>) -> Row {
    Row { subject: subject.to_owned(), role, figure, note: String::new() }
}
