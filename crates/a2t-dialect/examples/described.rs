//! Definitions of tools of MCP, a list of which comes on standard input, in each dialect and mode, as the
//! JSON that validators of the providers' SDKs take; what is lost goes to standard error.

use std::collections::BTreeMap;

use a2t_dialect::{Dialect, Mode, Selection};
use a2t_schema::Tool;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::io::read_to_string(std::io::stdin())?;
    let listed: Vec<Value> = serde_json::from_str(&text)?;
    let mut definitions = BTreeMap::new();
    for (index, item) in listed.iter().enumerate() {
        let tool = Tool::read(item, &format!("/{index}")).map_err(|found| found.to_string())?;
        let tools = Selection::approved_schemas([tool]);
        for dialect in Dialect::ALL {
            for (mode, name) in [(Mode::Open, "open"), (Mode::Strict, "strict")] {
                let export = dialect.export(&tools, mode)?;
                let key = dialect.id().trim_end_matches("-v2");
                let label = format!("{key}#{}-{name}-{index}", dialect.id());
                definitions.insert(label, export.value);
                for note in export.notes {
                    eprintln!("{dialect} {name}: {note}");
                }
            }
        }
    }
    println!("{}", json!({ "tool_definitions": definitions }));
    Ok(())
}
