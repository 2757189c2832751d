//! A signature as the code that declares it.

use std::fmt::Write as _;

use a2t_core::{AllowedValue, InputType, OutputType, ToolSignature};

/// A module with one annotated function. `id` is the tool's, in the case that the document has.
pub(crate) fn module(tool: &ToolSignature, id: &str) -> String {
    let mut enums = String::new();
    let (inputs, outputs) = (inputs(tool, &mut enums), outputs(tool, &mut enums));
    let tags: Vec<_> = tool.tags.iter().map(|tag| format!("{tag:?}")).collect();
    let img = tool.img.as_ref().map(|img| format!(", img = {img:?}"));
    let head = format!(
        "version = {}, id = {id:?}, name = {:?}, tags = [{}]{}",
        tool.version,
        tool.name,
        tags.join(", "),
        img.unwrap_or_default(),
    );
    format!(
        "{enums}\n#[doc = \"What is returned.\"]\n#[derive(a2t::Output)]\npub struct Outputs {{\n{outputs}}}\n\n\
         #[doc = {:?}]\n#[a2t::tool({head})]\npub fn run(\n{inputs}) -> Outputs {{\n    unimplemented!()\n}}\n",
        tool.description,
    )
}

fn inputs(tool: &ToolSignature, enums: &mut String) -> String {
    let mut fields = String::new();
    for (index, input) in tool.input_parameters.iter().enumerate() {
        let (keys, kind) = match &input.kind {
            InputType::String { max_length } => {
                let key = max_length.map(|length| format!(", max_length = {length}"));
                (key.unwrap_or_default(), "String".to_owned())
            }
            InputType::Int { min, max } => {
                let min = min.map(|min| format!(", min = {min}"));
                let keys = format!("{}, max = {max}", min.unwrap_or_default());
                (keys, "i64".to_owned())
            }
            InputType::Boolean => (String::new(), "bool".to_owned()),
            InputType::Enum { allowed_values } => {
                let name = format!("Choice{index}");
                (String::new(), choice(name, allowed_values, enums))
            }
        };
        let kind = if input.required { kind } else { format!("Option<{kind}>") };
        let _ = writeln!(
            fields,
            "    #[doc = {:?}]\n    #[a2t(id = {:?}, name = {:?}{keys})]\n    input_{index}: {kind},",
            input.description, input.id, input.name,
        );
    }
    fields
}

fn outputs(tool: &ToolSignature, enums: &mut String) -> String {
    let mut fields = String::new();
    for (index, output) in tool.output_parameters.iter().enumerate() {
        let kind = match &output.kind {
            OutputType::String => "String".to_owned(),
            OutputType::Int => "i64".to_owned(),
            OutputType::Boolean => "bool".to_owned(),
            OutputType::Json | OutputType::Described { .. } => "a2t::Json<Vec<u8>>".to_owned(),
            OutputType::Enum { allowed_values } => {
                choice(format!("Told{index}"), allowed_values, enums)
            }
        };
        let _ = writeln!(
            fields,
            "    #[doc = {:?}]\n    #[a2t(id = {:?}, name = {:?})]\n    output_{index}: {kind},",
            output.description, output.id, output.name,
        );
    }
    fields
}

/// Declares an enum; its name.
fn choice(name: String, values: &[AllowedValue], enums: &mut String) -> String {
    let _ = writeln!(enums, "#[doc = \"The choices.\"]\n#[derive(a2t::Enum)]\npub enum {name} {{");
    for (index, value) in values.iter().enumerate() {
        let _ = writeln!(
            enums,
            "    #[doc = {:?}]\n    #[a2t(name = {:?})]\n    Value{index},",
            value.description, value.name
        );
    }
    enums.push_str("}\n");
    name
}
