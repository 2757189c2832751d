//! The key of a call in its `_meta`, and the mark of a result that was given before.

use a2t_core::wire::problem::{Kind, Problem};
#[cfg(feature = "tasks")]
use a2t_store::idempotency::{Reply, StoreError};
use a2t_tool::CallKey;
#[cfg(feature = "tasks")]
use a2t_tool::{KeptProblem, Once};
use rmcp::model::{CallToolResult, MetaObject};
#[cfg(feature = "tasks")]
use rmcp::model::{CreateTaskResult, Task};
use serde_json::{Value, json};

use crate::meta::IDEMPOTENCY_KEY;
use crate::server::asked::Asked;
use crate::server::inner::Inner;

/// Mark of a result that repeats an earlier one.
pub(crate) const REPLAYED: &str = "dev.a2t/idempotentReplayed";

/// Status of a kept task, whose result comes later.
#[cfg(feature = "tasks")]
const TASK: u16 = 202;

impl<S> Inner<S> {
    /// Reads the key of a call, if it has one.
    ///
    /// # Errors
    /// Fails if it is not a valid key.
    pub(crate) fn key(&self, asked: &Asked<'_>) -> Result<Option<Box<CallKey>>, Problem> {
        let settings = &self.settings;
        let around = || asked.parts.extensions.get().unwrap_or(&settings.memory);
        let setting = settings.replies.as_ref().unwrap_or_else(around);
        let key = match asked.meta.get(IDEMPOTENCY_KEY) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(key)) => key.as_bytes(),
            Some(_) => {
                let detail = format!("`{IDEMPOTENCY_KEY}` in `_meta` is not a string");
                return Err(Problem::new(Kind::InvalidIdempotencyKey, detail));
            }
        };
        let key = CallKey::read(&asked.parts, key, setting)?;
        Ok(key.map(|key| key.content(content(asked))))
    }
}

/// Returns the content that makes two calls equal. No body of a call over A2T begins like it.
fn content(asked: &Asked<'_>) -> Vec<u8> {
    format!("mcp {} {}", asked.arguments, json!(asked.answers)).into_bytes()
}

/// Marks a result that repeats an earlier one.
pub(crate) fn replayed(mut result: CallToolResult) -> CallToolResult {
    let meta = result.meta.get_or_insert_with(MetaObject::new);
    meta.0.insert(REPLAYED.to_owned(), json!(true));
    result
}

/// Keeps the task that answers a call, or frees the key of a call that was not accepted.
#[cfg(feature = "tasks")]
pub(crate) async fn keep_task(once: Once, task: Option<&Task>) -> Result<(), StoreError> {
    match task {
        Some(task) => {
            once.keep(Reply { status: TASK, body: json!(task).to_string().into_bytes() }).await
        }
        None => once.free().await,
    }
}

/// Returns the task that was kept.
#[cfg(feature = "tasks")]
pub(crate) fn task(kept: &KeptProblem, meta: MetaObject) -> Option<CreateTaskResult> {
    let task = (kept.status == TASK).then(|| serde_json::from_slice(&kept.body).ok())?;
    Some(CreateTaskResult::new(task?).with_meta(meta))
}
