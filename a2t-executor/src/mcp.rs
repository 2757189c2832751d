//! Approved tools of MCP servers: their results, and words for what went wrong with them.

use a2t_core::ToolSignature;
use a2t_core::error::inert;
use a2t_core::invocation::Arguments;
use a2t_dialect::Outcome;
use a2t_mcp_client::{Client, Content, Error, Kind, Reply};
use a2t_schema::Tool;
use serde_json::{Map, Value};

use super::executor::CANNOT;
use super::invoke::Told;
use super::{Failure, Invoke, Invoking};

/// Calls approved tools of an MCP server, over HTTP or in a child process.
impl Invoke for Client {
    fn invoke<'a>(&'a self, _: &'a ToolSignature, _: &'a Arguments) -> Invoking<'a> {
        Box::pin(async { Err(Failure::failed(CANNOT)) })
    }

    fn invoke_described<'a>(&'a self, tool: &'a Tool, arguments: Map<String, Value>) -> Told<'a> {
        Box::pin(async move {
            match self.call_tool(tool, arguments).await {
                Ok(reply) => Ok(told(reply)),
                Err(error) => Err(failure(error, tool)),
            }
        })
    }
}

/// The structured result, if it has names for its parts; else the words.
pub(super) fn told(reply: Reply) -> Outcome {
    match reply.structured {
        Some(Value::Object(outputs)) => Outcome::Done(outputs),
        Some(structured) => Outcome::Text(structured.to_string()),
        None => Outcome::Text(words(&reply.content)),
    }
}

/// The texts, and in brackets what a text cannot show.
fn words(content: &[Content]) -> String {
    let part = |part: &Content| match part {
        Content::Text(text) => text.clone(),
        Content::Image { media_type, .. } => {
            format!("[an image, {}: not shown]", inert(media_type))
        }
        Content::Audio { media_type, .. } => format!("[a sound, {}: not shown]", inert(media_type)),
        Content::Link { uri, name } => format!("[{}: {}]", inert(name), inert(uri)),
        Content::Other(value) => match value.pointer("/resource/text").and_then(Value::as_str) {
            Some(text) => text.to_owned(),
            None => "[a part of a kind that is not known: not shown]".to_owned(),
        },
        _ => "[a part of a kind that is not known: not shown]".to_owned(),
    };
    content.iter().map(part).collect::<Vec<_>>().join("\n")
}

/// Words that a model can act on: they name no address, no command and nothing that a process said.
pub(super) fn failure(error: Error, tool: &Tool) -> Failure {
    let failure = match error.kind() {
        Kind::Tool { reply } => Failure::failed(said(reply)),
        Kind::Invalid { violations } => Failure::invalid(violations),
        Kind::Refused { message, .. } => {
            Failure::failed(format!("the tool's server refused the call: {}", inert(message)))
        }
        Kind::Timeout { .. } => Failure::failed("the tool did not answer in time"),
        Kind::Interrupted { .. } | Kind::Ended { .. } => {
            Failure::failed("the connection to the tool broke")
        }
        Kind::TooLarge { .. } => {
            Failure::failed("the answer is too large to be read: ask for less")
        }
        Kind::Output { .. } | Kind::Protocol { .. } => {
            Failure::failed("the tool's answer cannot be understood")
        }
        Kind::InputRequired { .. } => Failure::failed(
            "the tool asks its user something first, which this program does not offer",
        ),
        Kind::Changed { .. } => Failure::failed(
            "the tool is not as it was approved, so it was not called: go on without it",
        ),
        Kind::Status { status: 429, .. } => {
            Failure::failed("the tool has too much to do: try again later")
        }
        Kind::Status { status: 500.., .. } | Kind::Connect { .. } | Kind::Restarts { .. } => {
            Failure::failed("the tool cannot be reached at the moment, it may work later")
        }
        _ => Failure::failed(CANNOT),
    };
    let failure = if error.is_outcome_unknown() {
        let harmless = a2t_dialect::Described::Schema(tool).hints().is_repeatable();
        let again = if harmless {
            "to call it again does no harm"
        } else {
            "call it again only if that does no harm"
        };
        Failure::failed(format!("{failure}; the tool may have run all the same: {again}"))
    } else {
        failure
    };
    failure.because(error)
}

fn said(reply: &Reply) -> String {
    match (words(&reply.content), &reply.structured) {
        (text, Some(structured)) if text.is_empty() => structured.to_string(),
        (text, _) if text.is_empty() => "the tool failed".to_owned(),
        (text, _) => text,
    }
}
