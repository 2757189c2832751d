//! Whatever the rules let a later version change, the calls of all earlier ones stay valid against a
//! running server: chains of versions, an old client for each, judged by the reference validator.
//! proptest prints the seed of a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../a2t-core/tests/evolution_documents/document.rs"]
#[allow(dead_code)]
mod document;
#[path = "../a2t-core/tests/evolution_documents/reference.rs"]
#[allow(dead_code)]
mod reference;

use std::sync::{Arc, Mutex};

use a2t::__private::{Call, Entry, Input, Older, Reply};
use a2t::client::{Arguments, Client};
use a2t::{InputType, OutputType, Server, ToolSignature, Toolset};
use a2t_core::evolution::{Profile, diff};
use a2t_core::published;
use document::{Change, additions, changed, document};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// What the newest code was told, input by input.
type Heard = Arc<Mutex<Value>>;

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

/// Notes its arguments and answers with one value of each output.
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
        *call.state.lock().unwrap() = Value::Object(heard);
        let mut writer = call.writer();
        for output in &*call.signature.output_parameters {
            let value = match &output.kind {
                OutputType::String => json!("x"),
                OutputType::Int => json!(7),
                OutputType::Boolean => json!(true),
                OutputType::Json => json!({"a": [null]}),
                OutputType::Described { shape } => shape.sample(),
                OutputType::Enum { allowed_values } => {
                    json!(allowed_values.last().map_or("ANY", |value| &value.name))
                }
            };
            writer.output(&output.name, &value);
        }
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
    let server = Server::new(toolset(chain), Arc::clone(&heard));
    let server = server.bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", server.local_addr());
    let serving = tokio::spawn(server.serve_until(std::future::pending()));
    let client = Client::new(url).unwrap();
    let newest = chain.last().unwrap();
    for known in chain {
        let old = signature(known);
        for call in reference::calls(known, newest) {
            let arguments: Arguments = call.clone().into_iter().collect();
            let reply = client.invoke(&old, &arguments).await;
            prop_assert!(reply.is_ok(), "{:?} of {}: {:?}", call, known, reply);
            let reply = reply.unwrap();
            prop_assert_eq!(reply.len(), old.output_parameters.len(), "{:?}", reply);
            for (name, value) in reply {
                prop_assert!(reference::gives(known, &name, &value), "{}: {}", name, value);
            }
            // The code meets what was said, and nothing that its own signature rules out.
            let mut told = heard.lock().unwrap().take();
            let told = told.as_object_mut().unwrap();
            told.retain(|_, value| !value.is_null());
            prop_assert_eq!(&*told, &call);
            prop_assert!(reference::takes(newest, told), "{:?} at {}", told, newest);
        }
    }
    serving.abort();
    Ok(())
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

#[test]
#[ignore = "thousands of chains"]
fn many_chains_keep_their_callers() {
    let config = ProptestConfig::with_cases(3_000);
    let mut runner = proptest::test_runner::TestRunner::new(config);
    runner.run(&chain(), |chain| on_a_runtime(&chain)).unwrap();
}
