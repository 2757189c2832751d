//! When a change breaks a caller, by definition: parameters keep both id and name; each value the
//! old inputs take is tried on the new ones, each value the new outputs have on an old reader.

use a2t_core::{InputParameter, InputType, OutputParameter, OutputType, ToolSignature};
use serde_json::{Value, json};

/// What breaks a caller of `old` when `new` answers.
pub(crate) fn breaks(old: &ToolSignature, new: &ToolSignature) -> Option<String> {
    if old.tool_id != new.tool_id {
        return Some("the tool".to_owned());
    }
    let calls = old.input_parameters.iter().find_map(|input| call_breaks(input, new));
    let omissions = || new.input_parameters.iter().find_map(|input| omission_breaks(input, old));
    let replies = || old.output_parameters.iter().find_map(|output| reply_breaks(output, new));
    calls.or_else(omissions).or_else(replies)
}

fn call_breaks(old: &InputParameter, new: &ToolSignature) -> Option<String> {
    let same = |input: &&InputParameter| input.id == old.id && input.name == old.name;
    let Some(new) = new.input_parameters.iter().find(same) else {
        return Some(format!("input {} {} is gone", old.id, old.name));
    };
    let refused = |value: &Value| takes(&old.kind, value) && !takes(&new.kind, value);
    let value = values().into_iter().find(refused)?;
    Some(format!("{} = {value}", old.name))
}

fn omission_breaks(new: &InputParameter, old: &ToolSignature) -> Option<String> {
    let gave = |input: &InputParameter| input.name == new.name && input.required;
    let missed = new.required && !old.input_parameters.iter().any(gave);
    missed.then(|| format!("nothing for {}", new.name))
}

fn reply_breaks(old: &OutputParameter, new: &ToolSignature) -> Option<String> {
    let same = |output: &&OutputParameter| output.id == old.id && output.name == old.name;
    let Some(new) = new.output_parameters.iter().find(same) else {
        return Some(format!("output {} {} is gone", old.id, old.name));
    };
    let unexpected = |value: &Value| gives(&new.kind, value) && !gives(&old.kind, value);
    let value = values().into_iter().find(unexpected)?;
    Some(format!("{} is {value}", old.name))
}

/// Whether some output of this name has this value.
pub(crate) fn returns(tool: &ToolSignature, name: &str, value: &Value) -> bool {
    let mut outputs = tool.output_parameters.iter();
    outputs.any(|output| output.name == name && gives(&output.kind, value))
}

/// Each boundary that a generated type has, and a value of each other kind.
fn values() -> Vec<Value> {
    let mut values: Vec<_> = (-4..8).map(Value::from).collect();
    values.extend((0..6).map(|length| json!("é".repeat(length))));
    values.extend(["A", "BB", "CCC", "D"].map(Value::from));
    values.extend([json!(null), json!([]), json!({})]);
    let short = InputType::unconstrained().filter(|kind| kind.name() != "string");
    values.extend(short.flat_map(|kind| kind.boundaries()));
    values
}

fn takes(kind: &InputType, value: &Value) -> bool {
    match kind {
        InputType::String { max_length } => value
            .as_str()
            .is_some_and(|text| max_length.is_none_or(|max| text.chars().count() as u64 <= max)),
        InputType::Int { min, max } => value
            .as_i64()
            .is_some_and(|number| number <= *max && min.is_none_or(|min| min <= number)),
        // All that such a type takes of the values here.
        kind => kind.boundaries().contains(value),
    }
}

fn gives(kind: &OutputType, value: &Value) -> bool {
    match kind {
        OutputType::String => value.is_string(),
        OutputType::Int => value.is_i64(),
        OutputType::Boolean => value.is_boolean(),
        OutputType::Enum { allowed_values } => value.as_str().is_some_and(|text| {
            allowed_values.is_empty() || allowed_values.iter().any(|allowed| allowed.name == text)
        }),
        OutputType::Json | OutputType::Described { .. } => true,
    }
}
