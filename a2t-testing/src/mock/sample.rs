//! Valid outputs made up from nothing: the same for the same seed, version and arguments.

use a2t_core::{OutputType, ToolSignature};
use serde_json::{Map, Value, json};

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

/// Makes up a value for each output, whatever the arguments.
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
    }
}

/// Numbers that follow from what was added (FNV-1a, then splitmix64).
struct Numbers(u64);

impl Numbers {
    fn new(seed: u64) -> Self {
        Self(seed ^ 0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes
            .iter()
            .fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mixed = mixed ^ (mixed >> 31);
        mixed.checked_rem(bound).unwrap_or_default()
    }

    fn one_of<'a, T>(&mut self, values: &'a [T]) -> Option<&'a T> {
        let index = self.below(values.len() as u64);
        values.get(usize::try_from(index).ok()?)
    }
}
