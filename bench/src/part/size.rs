//! What whole programs of annotated tools cost: debug and release builds, the binary, the vendor's tree.

use super::sampling::{rows, sample};
use crate::command::Plan;
use crate::leaf::{Build, Leaf};
use crate::report::{Row, Target, Work};
use crate::subject::{self, Subject};

/// Whose release builds end within minutes.
const BUILT: [&str; 4] = ["by hand", "a2t", "axum", "rmcp"];

pub fn run(plan: Plan) -> Result<Vec<Work>, String> {
    let tools = if plan.quick { 10 } else { 100 };
    let subjects = subject::named(&BUILT);
    let mut works = vec![trees()];
    let few = plan.at_most(3, 1);
    for (build, name, target, plan) in
        [(Build::Debug, "debug", 4.5, few), (Build::Release, "release", 18.0, plan.at_most(2, 1))]
    {
        let costs = sample(plan, &subjects, tools, &|_| Ok(()), &|leaf, _| leaf.clean(build))?;
        works.push(Work {
            name: format!("clean {name} build, {tools} tools"),
            unit: "CPU s of rustc",
            target: Some(Target::AtMost(target)),
            rows: rows(&costs, |cost| cost.seconds),
        });
    }
    works.push(programs(&subjects, tools));
    Ok(works)
}

/// What a tool adds to the release program.
fn programs(subjects: &[&'static Subject], tools: usize) -> Work {
    let size = |subject: &Subject, tools: usize| -> Result<f64, String> {
        let program = Leaf::write(subject, tools)?.program(Build::Release)?;
        std::fs::metadata(&program)
            .map(|data| data.len() as f64)
            .map_err(|error| format!("{}: {error}", program.display()))
    };
    let added =
        |subject: &Subject| Ok((size(subject, tools)? - size(subject, 1)?) / (tools - 1) as f64);
    let rows = subjects
        .iter()
        .map(|subject| Row::of(subject.name, subject.role, added(subject)))
        .collect();
    let name = "what a tool adds to the release program".to_owned();
    Work { name, unit: "bytes, stripped", target: Some(Target::AtMost(4096.0)), rows }
}

/// Distinct crates that a vendor of one tool compiles.
fn trees() -> Work {
    let subjects = subject::all().filter(|subject| subject.name != subject::BARE);
    let count = |subject: &Subject| -> Result<f64, String> {
        // The floor crate stands for the vendor's own code.
        let own = if subject.name == "by hand" { 2 } else { 1 };
        Ok((Leaf::write(subject, 1)?.crates()? - own) as f64)
    };
    let rows =
        subjects.map(|subject| Row::of(subject.name, subject.role, count(subject))).collect();
    let name = "crates in the vendor's tree".to_owned();
    Work { name, unit: "crates", target: Some(Target::AtMost(56.0)), rows }
}
