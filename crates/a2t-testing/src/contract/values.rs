//! Arguments that obey a signature, and such that break one of its rules.

use a2t_core::invocation::Arguments;
use a2t_core::{Code, InputParameter, InputType, ToolSignature};
use serde_json::Value;

use super::examples::Examples;
use crate::numbers::Numbers;

/// Characters that programs get wrong.
const CHARACTERS: [char; 8] = ['a', 'Z', '0', ' ', 'é', '"', '\\', '😀'];

/// Arguments with one mistake.
pub(super) struct Mistake {
    pub(super) arguments: Arguments,
    /// Rule that they break.
    pub(super) code: Code,
    /// The mistake in words.
    pub(super) what: String,
}

/// Valid arguments: only the required ones, all, each boundary of each input, and some by chance.
pub(super) fn cases(
    tool: &ToolSignature,
    by_chance: usize,
    examples: &Examples,
    numbers: &mut Numbers,
) -> Vec<Arguments> {
    let inputs = &tool.input_parameters;
    let mut cases = vec![
        some(inputs, |input| input.required.then(|| by_chance_of(input, examples, numbers))),
        some(inputs, |input| Some(by_chance_of(input, examples, numbers))),
    ];
    for tried in inputs.iter() {
        let near = examples.near(&tried.name).into_iter().map(Value::from);
        for value in tried.kind.boundaries().into_iter().chain(near) {
            cases.push(with(inputs, tried, Some(value), examples, numbers));
        }
    }
    for _ in 0..by_chance {
        cases.push(some(inputs, |input| {
            let given = input.required || numbers.below(2) == 1;
            given.then(|| by_chance_of(input, examples, numbers))
        }));
    }
    cases
}

/// Arguments of which each breaks one rule.
pub(super) fn mistakes(
    tool: &ToolSignature,
    examples: &Examples,
    numbers: &mut Numbers,
) -> Vec<Mistake> {
    let inputs = &tool.input_parameters;
    let mut mistakes = Vec::new();
    for tried in inputs.iter() {
        if tried.required {
            let arguments = with(inputs, tried, None, examples, numbers);
            let what = format!("`{}` that is absent", tried.name);
            mistakes.push(Mistake { arguments, code: Code::MissingInput, what });
        }
        for (value, code) in tried.kind.refused() {
            let what = format!("`{}` that is {}", tried.name, shown(&value));
            let arguments = with(inputs, tried, Some(value), examples, numbers);
            mistakes.push(Mistake { arguments, code, what });
        }
    }
    let mut arguments = some(inputs, |input| Some(by_chance_of(input, examples, numbers)));
    let mut name = "unheard_of".to_owned();
    while inputs.iter().any(|input| *input.name == name) {
        name.push('_');
    }
    let what = format!("`{name}`, which is no input,");
    arguments.push(name, 1);
    mistakes.push(Mistake { arguments, code: Code::UnknownInput, what });
    mistakes
}

/// The same text for each string, as much of it as fits; the rest by chance.
pub(super) fn probe(
    tool: &ToolSignature,
    text: &str,
    examples: &Examples,
    numbers: &mut Numbers,
) -> Arguments {
    some(&tool.input_parameters, |input| match (&input.kind, examples.of(&input.name)) {
        (InputType::String { max_length }, None) => {
            let longest = max_length.map_or(usize::MAX, |max| usize::try_from(max).unwrap_or(0));
            Some(text.chars().take(longest).collect::<String>().into())
        }
        _ => Some(by_chance_of(input, examples, numbers)),
    })
}

fn some(
    inputs: &[InputParameter],
    mut value: impl FnMut(&InputParameter) -> Option<Value>,
) -> Arguments {
    let given = inputs.iter().filter_map(|input| Some((input.name.to_string(), value(input)?)));
    given.collect()
}

/// The required arguments by chance, and the one that is tried with this value, or without it.
fn with(
    inputs: &[InputParameter],
    tried: &InputParameter,
    value: Option<Value>,
    examples: &Examples,
    numbers: &mut Numbers,
) -> Arguments {
    some(inputs, |input| {
        if input.name == tried.name {
            value.clone()
        } else {
            input.required.then(|| by_chance_of(input, examples, numbers))
        }
    })
}

fn by_chance_of(input: &InputParameter, examples: &Examples, numbers: &mut Numbers) -> Value {
    if let Some(example) = examples.of(&input.name) {
        return example.into();
    }
    match &input.kind {
        InputType::String { max_length } => {
            let length = numbers.below(max_length.unwrap_or(12).min(12) + 1);
            let text: String =
                (0..length).filter_map(|_| numbers.one_of(&CHARACTERS).copied()).collect();
            text.into()
        }
        InputType::Int { min, max } => {
            let min = min.unwrap_or(i64::MIN);
            let width = max.wrapping_sub(min).cast_unsigned();
            let step = match width.checked_add(1) {
                Some(values) => numbers.below(values),
                None => numbers.below(u64::MAX),
            };
            min.wrapping_add(step.cast_signed()).into()
        }
        kind => numbers.one_of(&kind.boundaries()).cloned().unwrap_or_default(),
    }
}

/// A value in words, short.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    let length = text.chars().count();
    if length > 40 { format!("a text of {} characters", length - 2) } else { format!("`{text}`") }
}
