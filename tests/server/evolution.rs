//! For every change of a later version that the rules allow, the calls of all earlier ones stay
//! valid against a running server: chains of versions, an old client for each, checked by the
//! reference validator. proptest prints the seed of a failure.

#[path = "../../a2t-core/tests/it/evolution_documents/document.rs"]
#[allow(dead_code)]
mod document;
#[path = "../../a2t-core/tests/it/evolution_documents/reference.rs"]
#[allow(dead_code)]
mod reference;
#[path = "../../a2t-core/tests/it/evolution_documents/schema.rs"]
#[allow(dead_code)]
mod schema;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use a2t::__private::{Call, Entry, Input, JsonShape, JsonWriter, Older, Reply};
use a2t::client::{Arguments, Client};
use a2t::{InputType, MemberValue, OutputType, Server, ToolSignature, Toolset};
use a2t_core::evolution::{Profile, Severity, diff};
use a2t_core::published;
use document::{Change, additions, changed, document};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// What the newest code got, input by input, and what it answered, output by output.
#[derive(Clone, Default)]
struct Heard {
    inputs_given: Arc<Mutex<Value>>,
    outputs_given: Arc<Mutex<Value>>,
    /// Which of an output's values comes next.
    turn: Arc<AtomicUsize>,
}

/// Versions, each of which the rules admit after all before it; what they refuse is left out.
fn chain() -> impl Strategy<Value = Vec<Value>> {
    (document(), vec(additions(), 0..4)).prop_map(|(first, steps)| {
        let mut chain = vec![first];
        for changes in steps {
            let last = chain.last().unwrap().clone();
            let admitted = |last: Value, change: Change| {
                let next = renumbered(changed(&last, [change]), chain.len() + 1);
                let refused = |old: &Value| {
                    diff(&signature(old), &signature(&next), Profile::Default).has_errors()
                };
                if chain.iter().any(refused) { last } else { next }
            };
            let next = changes.into_iter().fold(last, admitted);
            chain.push(renumbered(next, chain.len() + 1));
        }
        chain
    })
}

fn renumbered(mut document: Value, version: usize) -> Value {
    document["version"] = json!(version);
    document["currentVersion"] = json!(version);
    document["description"] = json!(format!("Finds for the {version}. time."));
    document
}

fn signature(document: &Value) -> ToolSignature {
    a2t_core::signature::parse_value(document, "").unwrap().signature
}

/// JSON written as a record or a list of the derives is.
struct Drawn(Value);

impl MemberValue for Drawn {
    const SHAPE: &'static JsonShape = &JsonShape::Any;

    fn write(&self, writer: &mut JsonWriter<'_>) {
        match &self.0 {
            Value::Object(members) => {
                writer.open();
                for (name, member) in members {
                    Self(member.clone()).put(name.clone().leak(), writer);
                }
                writer.close();
            }
            Value::Array(items) => {
                items.iter().cloned().map(Self).collect::<Vec<_>>().write(writer);
            }
            scalar => a2t::Json(scalar).write(writer),
        }
    }
}

/// Notes its arguments and answers with the next value of each output.
fn note(call: Call<Heard>) -> Reply {
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
            heard.insert(input.name.to_string(), value);
        }
        *call.state.inputs_given.lock().unwrap() = Value::Object(heard);
        let turn = call.state.turn.fetch_add(1, Ordering::Relaxed);
        let mut writer = call.writer();
        let mut outputs_given = Map::new();
        for output in &*call.signature.output_parameters {
            let value = match &output.kind {
                OutputType::String => json!("x"),
                OutputType::Int => json!(7),
                OutputType::Boolean => json!(true),
                OutputType::Json => json!({"a": [null]}),
                OutputType::Described { shape } => {
                    let values = reference::values_of(&json!(&**shape));
                    let value = values[turn % values.len()].clone();
                    writer.described(&output.name, &Drawn(value.clone()));
                    outputs_given.insert(output.name.to_string(), value);
                    continue;
                }
                OutputType::Enum { allowed_values } => {
                    json!(allowed_values.last().map_or("ANY", |value| &value.name))
                }
            };
            writer.output(&output.name, &value);
        }
        *call.state.outputs_given.lock().unwrap() = Value::Object(outputs_given);
        writer.finish()
    })
}

/// The newest version as code, the others as published.
fn toolset(chain: &[Value]) -> Toolset<Heard> {
    let (newest, before) = chain.split_last().unwrap();
    let older = before
        .iter()
        .map(signature)
        .map(|old| Older { version: old.version, text: published::text(&old).leak() });
    let older: &'static [Older] = older.collect::<Vec<_>>().leak();
    let newest = Box::leak(Box::new(signature(newest)));
    Toolset::from_entries([&*Box::leak(Box::new(Entry::new(newest, note).older(older)))])
}

