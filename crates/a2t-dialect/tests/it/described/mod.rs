//! Tools of MCP in every dialect: what is shown, what a call of them becomes, and what hostile schemas
//! cost.

mod hostile;
mod samples;
mod shown;
mod validated;

use a2t_dialect::{Dialect, Mode, Selection};
use a2t_schema::Tool;
use serde_json::{Value, json};

/// A selection of one tool with this schema of its arguments.
fn tool(input: &Value) -> Selection {
    let listed = json!({"name": "probe", "description": "Probes.", "inputSchema": input});
    Selection::approved_schemas([Tool::read(&listed, "").unwrap()])
}

/// The schema of the arguments in a dialect's definition; `None` where it has no place for one.
fn schema_in(dialect: Dialect, tools: &Selection, mode: Mode) -> Option<Value> {
    let value = dialect.export(tools, mode).unwrap().value;
    let pointers = [
        "/0/input_schema",
        "/0/inputSchema",
        "/0/function/parameters",
        "/0/parameters",
        "/0/args_schema",
        "/0/toolSpec/inputSchema/json",
        "/probe/inputSchema",
        "/0/functionDeclarations/0/parameters",
    ];
    pointers.iter().find_map(|pointer| value.pointer(pointer)).cloned()
}

/// Returns whether the definition asks the provider to keep models to the schema.
fn is_strict(dialect: Dialect, tools: &Selection) -> bool {
    let value = dialect.strict_tools(tools).unwrap();
    let pointers = ["/0/strict", "/0/function/strict", "/0/toolSpec/strict", "/probe/strict"];
    pointers.iter().any(|pointer| value.pointer(pointer) == Some(&json!(true)))
}

/// Each keyword of a schema, wherever it stands, with its value; names of properties are none.
fn keywords<'v>(schema: &'v Value, found: &mut Vec<(&'v str, &'v Value)>) {
    for (word, value) in schema.as_object().into_iter().flatten() {
        found.push((word, value));
        match (&**word, value) {
            ("properties" | "patternProperties", Value::Object(named)) => {
                named.values().for_each(|schema| keywords(schema, found));
            }
            ("default" | "enum" | "const" | "examples", _) => {}
            (_, Value::Object(_)) => keywords(value, found),
            (_, Value::Array(items)) => items.iter().for_each(|schema| keywords(schema, found)),
            _ => {}
        }
    }
}
