//! Calls of approved tools through a runtime: checked against what was approved, answered by a
//! callback.

use std::any::Any;

use a2t_client::schema::typed::{CallOptions, Carry, Carrying, Map, by_name, permitted};
use a2t_client::schema::{Content, Drift, Reply, State, Watched};
use a2t_client::{Error, Kind, Problem, ProblemKind, Result, Retry};
use a2t_schema::validate::{UnsupportedSchema, Validator};
use a2t_schema::{Listed, Tool};
use serde_json::Value;

use crate::client::arguments::{approved, violations};
use crate::client::{Call, CallError, ResultError, Thread, approve};
use crate::message::{Content as ResultContent, ToolResult};

impl Carry for Thread {
    fn carry<'a>(
        &'a self,
        tool: &'a Tool,
        arguments: Map,
        options: &'a CallOptions,
    ) -> Carrying<'a> {
        let name = &tool.name;
        Box::pin(async move {
            let drift = drift(tool, listed(self)).map_err(|error| error.of_tool(name, false))?;
            options.key().map_err(|error| error.of_tool(name, false))?;
            let call = begin(self, name, approved(&tool.input), arguments, options).await?;
            let pending = call.await.map_err(|error| unsent(self, error, name))?;
            let result = pending.result().await.map_err(|error| unanswered(error, name))?;
            let mut reply = reply(result, name)?;
            reply.drift = drift;
            Ok(reply)
        })
    }

    fn verify<'a>(&'a self, approved: &'a [&'static Tool]) -> Carrying<'a, Drift> {
        Box::pin(async { Ok(Drift::between(approved.iter().copied(), listed(self))) })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The tools as their servers describe them now, as far as that is known.
fn listed(thread: &Thread) -> Listed {
    let toolsets = thread.runtime().toolsets();
    let tools = toolsets.iter().flat_map(|manifest| &manifest.tools);
    let tools: Vec<Value> = tools.map(approve::item).collect();
    Listed::read(&tools, "/tools")
}

/// Returns the state of a tool that is about to be called, if it is not as it was approved. Inside an
/// executor that refuses such tools, it is an error.
fn drift(approved: &Tool, listed: Listed) -> Result<Option<State>> {
    let policy = Watched::policy().unwrap_or_default();
    permitted(State::at(approved, &by_name(listed)), policy)
}

/// The error of a call that was carried.
pub(super) fn failed(kind: Kind, tool: &str) -> Error {
    Error::new(kind).of_tool(tool, false)
}

/// Begins the call, once the approved schema allows its arguments; the runtime checks them by that of
/// today.
pub(super) async fn begin(
    thread: &Thread,
    tool: &str,
    validator: impl FnOnce() -> Result<Validator, UnsupportedSchema> + Send + 'static,
    arguments: Map,
    options: &CallOptions,
) -> Result<Call> {
    let longest = options.within.unwrap_or(thread.runtime().inner.settings.deadline);
    let arguments = Value::Object(arguments);
    let violations = violations(validator, &arguments, longest).await;
    let violations = violations.map_err(|fault| failed(Kind::Schema { fault }, tool))?;
    if !violations.is_empty() {
        let error = failed(Kind::Invalid { tool: tool.to_owned(), violations }, tool);
        thread.runtime().inner.telemetry.call(tool, None).refused(&error);
        return Err(error);
    }
    let arguments = match arguments {
        Value::Object(arguments) => arguments,
        _ => Map::new(),
    };
    let mut call = thread.call(tool, arguments);
    if let Some(deadline) = options.within {
        call = call.deadline(deadline);
    }
    if let Some(key) = &options.key {
        call = call.id(&**key);
    }
    // Another attempt does no harm: a server runs the call of one id once.
    Ok(if options.retry == Some(Retry::Never) { call.once() } else { call })
}

/// The error of a call that was not accepted. A tool that is not loaded, or not loaded once, was
/// not reported yet, because its name might be anything; here it is an approved one.
pub(super) fn unsent(thread: &Thread, error: CallError, tool: &str) -> Error {
    if matches!(error, CallError::UnknownTool(_) | CallError::Clash { .. }) {
        thread.runtime().inner.telemetry.call(tool, None).refused(&error);
    }
    let kind = match error {
        CallError::Arguments { violations, .. } => {
            Kind::Invalid { tool: tool.to_owned(), violations }
        }
        CallError::UnsupportedSchema(fault) => Kind::Schema { fault },
        CallError::NotRecorded { call, recorded, command } => {
            Kind::NotRecorded { call, recorded, command }
        }
        // As servers of A2T answer a key that another call has.
        CallError::Conflict => {
            let problem = Problem::new(ProblemKind::IdempotencyKeyReused, error.to_string());
            Kind::Refused { problem: Box::new(problem), retry_after: None }
        }
        error @ CallError::InvalidName(_) => Kind::Setup { cause: error.into() },
        error => Kind::NotSent { cause: error.into() },
    };
    failed(kind, tool)
}

pub(super) fn unanswered(error: ResultError, tool: &str) -> Error {
    failed(Kind::Interrupted { cause: error.into() }, tool)
}

/// The reply, or the failure that the result is marked as. The prefix `Error: ` alone decides nothing
/// (CBA-9).
pub(super) fn reply(result: ToolResult, tool: &str) -> Result<Reply> {
    let part = |part| match part {
        ResultContent::Text(text) => Content::Text(text),
        ResultContent::Image { data, media_type } => Content::Image { data, media_type },
    };
    let mut reply = Reply::default();
    reply.content = match result.text {
        Some(text) if result.content.is_empty() => vec![Content::Text(text)],
        _ => result.content.into_iter().map(part).collect(),
    };
    if result.is_error {
        return Err(failed(Kind::Tool { reply: Box::new(reply) }, tool));
    }
    Ok(reply)
}
