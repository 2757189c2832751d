//! Remarks on tools that can be used all the same.

use a2t_core::json::segment;
use a2t_core::signature::rule::snake_case;
use a2t_core::{Code, Violation, Violations};
use serde_json::Value;

use crate::Tool;

pub(crate) fn remarks(tool: &Tool, at: &str) -> Violations {
    let mut found = Violations::default();
    let odd = |one: &char| !(one.is_ascii_alphanumeric() || matches!(one, '_' | '.' | '-'));
    if let Some(odd) = tool.name.chars().find(odd) {
        let violation = Violation::new(Code::ToolNameCharacters, format!("{at}/name"));
        let expected = "1 to 128 of the characters `A-Za-z0-9_.-`";
        found.push(violation.expected(expected).got(format!("`{odd}` in it")));
    } else if let Err(fault) = snake_case(&tool.name) {
        let violation = Violation::new(Code::ToolNameCase, format!("{at}/name"));
        found.push(violation.expected(fault.expected).got(fault.got));
    }
    if is_blank(tool.description.as_deref()) {
        let violation = Violation::new(Code::ToolUndescribed, at);
        found.push(violation.expected("a description").got("none"));
    }
    if tool.annotations.read_only == Some(true) && tool.annotations.destructive == Some(true) {
        let violation = Violation::new(Code::ContradictoryHints, format!("{at}/annotations"));
        let expected = "a tool that only reads, or one that destroys";
        found.push(violation.expected(expected).got("both hints"));
    }
    inputs(tool, at, &mut found);
    found
}

fn inputs(tool: &Tool, at: &str, found: &mut Violations) {
    let properties = tool.input.as_value().get("properties").and_then(Value::as_object);
    for (name, schema) in properties.into_iter().flatten() {
        let description = schema.get("description").and_then(Value::as_str);
        // The description may stand where the reference leads.
        if is_blank(description) && schema.get("$ref").is_none() {
            let at = format!("{at}/inputSchema/properties/{}", segment(name));
            let violation = Violation::new(Code::InputUndescribed, at).parameter(name);
            found.push(violation.expected("a description").got("none"));
        }
    }
}

fn is_blank(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}
