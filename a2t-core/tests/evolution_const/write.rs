//! Writes the well-formed cases of the corpus as constants, each list of parameters once.

use std::collections::HashMap;
use std::fmt::Write as _;

use a2t_core::{
    AllowedValue, InputParameter, InputType, OutputParameter, OutputType, ToolSignature,
};
use serde_json::Value;

/// Source text with a constant for each thing that was asked for.
#[derive(Default)]
struct Writer {
    source: String,
    names: HashMap<String, String>,
}

/// The source of `cases.rs`, and how many cases it has.
pub(crate) fn cases(corpus: &Value) -> (String, usize) {
    let mut writer = Writer::default();
    writer
        .source
        .push_str("// Written by the test `the_constants_are_those_of_the_corpus`; do not edit.\n");
    let mut table = Vec::new();
    for case in corpus["cases"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        if case.get("chain").is_none() {
            table.extend(writer.case(id, &case["old"], &case["new"], table.len()));
        }
        let chain = case["chain"].as_array();
        for pair in case["pairs"].as_array().into_iter().flatten() {
            let of = |number: &Value| {
                let versions = chain.unwrap().iter();
                versions
                    .clone()
                    .find(|version| version["version"] == *number)
                    .unwrap()
            };
            let name = format!("{id} {}-{}", pair["old"], pair["new"]);
            table.extend(writer.case(&name, of(&pair["old"]), of(&pair["new"]), table.len()));
        }
    }
    let count = table.len();
    let _ = writeln!(
        writer.source,
        "const CASES: &[(&str, &Judged)] = &[\n{}];",
        table.concat()
    );
    (writer.source, count)
}

impl Writer {
    /// A line of the table, unless a signature is not well-formed.
    fn case(&mut self, id: &str, old: &Value, new: &Value, number: usize) -> Option<String> {
        let (old, new) = (well_formed(old)?, well_formed(new)?);
        let (old, new) = (self.signature(&old), self.signature(&new));
        let _ = writeln!(
            self.source,
            "const C{number}: Judged = judge({old}, {new});"
        );
        Some(format!("    ({id:?}, &C{number}),\n"))
    }

    /// The name of the constant of this type with this value.
    fn constant(&mut self, prefix: &str, kind: &str, value: &str) -> String {
        let key = format!("{kind} = {value}");
        if let Some(name) = self.names.get(&key) {
            return name.clone();
        }
        let name = format!("{prefix}{}", self.names.len());
        let _ = writeln!(self.source, "const {name}: {key};");
        self.names.insert(key, name.clone());
        name
    }

    fn signature(&mut self, tool: &ToolSignature) -> String {
        let tags: Vec<_> = tool
            .tags
            .iter()
            .map(|tag| format!("text({tag:?})"))
            .collect();
        let tags = self.list("T", "Text", &tags);
        let inputs: Vec<_> = tool
            .input_parameters
            .iter()
            .map(|input| self.input(input))
            .collect();
        let inputs = self.list("I", "InputParameter", &inputs);
        let outputs: Vec<_> = tool
            .output_parameters
            .iter()
            .map(|output| self.output(output))
            .collect();
        let outputs = self.list("O", "OutputParameter", &outputs);
        let img = match &tool.img {
            Some(img) => format!("Some(text({img:?}))"),
            None => "None".to_owned(),
        };
        let value = format!(
            "&tool({:#x}, {:?}, {:?}, {img}, {}, {}, {tags}, {inputs}, {outputs})",
            tool.tool_id.as_u128(),
            tool.name,
            tool.description,
            tool.version,
            tool.current_version,
        );
        self.constant("S", "&ToolSignature", &value)
    }

    fn list(&mut self, prefix: &str, kind: &str, items: &[String]) -> String {
        let value = format!("&[{}]", items.join(", "));
        self.constant(prefix, &format!("&[{kind}]"), &value)
    }

    fn input(&mut self, input: &InputParameter) -> String {
        let kind = match &input.kind {
            InputType::String { max_length } => {
                format!("InputType::String {{ max_length: {max_length:?} }}")
            }
            InputType::Int { min, max } => format!("InputType::Int {{ min: {min:?}, max: {max} }}"),
            InputType::Boolean => "InputType::Boolean".to_owned(),
            InputType::Enum { allowed_values } => {
                let values = self.values(allowed_values);
                format!("InputType::Enum {{ allowed_values: Cow::Borrowed({values}) }}")
            }
        };
        let InputParameter {
            id,
            name,
            description,
            required,
            ..
        } = input;
        let value = format!("input({id:?}, {name:?}, {kind}, {description:?}, {required})");
        self.constant("P", "InputParameter", &value)
    }

    fn output(&mut self, output: &OutputParameter) -> String {
        let kind = match &output.kind {
            OutputType::Enum { allowed_values } => {
                let values = self.values(allowed_values);
                format!("OutputType::Enum {{ allowed_values: Cow::Borrowed({values}) }}")
            }
            plain => format!("OutputType::{plain:?}"),
        };
        let OutputParameter {
            id,
            name,
            description,
            ..
        } = output;
        let value = format!("output({id:?}, {name:?}, {kind}, {description:?})");
        self.constant("P", "OutputParameter", &value)
    }

    fn values(&mut self, values: &[AllowedValue]) -> String {
        let values: Vec<_> = values
            .iter()
            .map(|value| format!("value({:?}, {:?})", value.name, value.description))
            .collect();
        self.list("V", "AllowedValue", &values)
    }
}

fn well_formed(document: &Value) -> Option<ToolSignature> {
    let parsed = a2t_core::signature::parse_value(document, "").ok()?;
    parsed.unknown.is_empty().then_some(parsed.signature)
}
