//! One call of a mock server: checked, recorded, and answered as a test wrote it or with samples.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use a2t_core::ToolSignature;
use a2t_core::invocation::bind;
use serde_json::{Map, Value};

use super::MockCall;
use super::sample::{self, result};
use crate::ToolError;
use crate::tool::{Call, Failure, Inputs, Reply};

/// What the tools of one mock server answer, and what they were asked.
#[derive(Default)]
pub(super) struct Answers {
    seed: u64,
    calls: Mutex<Vec<MockCall>>,
    /// By the tool's name, in the order they are given.
    written: Mutex<HashMap<String, VecDeque<Answer>>>,
}

#[derive(Clone)]
enum Answer {
    Reply(Vec<u8>),
    Failure(Failing),
}

pub(super) type Failing = Arc<dyn Fn() -> ToolError + Send + Sync>;

impl Answers {
    pub(super) fn seeded(seed: u64) -> Self {
        Self {
            seed,
            ..Self::default()
        }
    }

    /// These outputs, and made-up ones for the others of the tool.
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

    /// Replies with this body, which the signature allows.
    pub(super) fn reply(&self, tool: &str, body: Vec<u8>) {
        self.write(tool, Answer::Reply(body));
    }

    pub(super) fn fail(&self, tool: &str, failing: Failing) {
        self.write(tool, Answer::Failure(failing));
    }

    fn write(&self, tool: &str, answer: Answer) {
        let mut written = lock(&self.written);
        let answers = written.entry(tool.to_owned()).or_default();
        answers.push_back(answer);
    }

    /// What was written for the next call of this tool; the last of it is for all later ones.
    fn next(&self, tool: &str) -> Option<Answer> {
        let mut written = lock(&self.written);
        let answers = written.get_mut(tool)?;
        match answers.len() {
            0 | 1 => answers.front().cloned(),
            _ => answers.pop_front(),
        }
    }
}

/// A test that panicked left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The code of every tool of a mock server.
pub(super) fn answer(call: Call<Arc<Answers>>) -> Reply {
    Box::pin(async move {
        let (tool, answers) = (call.signature, &call.state);
        let Inputs::Pairs(body) = &call.inputs else {
            return Err(Failure::Tool(ToolError::internal("a mock reads A2T alone")));
        };
        bind(tool, body).map_err(Failure::Invalid)?;
        let arguments = arguments(body);
        let sampled = result(tool, answers.seed, &arguments);
        let key = call.parts.headers.get("idempotency-key");
        answers.calls().push(MockCall {
            tool: tool.name.to_string(),
            version: tool.version,
            arguments,
            idempotency_key: key.and_then(|key| Some(key.to_str().ok()?.to_owned())),
        });
        match answers.next(&tool.name) {
            Some(Answer::Reply(body)) => Ok(body),
            Some(Answer::Failure(failing)) => Err(Failure::Tool(failing())),
            None => sampled.map_err(Failure::Unwritable),
        }
    })
}

/// The pairs of a body that was checked.
fn arguments(body: &[u8]) -> Map<String, Value> {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let pairs = body.get("input_parameters").and_then(Value::as_array);
    let pair = |pair: &Value| {
        let name = pair.get("name")?.as_str()?.to_owned();
        Some((name, pair.get("value")?.clone()))
    };
    pairs.into_iter().flatten().filter_map(pair).collect()
}
