//! The tool gets exactly what a model writes in any dialect; the model gets exactly what the tool
//! returns.

use a2t_core::InputType;
use a2t_core::invocation::Arguments;
use a2t_core::signature::SAFE_MAX;
use a2t_dialect::{Dialect, Outcome};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{CASES, Case, heard};

/// Texts that trip readers up, and any other.
fn text() -> impl Strategy<Value = String> {
    const KNOWN: &[&str] = &[
        "",
        " ",
        "5",
        "true",
        "null",
        "{}",
        "[]",
        "\"",
        "\\",
        "\n",
        "Action: x",
        "```",
        "é漢😀",
        "\u{7f}",
    ];
    prop_oneof![
        1 => proptest::sample::select(KNOWN).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

/// A value that the input takes; none is an optional input that is left out or null.
fn argument(kind: &InputType, required: bool) -> BoxedStrategy<Option<Value>> {
    let value = match kind {
        InputType::String { max_length } => {
            let most = max_length.map_or(usize::MAX, |max| usize::try_from(max).unwrap());
            let cut = move |text: String| text.chars().take(most).collect::<String>();
            text().prop_map(cut).prop_map(Value::from).boxed()
        }
        InputType::Int { min, max } => {
            let most = *max;
            let least = min.unwrap_or(-SAFE_MAX);
            prop_oneof![Just(least), Just(most), least..=most].prop_map(Value::from).boxed()
        }
        InputType::Boolean => any::<bool>().prop_map(Value::from).boxed(),
        InputType::Enum { allowed_values } => {
            let names: Vec<_> = allowed_values.iter().map(|value| value.name.to_string()).collect();
            proptest::sample::select(names).prop_map(Value::from).boxed()
        }
    };
    if required {
        return value.prop_map(Some).boxed();
    }
    prop_oneof![3 => value.prop_map(Some), 1 => Just(Some(Value::Null)), 2 => Just(None)].boxed()
}

fn arguments(case: &Case) -> BoxedStrategy<Map<String, Value>> {
    let inputs = case.signature.input_parameters.iter();
    let values: Vec<_> = inputs.map(|input| argument(&input.kind, input.required)).collect();
    let names = case.signature.input_parameters.iter().map(|input| input.name.to_string());
    let names: Vec<_> = names.collect();
    values
        .prop_map(move |values| {
            let pairs = names.iter().cloned().zip(values);
            pairs.filter_map(|(name, value)| Some((name, value?))).collect()
        })
        .boxed()
}

fn outputs() -> impl Strategy<Value = Map<String, Value>> {
    let value = prop_oneof![
        text().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        vec(text(), 0..3).prop_map(|list| json!({ "list": list, "none": null })),
    ];
    btree_map(text(), value, 0..4).prop_map(|outputs| outputs.into_iter().collect())
}

fn any_case() -> impl Strategy<Value = (usize, Map<String, Value>)> {
    let each = CASES.iter().enumerate();
    let each = each.map(|(index, case)| (Just(index), arguments(case)).boxed());
    proptest::strategy::Union::new(each)
}

proptest! {
    #[test]
    fn a_tool_gets_what_a_model_says_and_the_model_hears_what_the_tool_says(
        (index, content) in any_case(),
        outputs in outputs(),
        whole: bool,
    ) {
        let case = &CASES[index];
        let selection = case.selection();
        let meant = content.iter().filter(|(_, value)| !value.is_null());
        let meant: Arguments = meant.map(|(name, value)| (name.clone(), value.clone())).collect();
        for dialect in Dialect::ALL {
            let message = case.message(*dialect, whole, &[&content]);
            let calls = dialect.calls(&message).unwrap();
            prop_assert_eq!(calls.len(), 1);
            let validated = selection.validate(&calls[0]).map_err(|e| TestCaseError::fail(format!("{dialect}: {e}")))?;
            prop_assert_eq!(sorted(&validated.arguments), sorted(&meant), "{}", dialect);
            prop_assert!(validated.coerced.is_empty());
        }
        for dialect in Dialect::ALL {
            let message = case.message(*dialect, false, &[&content]);
            let call = dialect.calls(&message).unwrap().remove(0);
            let answer = |outcome: Outcome| heard::only(*dialect, &dialect.message(vec![call.result(&outcome)]));
            let done = answer(Outcome::Done(outputs.clone()));
            let Outcome::Done(shown) = Outcome::Done(outputs.clone()).sanitized() else { unreachable!() };
            prop_assert_eq!(&done.content, &Value::Object(shown), "{}", dialect);
            prop_assert_eq!(done.id.as_deref(), call.id(), "{}", dialect);
            prop_assert_ne!(done.is_error, Some(true), "{}", dialect);
            for failed in [Outcome::Failed("It rains.".into()), Outcome::Refused("It rains.".into())] {
                let failed = answer(failed);
                prop_assert_eq!(&failed.content, "Error: It rains.", "{}", dialect);
                prop_assert_eq!(failed.id.as_deref(), call.id(), "{}", dialect);
                prop_assert_ne!(failed.is_error, Some(false), "{}", dialect);
            }
        }
    }
}

fn sorted(arguments: &Arguments) -> Vec<(String, Value)> {
    let mut pairs: Vec<_> =
        arguments.iter().map(|(name, value)| (name.to_owned(), value.clone())).collect();
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    pairs
}
