//! One call of a mock server: checked, recorded, and answered as a test wrote it or with samples.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use a2t_core::{ToolId, ToolSignature};
use serde_json::{Map, Value};
use tokio::time::sleep;

use super::MockCall;
use super::failure::response;
use super::sample;
use a2t_core::wire::failure::Failure;
use a2t_tool::{self as tool, Call, Inputs, Reply};

/// The answers of one mock server's tools, and the calls that they took.
#[derive(Default)]
pub(super) struct Answers {
    seed: u64,
    calls: Mutex<Vec<MockCall>>,
    written: Mutex<HashMap<Named, Script>>,
}

/// The answers of one tool, in order; the last of a queue stays.
#[derive(Default)]
struct Script {
    /// Answers to calls with these very arguments.
    exact: Vec<(Map<String, Value>, VecDeque<Scripted>)>,
    any: VecDeque<Scripted>,
}

#[derive(Clone)]
pub(super) struct Scripted {
    pub(super) after: Duration,
    pub(super) answer: Answer,
}

#[derive(Clone)]
pub(super) enum Answer {
    /// The outputs by name.
    Reply(Map<String, Value>),
    Failure(Failure),
}

impl Answers {
    pub(super) fn seeded(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Adds made-up outputs for those that are missing.
    pub(super) fn filled(
        &self,
        tool: &ToolSignature,
        mut outputs: Map<String, Value>,
    ) -> Map<String, Value> {
        for (name, value) in sample::outputs(tool, self.seed) {
            outputs.entry(name).or_insert(value);
        }
        outputs
    }

    pub(super) fn calls(&self) -> MutexGuard<'_, Vec<MockCall>> {
        lock(&self.calls)
    }

    /// Adds an answer to these arguments; `None` for any.
    pub(super) fn write(&self, tool: Named, to: Option<Map<String, Value>>, answer: Scripted) {
        let mut written = lock(&self.written);
        let script = written.entry(tool).or_default();
        let Some(to) = to else {
            return script.any.push_back(answer);
        };
        match script.exact.iter_mut().find(|(known, _)| same(known, &to)) {
            Some((_, queue)) => queue.push_back(answer),
            None => script.exact.push((to, VecDeque::from([answer]))),
        }
    }

    /// The answer to the version, or else to the tool.
    fn next(&self, tool: &ToolSignature, arguments: &Map<String, Value>) -> Option<Scripted> {
        let mut written = lock(&self.written);
        let mut named = [Some(tool.version), None].into_iter();
        named.find_map(|version| written.get_mut(&(tool.tool_id, version))?.next(arguments))
    }
}

/// A tool, or one version of it.
pub(super) type Named = (ToolId, Option<u32>);

impl Script {
    fn next(&mut self, arguments: &Map<String, Value>) -> Option<Scripted> {
        let mut exact = self.exact.iter_mut();
        let exact = exact.find(|(known, _)| same(known, arguments));
        let queue = exact.map_or(&mut self.any, |(_, queue)| queue);
        if queue.len() > 1 { queue.pop_front() } else { queue.front().cloned() }
    }
}

/// Compares the arguments of two calls: an input that is `null` is absent, and `3.0` is `3`.
fn same(left: &Map<String, Value>, right: &Map<String, Value>) -> bool {
    let present = |arguments: &Map<String, Value>| {
        let values = arguments.values();
        values.filter(|value| !value.is_null()).count()
    };
    let mut pairs = left.iter().filter(|(_, value)| !value.is_null());
    present(left) == present(right)
        && pairs.all(|(name, value)| right.get(name).is_some_and(|other| equal(value, other)))
}

fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            left == right || (left.is_f64() != right.is_f64() && left.as_f64() == right.as_f64())
        }
        _ => left == right,
    }
}

// A test that panicked left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The code of every tool of a mock server.
pub(super) fn answer(call: Call<Arc<Answers>>) -> Reply {
    Box::pin(async move {
        let (tool, answers) = (call.signature, &call.state);
        call.arguments()?;
        let arguments = arguments(&call.inputs);
        let scripted = answers.next(tool, &arguments);
        let sampled = sample::result(tool, answers.seed, &arguments);
        let key = call.parts.headers.get("idempotency-key");
        answers.calls().push(MockCall {
            tool: tool.name.to_string(),
            version: tool.version,
            arguments,
            idempotency_key: key.and_then(|key| Some(key.to_str().ok()?.to_owned())),
        });
        let outputs = match scripted {
            None => sampled,
            Some(scripted) => scripted.outputs().await?,
        };
        let mut writer = call.writer();
        for (name, value) in &outputs {
            writer.output(name, value);
        }
        writer.finish()
    })
}

impl Scripted {
    async fn outputs(self) -> Result<Map<String, Value>, tool::Failure> {
        if !self.after.is_zero() {
            sleep(self.after).await;
        }
        match self.answer {
            Answer::Reply(outputs) => Ok(outputs),
            Answer::Failure(failure) => {
                let refused = response(failure).await;
                Err(tool::Failure::Rejected(Box::new(refused)))
            }
        }
    }
}

fn arguments(inputs: &Inputs) -> Map<String, Value> {
    let body = match inputs {
        Inputs::Named(arguments) => return arguments.clone().into_iter().collect(),
        Inputs::Pairs(body) => body,
    };
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let pairs = body.get("input_parameters").and_then(Value::as_array);
    let pair = |pair: &Value| {
        let name = pair.get("name")?.as_str()?.to_owned();
        Some((name, pair.get("value")?.clone()))
    };
    pairs.into_iter().flatten().filter_map(pair).collect()
}
