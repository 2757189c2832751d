//! One call: from the name and the arguments that a host sent through the tool to a result that a
//! model can act on.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::time::Duration;

use a2t_core::invocation::{Arguments, Layout, coerce_named};
use a2t_core::wire::problem::Problem;
use a2t_core::{Invalid, Panicked, ToolSignature};
use a2t_dialect::{Dialect, Outcome, Refusal, Selection};
use a2t_tool::{Cause, Failure, Fault, Inputs, Lasting, Served, rejection, within};
use futures_util::FutureExt;
use futures_util::future::{Either, select};
use http::request::Parts;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject};
use serde_json::{Value, json};

use crate::catalog::Listed;
use crate::service::Inner;
use crate::version;

/// A call as the host sent it.
pub(crate) struct Asked<'a> {
    pub(crate) name: &'a str,
    pub(crate) arguments: Value,
    pub(crate) meta: &'a JsonObject,
    /// The request that the contexts are taken from.
    pub(crate) parts: Parts,
}

impl<S: Clone + Send + Sync + 'static> Inner<S> {
    /// Carries the call out, unless `cancelled` comes first.
    ///
    /// # Errors
    /// An unknown tool or version: the host's mistake, not the model's.
    pub(crate) async fn call(
        &self,
        asked: Asked<'_>,
        cancelled: impl Future<Output = ()>,
    ) -> Result<CallToolResult, ErrorData> {
        let invalid = |words: String| ErrorData::invalid_params(words, None);
        let listed = self.catalog().find(asked.name).map_err(invalid)?;
        let version = pick(listed, asked.meta).map_err(invalid)?;
        let unknown = || invalid(format!("no tool is called `{}`", listed.id));
        let tool = self.tools.tool(listed.id).ok_or_else(unknown)?;
        let Some(found) = tool.version(version) else {
            let numbers = tool.versions.iter().map(|version| version.number().to_string());
            let numbers = numbers.collect::<Vec<_>>().join(", ");
            let version = version.unwrap_or_default();
            let words = format!("`{}` has no version {version}; it has {numbers}", asked.name);
            return Err(invalid(words));
        };
        let served = match found.served(tool.current.version) {
            Ok(served) => served,
            Err(why) => {
                let cause = Cause::Unserved(found.number(), why);
                self.report(Lasting::Code(tool.current), cause);
                return Ok(told(&failed()));
            }
        };
        let arguments = match read(&served.signature, listed, asked.name, asked.arguments) {
            Ok(arguments) => arguments,
            Err(words) => return Ok(told(&Outcome::Refused(words))),
        };
        let run = pin!(self.run(&served, asked.name, arguments, asked.parts));
        match select(run, pin!(cancelled)).await {
            Either::Left((result, _)) => Ok(result),
            // Nobody waits for the words; dropping the future has given the call up.
            Either::Right(((), _)) => Ok(told(&Outcome::Failed("the call was given up".into()))),
        }
    }

    async fn run(
        &self,
        served: &Served<S>,
        name: &str,
        arguments: Arguments,
        parts: Parts,
    ) -> CallToolResult {
        let (state, inputs) = (self.state.clone(), Inputs::Named(arguments));
        // Nothing of the tool runs before this is polled: it may panic before it returns a future.
        let run = async { served.run(state, parts, inputs, Layout::Object).await };
        let time = self.settings.limits.handler;
        let fault = |cause| {
            self.report(served.signature.clone(), cause);
        };
        match within(|| time, AssertUnwindSafe(run).catch_unwind()).await {
            Ok(Ok(Ok(outputs))) => done(outputs),
            Ok(Ok(Err(failure))) => told(&outcome(failure, name, fault)),
            Ok(Err(panic)) => {
                fault(Cause::Panicked(Panicked::from(panic).words));
                told(&failed())
            }
            Err(_) => {
                fault(Cause::TimedOut(time));
                let words = "the tool did not answer in time; it may have run all the same: call \
                             it again only if that does no harm";
                told(&Outcome::Failed(words.to_owned()))
            }
        }
    }

    fn report(&self, signature: Lasting, cause: Cause) {
        if let Some(report) = &self.settings.report {
            report(&Fault::new(signature, cause));
        }
    }
}

/// The version of the name, or the one that `_meta` asks for.
fn pick(listed: &Listed, meta: &JsonObject) -> Result<Option<u32>, String> {
    match (listed.version, version::asked(meta)?) {
        (Some(named), Some(asked)) if named != asked => {
            Err(format!("the name stands for version {named}, and `_meta` asks for {asked}"))
        }
        (named, asked) => Ok(asked.or(named)),
    }
}

/// The arguments under the names of the signature, read as leniently as an executor reads them.
/// Those that are an object are judged by the tool itself.
fn read(
    signature: &ToolSignature,
    listed: &Listed,
    name: &str,
    arguments: Value,
) -> Result<Arguments, String> {
    match arguments {
        Value::Null if !listed.is_renamed => Ok(Arguments::default()),
        Value::Object(members) if !listed.is_renamed => Ok(coerce_named(signature, members).0),
        arguments => judge(signature, name, &arguments),
    }
}

/// The arguments as the dialect judges them: a text may hold the object, and names are those that a
/// model was shown.
fn judge(signature: &ToolSignature, name: &str, arguments: &Value) -> Result<Arguments, String> {
    let alone = ToolSignature { name: name.to_owned().into(), ..signature.clone() };
    let alone = Selection::approved([alone]);
    let name = alone.names_in(Dialect::Mcp).pop();
    let calls = Dialect::Mcp.calls(&json!({ "name": name, "arguments": arguments }));
    let calls = calls.map_err(|error| error.to_string())?;
    let call = calls.first().ok_or("the call names no tool")?;
    let judged = alone.judge(call).map_err(|refusal| refusal.to_string())?;
    Ok(judged.arguments)
}

fn done(outputs: Vec<u8>) -> CallToolResult {
    let text = String::from_utf8(outputs).unwrap_or_default();
    let Ok(structured) = serde_json::from_str(&text) else {
        return told(&failed());
    };
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(structured);
    result
}

/// A result with `isError` and text alone.
pub(crate) fn told(outcome: &Outcome) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(outcome.text())])
}

fn failed() -> Outcome {
    Outcome::Failed("the tool failed".to_owned())
}

/// Words of a failure, those that an executor has for it.
fn outcome(failure: Failure, name: &str, fault: impl Fn(Cause)) -> Outcome {
    match failure {
        Failure::Invalid(Invalid::Rules(violations)) => {
            let refusal = Refusal::Arguments { tool: name.to_owned(), violations };
            Outcome::Refused(refusal.to_string())
        }
        Failure::Invalid(invalid) => Outcome::of_problem(&Problem::invocation(invalid), None),
        Failure::Tool(error) => {
            let wait = error.retry_after_seconds().map(u64::from);
            let wait = wait.map(Duration::from_secs);
            let outcome = Outcome::of_problem(&error.problem(), wait);
            if error.status() == 500 {
                fault(Cause::Failed(error));
            }
            outcome
        }
        Failure::Rejected(response) => Outcome::of_problem(&rejection(&response), None),
        Failure::Unwritable(error) => {
            fault(Cause::Unwritable(error));
            failed()
        }
    }
}
