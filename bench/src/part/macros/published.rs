//! What five published versions of each tool add to the check of its sixth.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::command::Plan;
use crate::leaf::{Build, Leaf};
use crate::report::{Row, Work, median};
use crate::subject::{self, Role};

const VERSION: usize = 6;

pub(super) fn run(plan: Plan, tools: usize) -> Work {
    let row = Row::of("a2t", Role::Ours, added(plan, tools));
    Work {
        name: format!("five published versions of each of {tools} tools, added check a tool"),
        unit: "CPU ms of rustc",
        target: None,
        rows: vec![row],
    }
}

fn added(plan: Plan, tools: usize) -> Result<f64, String> {
    let subject = subject::named(&["a2t"]);
    let subject = subject.first().ok_or("a2t is left out")?;
    let source = sixth(&(subject.source)(tools));
    let without = Leaf::of(&format!("unpublished-{tools}"), subject.dependencies, source.clone())?;
    let with = Leaf::of(&format!("published-{tools}"), subject.dependencies, source)?;
    publish(&with.folder().join("published"), tools)?;
    let mut added = Vec::new();
    without.warm(Build::Check)?;
    with.warm(Build::Check)?;
    for _ in 0..plan.samples {
        let without = without.clean(Build::Check)?.seconds;
        let with = with.clean(Build::Check)?.seconds;
        added.push((with - without) / tools as f64 * 1000.0);
    }
    median(added).ok_or("no sample".to_owned())
}

/// The tools in their sixth version, each with a distinct id.
fn sixth(source: &str) -> String {
    let mut number = 0;
    let mut text = String::new();
    for line in source.lines() {
        if line == "#[a2t::tool(version = 1)]" {
            text.push_str(&format!("#[a2t::tool(version = {VERSION}, id = \"{}\")]\n", id(number)));
            number += 1;
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

fn id(number: usize) -> String {
    format!("5f0c2a6e-3b1d-4e7a-9c58-{number:012x}")
}

/// Versions 1 to 5, whose descriptions differ, and one input that came with the third.
fn publish(folder: &Path, tools: usize) -> Result<(), String> {
    let mut sums = Vec::new();
    for number in 0..tools {
        let name = format!("search_flights_{number}");
        let tool = folder.join(&name);
        fs::create_dir_all(&tool).map_err(|error| format!("{}: {error}", tool.display()))?;
        for version in 1..VERSION {
            let text = format!("{:#}\n", signature(number, version));
            let path = format!("{name}/v{version}.json");
            let digest: String =
                Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
            sums.push((path.clone(), digest));
            fs::write(folder.join(&path), text).map_err(|error| format!("{path}: {error}"))?;
        }
    }
    sums.sort();
    let sums: String =
        sums.into_iter().map(|(path, digest)| format!("{digest}  {path}\n")).collect();
    fs::write(folder.join("SHA256SUMS"), sums).map_err(|error| format!("SHA256SUMS: {error}"))
}

fn signature(number: usize, version: usize) -> Value {
    let text = |name: &str, description: &str| json!({"id": name, "name": name, "type": "string", "description": description, "required": true});
    let mut inputs = vec![
        text("origin", "IATA code of the departure airport."),
        text("destination", "IATA code of the arrival airport."),
    ];
    if version >= 3 {
        inputs.push(json!({"id": "passengers", "name": "passengers", "type": "int", "description": "Number of travellers; one if absent.",
            "required": false, "min": i32::MIN, "max": i32::MAX}));
    }
    inputs.push(json!({"id": "cabin", "name": "cabin", "type": "enum", "description": "Cabin class.", "required": true, "allowed-values": [
        {"name": "ECONOMY", "description": "At the back."}, {"name": "PREMIUM", "description": "A little further forward."},
        {"name": "BUSINESS", "description": "In front of that."}, {"name": "FIRST", "description": "At the front."}]}));
    json!({
        "toolId": id(number), "name": format!("search_flights_{number}"),
        "description": format!("Searches flights between two airports, edition {version}."),
        "version": version, "tags": [], "input_parameters": inputs, "output_parameters": [
            {"id": "number", "name": "number", "type": "string", "description": "The flight's number."},
            {"id": "fare", "name": "fare", "type": "int", "description": "The fare, in whole euros."},
            {"id": "sold_out", "name": "sold_out", "type": "boolean", "description": "Whether it is sold out."}],
    })
}