/// Every call of every version, by a client that knows that version.
async fn every_call(chain: &[Value]) -> Result<(), TestCaseError> {
    let heard = Heard::default();
    let server = Server::new(toolset(chain), heard.clone());
    let server = server.bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", server.local_addr());
    let serving = tokio::spawn(server.serve_until(std::future::pending()));
    let client = Client::new(url).unwrap();
    let newest = chain.last().unwrap();
    for known in chain {
        let old = signature(known);
        for call in often(reference::calls(known, newest), newest) {
            let arguments: Arguments = call.clone().into_iter().collect();
            let reply = client.invoke(&old, &arguments).await;
            prop_assert!(reply.is_ok(), "{:?} of {}: {:?}", call, known, reply);
            let reply = reply.unwrap();
            prop_assert_eq!(reply.len(), old.output_parameters.len(), "{:?}", reply);
            for (name, value) in reply {
                prop_assert!(reference::gives(known, &name, &value), "{}: {}", name, value);
                // The members that the version has are there, and no others.
                if let Some(outputs_given) = output_of(&heard, known, newest, &name) {
                    prop_assert_eq!(value, outputs_given, "{} of {}", name, known);
                }
            }
            // The code gets what was sent, and nothing that its own signature rules out.
            let mut inputs_given = heard.inputs_given.lock().unwrap().take();
            let inputs_given = inputs_given.as_object_mut().unwrap();
            inputs_given.retain(|_, value| !value.is_null());
            prop_assert_eq!(&*inputs_given, &call);
            prop_assert!(
                reference::takes(newest, inputs_given),
                "{:?} at {}",
                inputs_given,
                newest
            );
        }
    }
    serving.abort();
    Ok(())
}

/// The calls again and again, so that each value of each output is given.
fn often(calls: Vec<reference::Call>, newest: &Value) -> Vec<reference::Call> {
    let outputs = reference::parameters(newest, "output_parameters").into_iter();
    let values =
        outputs.filter_map(|output| Some(reference::values_of(output.get("schema")?).len()));
    let most = values.max().unwrap_or(1).max(calls.len());
    calls.iter().cycle().take(most).cloned().collect()
}

/// The value with the members that its schema has.
fn seen(schema: &Value, value: &Value) -> Value {
    match (value, schema::kind(schema)) {
        (Value::Object(values), Some("object")) => {
            let kept = schema::members(schema)
                .filter_map(|(name, member)| Some((name.clone(), seen(member, values.get(name)?))));
            Value::Object(kept.collect())
        }
        (Value::Array(items), Some("array")) => {
            items.iter().map(|item| seen(&schema["items"], item)).collect()
        }
        _ => value.clone(),
    }
}

/// What the newest code returned for an output, as far as the version's schema goes.
fn output_of(heard: &Heard, known: &Value, newest: &Value, name: &str) -> Option<Value> {
    let output = |tool, member: &str, is: &Value| {
        let mut outputs = reference::parameters(tool, "output_parameters").into_iter();
        outputs.find(|output| output[member] == *is)
    };
    let published = output(known, "name", &json!(name))?;
    let newest = output(newest, "id", &published["id"])?;
    let outputs_given = heard.outputs_given.lock().unwrap().get(newest["name"].as_str()?)?.clone();
    Some(seen(published.get("schema").unwrap_or(&Value::Null), &outputs_given))
}

fn on_a_runtime(chain: &[Value]) -> Result<(), TestCaseError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(every_call(chain))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_the_rules_admit_the_calls_of_every_older_version_stay_valid(chain in chain()) {
        on_a_runtime(&chain)?;
    }
}

proptest! {
    #[test]
    fn a_step_further_is_refused_by_its_rule_alone(chain in chain()) {
        let newest = chain.last().unwrap();
        for (index, output) in reference::parameters(newest, "output_parameters").into_iter().enumerate() {
            for (rule, after) in document::steps(output) {
                let mut next = renumbered(newest.clone(), chain.len() + 1);
                next["output_parameters"][index] = after;
                let errors = |old: &Value| -> Vec<&str> {
                    let report = diff(&signature(old), &signature(&next), Profile::Default);
                    let errors = report.changes().iter().filter(|one| one.severity == Severity::Error);
                    errors.map(|change| change.rule.id()).collect()
                };
                let expected: &[&str] = if schema::ALLOWED.contains(&rule) { &[] } else { &[rule] };
                prop_assert_eq!(errors(newest), expected, "{} to {}", newest, next);
                // Versions before have the place as well, or do not know it.
                for old in &chain {
                    let found = errors(old);
                    prop_assert!(found.is_empty() || found == expected, "{:?} of {}", found, old);
                }
            }
        }
    }
}

#[test]
#[ignore = "thousands of chains"]
fn many_chains_keep_their_callers() {
    let config = ProptestConfig::with_cases(3_000);
    let mut runner = proptest::test_runner::TestRunner::new(config);
    runner.run(&chain(), |chain| on_a_runtime(&chain)).unwrap();
}
