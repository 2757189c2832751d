//! Results of calls: outputs, or a failure as text for a model and as a problem (RFC 9457) for programs.

use a2t_core::json;
use a2t_core::wire::problem::{Kind, Problem};
use a2t_dialect::{Outcome, ToolCallError};
use a2t_tool::{Failure, internal_problem};
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, MetaObject};

use crate::meta::PROBLEM;
use crate::server::once::replayed;

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

/// The answer to a call, before it is written.
pub(crate) enum Answer {
    Done(Done),
    /// Everything else, in the form of the SDK.
    Other(Box<CallToolResponse>),
}

/// The outputs of a call, which are valid JSON.
pub(crate) struct Done {
    pub(crate) outputs: String,
    /// Whether they are those of an earlier call under the same key.
    pub(crate) replayed: bool,
}

impl Done {
    /// # Errors
    /// Fails if the outputs are not JSON that every client can read: a number beyond the range, half of a surrogate
    /// pair, a member that is there twice, too many levels.
    pub(crate) fn new(outputs: Vec<u8>, replayed: bool) -> Result<Self, Broken> {
        let outputs = String::from_utf8(outputs).map_err(|_| Broken)?;
        json::check(outputs.as_bytes()).map_err(|_| Broken)?;
        Ok(Self { outputs, replayed })
    }

    pub(crate) fn into_result(self) -> CallToolResult {
        let structured = serde_json::from_str(&self.outputs).ok();
        let mut result = CallToolResult::success(vec![ContentBlock::text(self.outputs)]);
        result.structured_content = structured;
        if self.replayed { replayed(result) } else { result }
    }
}

impl Answer {
    pub(crate) fn other(response: impl Into<CallToolResponse>) -> Self {
        Self::Other(Box::new(response.into()))
    }

    /// Returns the answer as the SDK writes it; `meta` describes the server since revision 2026-07-28.
    pub(crate) fn into_response(self, meta: Option<MetaObject>) -> CallToolResponse {
        let mut response = match self {
            Self::Done(done) => done.into_result().into(),
            Self::Other(response) => *response,
        };
        match (&mut response, meta) {
            (CallToolResponse::Complete(result), None) => result.result_type = None,
            (CallToolResponse::Complete(result), Some(meta)) => {
                result.meta.get_or_insert_with(MetaObject::new).0.extend(meta.0);
            }
            (CallToolResponse::InputRequired(result), meta) => result.meta = meta,
            (CallToolResponse::Task(result), meta) => result.meta = meta,
            // The SDK may come to know others.
            _ => {}
        }
        response
    }
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
    meta.0.insert(PROBLEM.to_owned(), serde_json::json!(problem));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_that_a_client_cannot_read_are_a_fault() {
        let deep = "[".repeat(200) + &"]".repeat(200);
        for text in [r#"{"a":1e999}"#, r#"{"a":"\ud800"}"#, r#"{"a":1,"a":2}"#, &deep, "{"] {
            assert!(Done::new(text.as_bytes().to_vec(), false).is_err(), "{text}");
        }
        assert!(Done::new(br#"{"a":1.5,"b":"\ud83d\ude00"}"#.to_vec(), false).is_ok());
    }
}
