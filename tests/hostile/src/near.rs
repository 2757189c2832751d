//! Catalogs made at random of names that are near to each other; equal seeds give equal ones.

use a2t_schema::{Listed, Server, Snapshot, Source};
use serde_json::{Value, json};

use crate::Case;

/// Snapshots of vendors and of MCP servers whose names collide when they are made Rust.
pub fn near() -> Vec<Case> {
    let case = |module: String, document| Case { module, document };
    let vendors = (0..4)
        .map(|seed| case(format!("random_{seed}"), approved(&catalog(&mut Random(seed + 1)))));
    let servers =
        (0..2).map(|seed| case(format!("mcp_random_{seed}"), snapshot(&mut Random(seed + 101))));
    vendors.chain(servers).collect()
}

/// A snapshot, whose client has a `URL` in addition to the names of its tools.
fn approved(catalog: &Value) -> String {
    let read = |tool| a2t_core::signature::parse_value(tool, "").ok().map(|read| read.signature);
    let tools = catalog.as_array().into_iter().flatten().filter_map(read).collect();
    a2t_codegen::snapshot::Snapshot::new("https://url.example", tools).to_text()
}

/// Tools of an MCP server whose inputs and outputs have the same types here and there.
fn snapshot(random: &mut Random) -> String {
    let mut names: Vec<_> = (0..20).map(|_| random.text(4)).collect();
    names.sort();
    names.dedup();
    let tool = |name: &String| {
        let given = object(random);
        let sent = if random.below(2) == 0 { given.clone() } else { object(random) };
        json!({"name": name, "description": random.text(12), "inputSchema": given, "outputSchema": sent})
    };
    let tools: Vec<_> = names.iter().map(tool).collect();
    let tools = Listed::read(&tools, "").tools;
    let source = Source::Stdio { command: vec!["server".to_owned()] };
    Snapshot::new(source, tools).of_server(Server::new("server", "1"), "2026-07-28").to_text()
}

fn object(random: &mut Random) -> Value {
    let names: Vec<_> = (0..=random.below(6)).map(|_| random.text(3)).collect();
    let required: std::collections::BTreeSet<_> =
        names.iter().filter(|name| name.len() % 2 == 0).collect();
    let members: serde_json::Map<_, _> =
        names.iter().map(|name| (name.clone(), property(random))).collect();
    json!({"type": "object", "properties": members, "required": required})
}

fn property(random: &mut Random) -> Value {
    match random.below(9) {
        0 => json!({"type": ["string", "null"], "maxLength": 9}),
        1 => json!({"type": "integer", "minimum": 0, "description": random.text(9)}),
        2 => json!({"type": "array", "items": object(random)}),
        3 => object(random),
        4 => json!({}),
        5 => json!({"type": "object", "additionalProperties": property(random)}),
        6 => union(random),
        _ => {
            let from = VALUES.len() - 1 - random.below(3);
            json!({"enum": VALUES[from..], "description": random.text(9)})
        }
    }
}

/// Objects that a property distinguishes, by values near to each other.
fn union(random: &mut Random) -> Value {
    let tag = random.text(3);
    let from = VALUES.len() - 3 - random.below(6);
    // Without objects in them, because three each would grow without end.
    let way = |value: &&str| {
        let mut way = json!({"type": "object", "required": [tag], "properties": {}});
        way["properties"][random.text(2)] = json!({"type": "number"});
        way["properties"][&tag] = json!({"const": value});
        way
    };
    json!({"oneOf": VALUES[from..from + 3].iter().map(way).collect::<Vec<_>>()})
}

/// Names near to each other, so that they collide when they are made Rust.
const PARTS: [&str; 18] = [
    "a",
    "A",
    "b",
    "_",
    "-",
    " ",
    "1",
    "2",
    "type",
    "self",
    "Client",
    "\u{1f642}",
    "=",
    "\u{e9}",
    "new",
    "send",
    "URL",
    "TOOLS",
];
const VALUES: [&str; 12] =
    ["A", "A1", "A_1", "A1_2", "A12", "AB", "A_B", "SELF", "UNKNOWN", "NONE", "Z9_9", "Z99"];

