//! What checking a tool takes with newtypes, compared with types of the language and of serde.

mod source;

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use source::{ERRORS, NEWTYPES, PLAIN, RECORDS, REFUSALS, STRUCTS};

use crate::command::Plan;
use crate::leaf::{Build, Leaf, home};
use crate::report::{Row, Target, Work, median};
use crate::rustc;
use crate::subject::{Role, repeat};
use crate::workspace;

const A2T: &str = "a2t = { path = \"$PRODUCT\" }\n";
const SERDE: &str =
    "a2t = { path = \"$PRODUCT\" }\nserde = { version = \"1\", features = [\"derive\"] }\n";
const CLIENT: &str =
    "a2t = { path = \"$PRODUCT\", default-features = false, features = [\"client\"] }\n";

/// Tools that differ in their types alone.
struct Kind {
    work: &'static str,
    /// The subject, its lines of `[dependencies]` and its tool.
    floor: (&'static str, &'static str, &'static str),
    ours: &'static str,
}

const KINDS: [Kind; 3] = [
    Kind {
        work: "a tool with two newtypes in and out",
        floor: ("i64 and String", A2T, PLAIN),
        ours: NEWTYPES,
    },
    Kind {
        work: "a tool that replies a list of records",
        floor: ("`a2t::Json` of serde's derive", SERDE, STRUCTS),
        ours: RECORDS,
    },
    Kind {
        work: "a tool with an enum of three errors",
        floor: ("`IntoToolError` by hand", A2T, REFUSALS),
        ours: ERRORS,
    },
];

pub(super) fn run(plan: Plan) -> Result<Vec<Work>, String> {
    let tools = if plan.quick { 10 } else { 100 };
    let mut works: Vec<_> = KINDS.iter().map(|kind| checked(kind, tools)).collect();
    works.extend(values(plan)?);
    Ok(works)
}

fn checked(kind: &Kind, tools: usize) -> Work {
    let (subject, dependencies, source) = kind.floor;
    let floor = counted(kind, subject, dependencies, source, tools);
    let ours = counted(kind, "a2t", A2T, kind.ours, tools);
    Work {
        name: format!("{}, check of one of {tools}", kind.work),
        unit: "M instructions of rustc",
        target: None,
        rows: vec![Row::of(subject, Role::Floor, floor), Row::of("a2t", Role::Ours, ours)],
    }
}

fn counted(
    kind: &Kind,
    subject: &str,
    dependencies: &str,
    template: &str,
    tools: usize,
) -> Result<f64, String> {
    let name = format!("{} {subject}", kind.work);
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let source = format!("#![allow(dead_code)]\n{}\nfn main() {{}}\n", repeat(template, tools));
    let leaf = Leaf::of(&format!("types-{name}"), dependencies, source)?;
    eprintln!("   {name}");
    // Its dependencies are compiled before the count.
    leaf.clean(Build::Check)?;
    Ok(leaf.counted()? / tools as f64 / 1e6)
}

/// A value of large enums, whose check the rest of the crate shares: those of a vendor, and those of a generated client.
fn values(plan: Plan) -> Result<[Work; 2], String> {
    let (enums, values) = if plan.quick { (2, 100) } else { (20, 1_000) };
    let work = |whose: &str, leaf: Result<Leaf, String>| Work {
        name: format!("{enums} enums of {values} values {whose}, check of a value"),
        unit: "CPU ms of rustc",
        target: Some(Target::AtMost(0.15)),
        rows: vec![Row::of(
            "a2t",
            Role::Ours,
            leaf.and_then(|leaf| value(plan, &leaf, enums * values)),
        )],
    };
    Ok([
        work("by `derive(a2t::Enum)`", derived(enums, values)),
        work("of a generated client", generated(enums, values)),
    ])
}

fn value(plan: Plan, leaf: &Leaf, values: usize) -> Result<f64, String> {
    leaf.warm(Build::Check)?;
    let samples = (0..plan.samples).map(|_| Ok(leaf.clean(Build::Check)?.seconds));
    let seconds = median(samples.collect::<Result<_, String>>()?).ok_or("no sample")?;
    Ok(seconds * 1000.0 / values as f64)
}

fn derived(enums: usize, values: usize) -> Result<Leaf, String> {
    let variants: String = (0..values)
        .map(|value| format!("    /// The value {value}.\n    Value{value},\n"))
        .collect();
    let template = format!("/// A kind.\n#[derive(a2t::Enum)]\npub enum Kind$N {{\n{variants}}}\n");
    let source = format!("#![allow(dead_code)]\n{}\nfn main() {{}}\n", repeat(&template, enums));
    Leaf::of("types-enums-derived", A2T, source)
}

fn generated(enums: usize, values: usize) -> Result<Leaf, String> {
    let folder = home().join("generated/enums");
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(wrong)?;
    let (catalog, client) = (folder.join("enums.json"), folder.join("enums.rs"));
    let tools: Vec<_> = (0..enums).map(|number| tool(number, values)).collect();
    fs::write(&catalog, Value::from(tools).to_string()).map_err(wrong)?;
    let generator = workspace::program("generator-a2t", "dev")?;
    rustc::run(Command::new(generator).args([&catalog, &client]))?;
    let text = fs::read_to_string(&client).map_err(wrong)?;
    let source = format!("#![allow(dead_code, unused_imports)]\n{text}\nfn main() {{}}\n");
    Leaf::of("types-enums-generated", CLIENT, source)
}

fn tool(number: usize, values: usize) -> Value {
    let value = |value| json!({"name": format!("VALUE_{value}"), "description": format!("The value {value}.")});
    let values: Vec<_> = (0..values).map(value).collect();
    json!({
        "toolId": format!("5f0c2a6e-3b1d-4e7a-9c58-{number:012x}"), "name": format!("tool_{number}"),
        "description": "Takes a value.", "version": 1, "currentVersion": 1, "tags": [], "output_parameters": [],
        "input_parameters": [{"id": format!("kind_{number}"), "name": format!("kind_{number}"), "type": "enum",
            "description": "A kind.", "required": true, "allowed-values": values}],
    })
}
