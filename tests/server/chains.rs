//! Any chain of versions that only adds what the protocol allows: the newest code serves them all.

use a2t::__private::{Call, Entry, Input, Older, Reply};
use a2t::testing::TestClient;
use a2t::{InputType, ToolSignature, Toolset};
use a2t_core::evolution::{Profile, Verdict, diff};
use a2t_core::invocation::{Arguments, check_result};
use a2t_core::published;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value, json};

/// A parameter that some version adds, and where.
#[derive(Clone, Debug)]
struct Added {
    kind: usize,
    position: Index,
}

fn added() -> impl Strategy<Value = Added> {
    (0..4_usize, any::<Index>()).prop_map(|(kind, position)| Added { kind, position })
}

/// For each version the inputs and outputs that it adds, and how many of the first inputs are required.
fn chain() -> impl Strategy<Value = Vec<ToolSignature>> {
    let parameters = || prop::collection::vec(added(), 0..4);
    let versions = prop::collection::vec((parameters(), parameters()), 1..5);
    (versions, 0..3_usize).prop_map(|(versions, required)| signatures(&versions, required))
}

fn signatures(versions: &[(Vec<Added>, Vec<Added>)], required: usize) -> Vec<ToolSignature> {
    let (mut inputs, mut outputs) = (Vec::new(), vec![output(0)]);
    let mut version = 0;
    let signature = |(more, returned): &(Vec<Added>, Vec<Added>)| {
        version += 1;
        for added in more {
            let number = inputs.len();
            let required = version == 1 && number < required;
            inputs.insert(added.position.index(number + 1), input(number, added.kind, required));
        }
        for added in returned {
            let number = outputs.len();
            outputs.insert(added.position.index(number + 1), output(number));
        }
        let value = json!({
            "toolId": crate::tools::LOOKUP, "name": "echo", "description": "Says what it heard.",
            "version": version, "currentVersion": version,
            "input_parameters": inputs, "output_parameters": outputs,
        });
        a2t_core::signature::parse(value.to_string().as_bytes()).unwrap().signature
    };
    versions.iter().map(signature).collect()
}

fn input(number: usize, kind: usize, required: bool) -> Value {
    let mut input = json!({"id": format!("i{number}"), "name": format!("In {number}"),
        "description": "An input.", "required": required});
    let facts = match kind {
        0 => json!({"type": "string", "max-length": 3}),
        1 => json!({"type": "int", "min": -2, "max": 2}),
        2 => json!({"type": "boolean"}),
        _ => json!({"type": "enum", "allowed-values": [{"name": "ONE", "description": "1."},
            {"name": "TWO", "description": "2."}]}),
    };
    input.as_object_mut().unwrap().extend(facts.as_object().unwrap().clone());
    input
}

fn output(number: usize) -> Value {
    json!({"id": format!("o{number}"), "name": format!("Out \"{number}\""), "type": "json",
        "description": "All inputs by id."})
}

/// Writes in each output of the newest version what each of its inputs was.
fn echo(call: Call<()>) -> Reply {
    Box::pin(async move {
        let mut arguments = call.arguments()?;
        let mut heard = Map::new();
        for input in &*call.signature.input_parameters {
            let value = match &input.kind {
                InputType::String { .. } | InputType::Enum { .. } => {
                    json!(<Option<String> as Input>::take(&mut arguments).flatten())
                }
                InputType::Int { .. } => {
                    json!(<Option<i64> as Input>::take(&mut arguments).flatten())
                }
                InputType::Boolean => {
                    json!(<Option<bool> as Input>::take(&mut arguments).flatten())
                }
            };
            heard.insert(input.id.to_string(), value);
        }
        let mut writer = call.writer();
        for output in &*call.signature.output_parameters {
            writer.output(&output.name, &heard);
        }
        writer.finish()
    })
}

fn client(chain: &[ToolSignature]) -> TestClient {
    let older = |signature: &ToolSignature| Older {
        version: signature.version,
        text: published::text(signature).leak(),
    };
    let (newest, before) = chain.split_last().unwrap();
    let older: Vec<_> = before.iter().map(older).collect();
    let newest = Box::leak(Box::new(newest.clone()));
    let entry = Box::leak(Box::new(Entry::new(newest, echo).older(older.leak())));
    TestClient::new(Toolset::from_entries([&*entry]))
}

/// A value that the input takes, from any number.
fn value(kind: &InputType, number: u8) -> Value {
    match kind {
        InputType::String { .. } => "é漢x"[..[0, 2, 5, 6][usize::from(number % 4)]].into(),
        InputType::Int { .. } => (i64::from(number % 5) - 2).into(),
        InputType::Boolean => number.is_multiple_of(2).into(),
        InputType::Enum { allowed_values } => {
            allowed_values[usize::from(number) % allowed_values.len()].name.to_string().into()
        }
    }
}

/// A call that the version takes: its pairs, and what the newest code must hear.
fn call(version: &ToolSignature, newest: &ToolSignature, noise: &[u8]) -> (Arguments, Value) {
    let mut numbers = noise.iter().copied().cycle();
    let mut next = || numbers.next().unwrap_or_default();
    let later = newest.input_parameters.iter().map(|input| (input.id.to_string(), Value::Null));
    let mut heard: Map<_, _> = later.collect();
    let mut pairs = Vec::new();
    for input in &*version.input_parameters {
        if input.required || next() % 3 > 0 {
            let value = value(&input.kind, next());
            heard.insert(input.id.to_string(), value.clone());
            pairs.push((input.name.to_string(), value));
        }
    }
    pairs.sort_by_key(|_| next());
    (pairs.into_iter().collect(), heard.into())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_call_of_any_version_is_heard_as_it_was_said_and_answered_as_published(
        chain in chain(),
        noise in prop::collection::vec(any::<u8>(), 1..40),
    ) {
        for pair in chain.windows(2) {
            let report = diff(&pair[0], &pair[1], Profile::Letter);
            prop_assert_eq!(report.letter(), Verdict::Compatible);
        }
        let (client, newest) = (client(&chain), chain.last().unwrap());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        for version in &chain {
            let (arguments, heard) = call(version, newest, &noise);
            let path = format!("/tools/{}/versions/{}", version.tool_id, version.version);
            let body = arguments.to_body("echo");
            let response = runtime.block_on(client.post(&format!("{path}:invoke"), body));
            prop_assert_eq!(response.status.as_u16(), 200, "{:?}", response.body);
            let values = check_result(version, &response.body);
            prop_assert!(values.is_ok(), "{}", values.unwrap_err());
            for value in values.unwrap() {
                prop_assert_eq!(value.as_ref(), Some(&heard));
            }
            let listed = runtime.block_on(client.get(&path)).json();
            let expected = ToolSignature { current_version: newest.version, ..version.clone() };
            prop_assert_eq!(listed, serde_json::to_value(&expected).unwrap());
        }
    }
}
