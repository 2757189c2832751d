//! What whole programs of annotated tools cost: debug and release builds, the binary, the vendor's tree.

use super::sampling::{rows, sample};
use crate::command::Plan;
use crate::leaf::{Build, Leaf};
use crate::report::{Row, Target, Work};
use crate::rustc::Cost;
use crate::subject::{self, Role, Subject};

/// Whose release builds end within minutes.
const BUILT: [&str; 4] = ["by hand", "a2t", "axum", "rmcp"];

pub fn run(plan: Plan) -> Result<Vec<Work>, String> {
    let tools = if plan.quick { 10 } else { 100 };
    let subjects = subject::named(&BUILT);
    let mut works = vec![trees()?];
    let few = plan.at_most(3, 1);
    for (build, name, target, plan) in
        [(Build::Debug, "debug", 4.5, few), (Build::Release, "release", 18.0, plan.at_most(2, 1))]
    {
        let costs = sample(plan, &subjects, tools, &|_| Ok(()), &|leaf, _| clean(leaf, build))?;
        works.push(Work {
            name: format!("clean {name} build, {tools} tools"),
            unit: "CPU s of rustc",
            target: Some(Target::AtMost(target)),
            rows: rows(&costs, |cost| cost.seconds),
        });
    }
    works.push(programs(&subjects, tools)?);
    Ok(works)
}

/// Only rustc of the leaf is measured, so that its dependencies need no build before.
fn clean(leaf: &Leaf, build: Build) -> Result<Cost, String> {
    leaf.clean(build)
}

/// What a tool adds to the release program.
fn programs(subjects: &[&'static Subject], tools: usize) -> Result<Work, String> {
    let size = |subject: &Subject, tools: usize| {
        let program = Leaf::write(subject, tools)?.program(Build::Release)?;
        std::fs::metadata(&program).map(|data| data.len() as f64).map_err(|error| format!("{}: {error}", program.display()))
    };
    let row = |subject: &&'static Subject| -> Result<Row, String> {
        let added = (size(subject, tools)? - size(subject, 1)?) / (tools - 1) as f64;
        Ok(Row { subject: subject.name.to_owned(), role: subject.role, figure: Some(added), note: String::new() })
    };
    let rows = subjects.iter().map(row).collect::<Result<_, _>>()?;
    let name = "what a tool adds to the release program".to_owned();
    Ok(Work { name, unit: "bytes, stripped", target: Some(Target::AtMost(4096.0)), rows })
}

/// Distinct crates that a vendor of one tool compiles.
fn trees() -> Result<Work, String> {
    let subjects = subject::ALL.iter().filter(|subject| subject.name != subject::BARE);
    let row = |subject: &Subject| -> Result<Row, String> {
        let crates = Leaf::write(subject, 1)?.crates()?;
        // The floor crate stands for the vendor's own code.
        let own = if subject.role == Role::Floor && subject.name == "by hand" { 2 } else { 1 };
        Ok(Row { subject: subject.name.to_owned(), role: subject.role, figure: Some((crates - own) as f64), note: String::new() })
    };
    let rows = subjects.map(row).collect::<Result<_, _>>()?;
    let name = "crates in the vendor's tree".to_owned();
    Ok(Work { name, unit: "crates", target: Some(Target::AtMost(56.0)), rows })
}
