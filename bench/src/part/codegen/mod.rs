//! What generating clients costs, as build scripts do it, and what checking them costs.

mod documents;

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::Plan;
use crate::leaf::{Build, Leaf, home};
use crate::report::{Row, Target, Work, median};
use crate::rustc::{self, Cost, measure_program};
use crate::subject::Role;
use crate::workspace;

/// A generator of clients, or of a part of them.
struct Generator {
    subject: &'static str,
    role: Role,
    member: &'static str,
    /// What the generator is asked for, if it can do several things.
    way: Option<&'static str>,
    document: fn(usize, &Path) -> documents::Documents,
    /// Lines of `[dependencies]` of what it generates; none of what is not checked.
    dependencies: Option<&'static str>,
}

const GENERATORS: [Generator; 5] = [
    Generator {
        subject: "a2t",
        role: Role::Ours,
        member: "generator-a2t",
        way: None,
        document: documents::catalog,
        dependencies: Some(
            "a2t = { path = \"$PRODUCT\", default-features = false, features = [\"client\"] }\n",
        ),
    },
    Generator {
        subject: "progenitor",
        role: Role::Peer,
        member: "generator-progenitor",
        way: None,
        document: documents::openapi,
        dependencies: Some(
            "progenitor-client = { version = \"=0.15.1\", default-features = false }\n\
             reqwest = { version = \"0.13\", default-features = false, features = [\"json\", \"stream\"] }\n\
             serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n",
        ),
    },
    Generator {
        subject: "typify, types alone",
        role: Role::Peer,
        member: "generator-typify",
        way: None,
        document: documents::schema,
        dependencies: Some(
            "serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n",
        ),
    },
    Generator {
        subject: "prost, types alone",
        role: Role::Peer,
        member: "generator-proto",
        way: Some("prost"),
        document: documents::descriptors,
        dependencies: None,
    },
    Generator {
        subject: "tonic",
        role: Role::Peer,
        member: "generator-proto",
        way: Some("tonic"),
        document: documents::descriptors,
        dependencies: Some(
            "prost = \"=0.14.4\"\ntonic = { version = \"=0.14.9\", default-features = false, features = [\"channel\", \"codegen\"] }\n\
             tonic-prost = \"=0.14.9\"\n",
        ),
    },
];

pub fn run(plan: Plan) -> Result<Vec<Work>, String> {
    let sizes: &[(usize, f64)] =
        if plan.quick { &[(10, 0.1)] } else { &[(10, 0.1), (1_000, 0.45), (10_000, 4.5)] };
    let mut works = Vec::new();
    for &(tools, target) in sizes {
        works.extend(generating(plan, tools, (tools > 10).then_some(target))?);
    }
    let checks: &[(usize, f64)] =
        if plan.quick { &[(10, 0.9)] } else { &[(100, 0.9), (1_000, 10.0)] };
    for &(tools, target) in checks {
        works.extend(checking(plan, tools, target)?);
    }
    Ok(works)
}

fn generating(plan: Plan, tools: usize, target: Option<f64>) -> Result<Vec<Work>, String> {
    let (mut seconds, mut memory) = (Vec::new(), Vec::new());
    for generator in &GENERATORS {
        let samples = if generator.role == Role::Ours { plan.samples.min(3) } else { 1 };
        let costs = (0..samples)
            .map(|_| Ok(generate(generator, tools)?.0))
            .collect::<Result<Vec<Cost>, String>>();
        let middle = |figure: fn(&Cost) -> f64| {
            let costs = costs.as_ref().map_err(Clone::clone)?;
            median(costs.iter().map(figure).collect()).ok_or("no sample".to_owned())
        };
        seconds.push(Row::of(generator.subject, generator.role, middle(|cost| cost.seconds)));
        memory.push(Row::of(generator.subject, generator.role, middle(|cost| cost.memory)));
    }
    let name = format!("generating a client of {tools} tools, debug profile");
    let seconds = Work {
        name: name.clone(),
        unit: "CPU s",
        target: target.map(Target::AtMost),
        rows: seconds,
    };
    let target = (tools == 10_000).then_some(Target::AtMost(300.0));
    let memory = Work { name: format!("peak of {name}"), unit: "MiB", target, rows: memory };
    Ok(vec![seconds, memory])
}

fn checking(plan: Plan, tools: usize, target: f64) -> Result<Vec<Work>, String> {
    let (mut seconds, mut lines) = (Vec::new(), Vec::new());
    for generator in &GENERATORS {
        let Some(dependencies) = generator.dependencies else {
            continue;
        };
        let text = generate(generator, tools).map(|(_, text)| text);
        let count = text.as_ref().map(|text| text.lines().count() as f64 / tools as f64);
        lines.push(Row::of(generator.subject, generator.role, count.map_err(Clone::clone)));
        let checked = text.and_then(|text| check(plan, generator, tools, dependencies, &text));
        seconds.push(Row::of(generator.subject, generator.role, checked));
    }
    let name = format!("`cargo check` of the generated client, {tools} tools");
    let seconds =
        Work { name, unit: "CPU s of rustc", target: Some(Target::AtMost(target)), rows: seconds };
    let (name, target) = (format!("lines a tool of {tools}"), Some(Target::AtMost(40.0)));
    Ok(vec![seconds, Work { name, unit: "lines", target, rows: lines }])
}

fn check(
    plan: Plan,
    generator: &Generator,
    tools: usize,
    dependencies: &str,
    text: &str,
) -> Result<f64, String> {
    let source = format!(
        "#![allow(dead_code, unused_imports)]\npub mod client {{\n{text}\n}}\nfn main() {{}}\n"
    );
    let name = generator.subject.split(',').next().unwrap_or_default();
    let leaf = Leaf::of(&format!("client-of-{name}-{tools}"), dependencies, source)?;
    // The first, the smallest, finds no compiled dependencies, which are no part of what is measured.
    let samples = if generator.role == Role::Ours { plan.samples.min(3) } else { 1 };
    let costs = (0..samples)
        .map(|_| Ok(leaf.clean(Build::Check)?.seconds))
        .collect::<Result<Vec<f64>, String>>()?;
    median(costs).ok_or("no sample".to_owned())
}

/// Generates once; the text, of all files.
fn generate(generator: &Generator, tools: usize) -> Result<(Cost, String), String> {
    let program = workspace::program(generator.member, "dev")?;
    let wrong = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let folder = scratch(generator, tools);
    let output = folder.join("output");
    fs::create_dir_all(&output).map_err(|error| wrong(&output, error))?;
    let document = folder.join("document.json");
    let documents = (generator.document)(tools, &document)?;
    let file = output.join("client.rs");
    let written = if generator.way.is_some() { &output } else { &file };
    let arguments = generator.way.map(PathBuf::from).into_iter();
    let arguments: Vec<_> = arguments.chain(documents).chain([written.clone()]).collect();
    let cost = measure_program(&program, &arguments, &folder)?;
    let file = if generator.way.is_some() { output.join("flights.rs") } else { file };
    let text = fs::read_to_string(&file).map_err(|error| wrong(&file, error))?;
    Ok((cost, text))
}

fn scratch(generator: &Generator, tools: usize) -> PathBuf {
    let name = format!("{}-{}-{tools}", generator.member, generator.way.unwrap_or("client"));
    home().join("generated").join(name)
}

/// Writes descriptors with the program that knows their format.
fn prepare(tools: usize, path: &Path) -> Result<(), String> {
    let program = workspace::program("generator-proto", "dev")?;
    rustc::run(std::process::Command::new(program).args(["prepare", &tools.to_string()]).arg(path))
        .map(drop)
}
