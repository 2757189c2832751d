//! Valid outputs made up from nothing: the same for the same seed, version and arguments.

use a2t_core::{JsonShape, OutputType, ToolSignature};
use serde_json::{Map, Value, json};

use crate::numbers::Numbers;

/// Words that are short, and plainly made up.
const WORDS: [&str; 8] = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath"];

/// Makes up a value for each output of a call with these arguments.
pub(super) fn result(
    tool: &ToolSignature,
    seed: u64,
    arguments: &Map<String, Value>,
) -> Map<String, Value> {
    let mut numbers = Numbers::new(seed);
    numbers.add(&tool.tool_id.as_u128().to_be_bytes());
    numbers.add(&tool.version.to_be_bytes());
    for (name, value) in arguments {
        numbers.add(format!("{name}: {value}").as_bytes());
    }
    let outputs = tool.output_parameters.iter();
    let outputs =
        outputs.map(|output| (output.name.to_string(), value(&output.kind, &mut numbers)));
    outputs.collect()
}

/// Makes up a value for each output, for all arguments.
pub(super) fn outputs(
    tool: &ToolSignature,
    seed: u64,
) -> impl Iterator<Item = (String, Value)> + '_ {
    let mut numbers = Numbers::new(seed);
    numbers.add(&tool.tool_id.as_u128().to_be_bytes());
    let outputs = tool.output_parameters.iter();
    outputs.map(move |output| (output.name.to_string(), value(&output.kind, &mut numbers)))
}

fn value(kind: &OutputType, numbers: &mut Numbers) -> Value {
    match kind {
        OutputType::String => {
            let word = numbers.one_of(&WORDS);
            word.copied().unwrap_or_default().into()
        }
        OutputType::Int => numbers.below(100).into(),
        OutputType::Boolean => (numbers.below(2) == 1).into(),
        OutputType::Enum { allowed_values } => {
            let chosen = numbers.one_of(allowed_values);
            chosen.map_or("SAMPLE", |chosen| &*chosen.name).into()
        }
        OutputType::Json => json!({ "sample": numbers.below(100) }),
        OutputType::Described { shape } => shaped(shape, numbers),
    }
}

/// Each member of a record, and one to three items of a list.
fn shaped(shape: &JsonShape, numbers: &mut Numbers) -> Value {
    match shape {
        JsonShape::Any => value(&OutputType::Json, numbers),
        JsonShape::String => value(&OutputType::String, numbers),
        JsonShape::Int => value(&OutputType::Int, numbers),
        JsonShape::Boolean => value(&OutputType::Boolean, numbers),
        JsonShape::Number => {
            json!(f64::from(u32::try_from(numbers.below(1_000)).unwrap_or(0)) / 10.0)
        }
        JsonShape::Enum { allowed_values } => {
            numbers.one_of(allowed_values).map(|chosen| &*chosen.name).into()
        }
        JsonShape::Nullable { shape } => shaped(shape, numbers),
        JsonShape::List { items } => {
            (0..=numbers.below(3)).map(|_| shaped(items, numbers)).collect()
        }
        JsonShape::Record { members } => {
            let pairs = members.iter();
            let pairs = pairs.map(|it| (it.name.to_string(), shaped(&it.shape, numbers)));
            Value::Object(pairs.collect())
        }
    }
}
