//! A call with a key in its `_meta` runs once; repetitions get the same answer.

use std::time::Duration;

use a2t_core::wire::problem::{Kind, Problem};
use a2t_dialect::Outcome;
use a2t_store::idempotency::Reply;
use a2t_tool::{Cause, Fault, Idempotency, Instead, Named, Once, Origin, Served};
use http::request::Parts;
use rmcp::model::{CallToolResponse, CallToolResult, JsonObject, MetaObject};
#[cfg(feature = "tasks")]
use rmcp::model::{CreateTaskResult, Task};
use serde_json::{Value, json};

use crate::meta::IDEMPOTENCY_KEY;
use crate::server::answer;
use crate::server::call::Asked;
use crate::server::service::Inner;

/// Mark of a result that repeats an earlier one.
const REPLAYED: &str = "dev.a2t/idempotentReplayed";

/// Status of a kept result.
const RESULT: u16 = 200;
/// Status of a kept task, whose result comes later.
#[cfg(feature = "tasks")]
const TASK: u16 = 202;

/// A call whose key was taken, until its end is kept. Does nothing for a call without a key.
pub(crate) struct Kept(Option<(Once, Origin)>);

impl<S> Inner<S> {
    /// Takes the key of a call that may run for this long, if it has one.
    ///
    /// # Errors
    /// Returns the response that replaces that of the call.
    pub(crate) async fn take_key(
        &self,
        served: &Served<S>,
        asked: &Asked<'_>,
        time: Duration,
    ) -> Result<Kept, Box<CallToolResponse>> {
        let settings = &self.settings;
        let around = || asked.parts.extensions.get().unwrap_or(&settings.memory);
        let setting = settings.replies.as_ref().unwrap_or_else(around);
        let named = named(asked.meta, &asked.parts, setting);
        let Some(named) = named.map_err(|problem| Box::new(refused(&problem, None).into()))? else {
            return Ok(Kept(None));
        };
        let origin = Origin::of(&asked.parts);
        match named.begin(&served.signature, &content(asked), time).await {
            Ok(once) => Ok(Kept(Some((once, origin)))),
            Err(instead) => Err(Box::new(self.instead(served, *instead, origin))),
        }
    }

    fn instead(&self, served: &Served<S>, instead: Instead, origin: Origin) -> CallToolResponse {
        match instead {
            Instead::Kept(reply) => again(&reply, self.settings.result_meta()),
            Instead::Refused { problem, retry_after, cause } => {
                if let Some(cause) = cause {
                    self.report(Fault::new(served.signature.clone(), cause).at(origin));
                }
                refused(&problem, retry_after).into()
            }
        }
    }

    /// Keeps the result of a call that may have done something, and frees the key of one that did nothing.
    pub(crate) async fn keep(
        &self,
        kept: Kept,
        served: &Served<S>,
        result: Option<&CallToolResult>,
    ) {
        self.end(kept, served, result.map(|result| (RESULT, json!(result)))).await;
    }

    /// Keeps the task that answers a call.
    #[cfg(feature = "tasks")]
    pub(crate) async fn keep_task(&self, kept: Kept, served: &Served<S>, task: Option<&Task>) {
        self.end(kept, served, task.map(|task| (TASK, json!(task)))).await;
    }

    async fn end(&self, kept: Kept, served: &Served<S>, reply: Option<(u16, Value)>) {
        let Some((once, origin)) = kept.0 else {
            return;
        };
        let ended = match reply {
            Some((status, body)) => {
                once.keep(Reply { status, body: body.to_string().into_bytes() }).await
            }
            None => once.free().await,
        };
        if let Err(error) = ended {
            let cause = Cause::Unkept(error.to_string());
            self.report(Fault::new(served.signature.clone(), cause).at(origin));
        }
    }
}

fn named(
    meta: &JsonObject,
    parts: &Parts,
    setting: &Idempotency,
) -> Result<Option<Named>, Problem> {
    match meta.get(IDEMPOTENCY_KEY) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(key)) => Named::read(parts, key.as_bytes(), setting),
        Some(_) => {
            let detail = format!("`{IDEMPOTENCY_KEY}` in `_meta` is not a string");
            Err(Problem::new(Kind::InvalidIdempotencyKey, detail))
        }
    }
}

/// Returns the content that makes two calls equal. No body of a call over A2T begins like it.
fn content(asked: &Asked<'_>) -> Vec<u8> {
    format!("mcp {} {}", asked.arguments, json!(asked.answers)).into_bytes()
}

fn refused(problem: &Problem, retry_after: Option<u32>) -> CallToolResult {
    let wait = retry_after.map(u64::from).map(Duration::from_secs);
    answer::refused(&Outcome::of_problem(problem, wait), problem)
}

/// Returns the response that was kept.
fn again(reply: &Reply, meta: MetaObject) -> CallToolResponse {
    #[cfg(feature = "tasks")]
    if reply.status == TASK
        && let Ok(task) = serde_json::from_slice::<Task>(&reply.body)
    {
        return CreateTaskResult::new(task).with_meta(meta).into();
    }
    #[cfg(not(feature = "tasks"))]
    let _ = meta;
    if reply.status == RESULT
        && let Ok(mut result) = serde_json::from_slice::<CallToolResult>(&reply.body)
    {
        let meta = result.meta.get_or_insert_with(MetaObject::new);
        meta.0.insert(REPLAYED.to_owned(), json!(true));
        return result.into();
    }
    // The store keeps the problem of a call that was cut off.
    refused(&Problem::parse(reply.status, &reply.body), None).into()
}
