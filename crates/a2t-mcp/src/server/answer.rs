//! Results of calls: outputs, or a failure as text for a model and as a problem (RFC 9457) for programs.

use a2t_core::wire::problem::{Kind, Problem};
use a2t_dialect::{Outcome, ToolCallError};
use a2t_tool::{Failure, internal_problem};
use rmcp::model::{CallToolResult, ContentBlock, MetaObject};
use serde_json::json;

use crate::meta::PROBLEM;

/// A fault of the tool, which has been reported to the vendor. The caller learns nothing of its cause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Broken;

impl Broken {
    pub(crate) const WORDS: &'static str = "the tool failed";

    /// Returns the result to a model that waits for it.
    pub(crate) fn result(self) -> CallToolResult {
        refused(&Outcome::Failed(Self::WORDS.to_owned()), &internal_problem())
    }
}

pub(crate) fn done(outputs: Vec<u8>) -> Result<CallToolResult, Broken> {
    let text = String::from_utf8(outputs).unwrap_or_default();
    let Ok(structured) = serde_json::from_str(&text) else {
        return Err(Broken);
    };
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(structured);
    Ok(result)
}

/// Returns a result with `isError` that contains only text.
pub(crate) fn words(outcome: &Outcome) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(outcome.text())])
}

/// Returns a result with `isError`: the outcome as text, and the problem with which the same call is answered over
/// A2T.
pub(crate) fn refused(outcome: &Outcome, problem: &Problem) -> CallToolResult {
    let mut result = words(outcome);
    let mut meta = MetaObject::new();
    meta.0.insert(PROBLEM.to_owned(), json!(problem));
    result.meta = Some(meta);
    result
}

/// Returns the result for arguments that cannot be read as those of the tool.
pub(crate) fn unreadable(refusal: &ToolCallError) -> CallToolResult {
    let violations = refusal.violations().cloned().unwrap_or_default();
    let problem =
        Problem::new(Kind::InvalidInvocation, refusal.to_string()).with_violations(violations);
    refused(&Outcome::Refused(refusal.to_string()), &problem)
}

/// Returns the result for a call that exceeds the maximum number of concurrent calls.
pub(crate) fn overloaded() -> CallToolResult {
    let problem =
        Problem::new(Kind::Overloaded, "as many calls run at this time as may; nothing was done");
    let words = "the server has too much to do: try again later";
    refused(&Outcome::Failed(words.to_owned()), &problem)
}

/// Returns the result for a call without outputs, with the executor's text for it.
///
/// # Errors
/// Fails if the tool failed in a way that only the vendor learns of.
pub(crate) fn failed(failure: &Failure, name: &str) -> Result<CallToolResult, Broken> {
    let problem = failure.problem();
    let outcome = match failure {
        Failure::Unwritable(_) | Failure::Panicked(_) => return Err(Broken),
        Failure::Invalid(invalid) => Outcome::from_validation_error(name, invalid.clone()),
        Failure::TimedOut(_) => Outcome::Failed(
            "the tool did not answer in time; it may have run all the same: call it again only if that does no harm"
                .to_owned(),
        ),
        _ => Outcome::from_problem(&problem, failure.retry_after()),
    };
    Ok(refused(&outcome, &problem))
}