fn catalog(random: &mut Random) -> Value {
    let mut names: Vec<_> = (0..40).map(|_| random.text(4)).collect();
    names.sort();
    names.dedup();
    names.iter().enumerate().map(|(index, name)| tool(random, index, name)).collect()
}

fn tool(random: &mut Random, index: usize, name: &str) -> Value {
    let id = format!("{:08x}-0000-4000-8000-{index:012x}", random.below(3));
    json!({
        "toolId": id, "name": name, "description": random.text(12), "version": 1, "currentVersion": 1,
        "errors": errors(random),
        "input_parameters": parameters(random, 4), "output_parameters": parameters(random, 5),
    })
}

fn errors(random: &mut Random) -> Vec<Value> {
    let from = random.below(2 * VALUES.len()).min(VALUES.len());
    let error = |name: &&str| {
        let mut error = json!({"name": name, "status": 409, "description": random.text(9)});
        if random.below(2) == 0 {
            error["schema"] = record(random, 2);
        }
        if random.below(4) == 0 {
            error["type"] = format!("https://x.example/{name}").into();
        }
        error
    };
    VALUES[from..].iter().map(error).collect()
}

fn parameters(random: &mut Random, kinds: usize) -> Vec<Value> {
    let mut ids: Vec<_> = (0..random.below(8)).map(|_| random.text(3)).collect();
    ids.sort();
    ids.dedup();
    let parameter = |id: String| {
        let kind = ["string", "int", "boolean", "enum", "json"][random.below(kinds)];
        let mut value = json!({
            "id": id, "name": id, "type": kind, "description": random.text(9), "required": random.below(2) == 0,
        });
        if kind == "enum" {
            // Every second one has the values of one within an output.
            let few = if random.below(2) == 0 { 3 } else { VALUES.len() };
            let from = VALUES.len() - 1 - random.below(few);
            let values = VALUES[from..].iter().map(|name| json!({"name": name, "description": ""}));
            value["allowed-values"] = values.collect();
        }
        if kind == "json" && random.below(2) == 0 {
            value["schema"] = schema(random, 3);
        }
        if kinds == 5
            && let Some(output) = value.as_object_mut()
        {
            output.remove("required");
        }
        value
    };
    ids.into_iter().map(parameter).collect()
}

fn schema(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 5 } else { 8 }) {
        0 => json!({"type": ["string", "null"]}),
        1 => json!({"type": "number"}),
        2 => {
            let from = VALUES.len() - 1 - random.below(3);
            let values = VALUES[from..].iter().map(|name| json!({"const": name}));
            json!({"type": "string", "oneOf": values.collect::<Value>()})
        }
        3 => json!({"type": "integer"}),
        4 => json!({}),
        5 => json!({"type": "array", "items": schema(random, depth - 1)}),
        _ => record(random, depth),
    }
}

fn record(random: &mut Random, depth: usize) -> Value {
    let names: Vec<_> = (0..=random.below(4)).map(|_| random.text(3)).collect();
    let required: Vec<_> = names.iter().filter(|name| name.len() % 2 == 0).collect();
    let required: std::collections::BTreeSet<_> = required.into_iter().collect();
    let members = names.iter().map(|name| (name.clone(), schema(random, depth - 1)));
    let members: Value = members.collect();
    json!({"type": "object", "properties": members, "required": required})
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % end as u64) as usize
    }

    /// One or more parts.
    fn text(&mut self, most: usize) -> String {
        let text: String = (0..=self.below(most)).map(|_| PARTS[self.below(PARTS.len())]).collect();
        // Names that differ only in blanks are refused.
        let words: Vec<_> = text.split(' ').filter(|word| !word.is_empty()).collect();
        if words.is_empty() { "_".to_owned() } else { words.join(" ") }
    }
}
