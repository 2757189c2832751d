//! Approved tools of MCP and RAP servers: their results, and words for what went wrong with them.

use std::sync::Arc;

use a2t_client::schema::typed::{CallOptions, Carry};
use a2t_client::schema::{Content, Reply, Tool};
use a2t_client::{Error, Kind};
use a2t_core::error::inert;
use a2t_core::invocation::Arguments;
use a2t_dialect::{Described, Outcome, Part};
use serde_json::Value;

use super::error::{NOT_RECORDED, again, broken, lines};
use super::{Invoke, InvokeError, Invoking};

/// Calls approved tools of an MCP server, over HTTP or in a child process.
#[cfg(feature = "mcp")]
impl Invoke for a2t_mcp::client::Client {
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
        carried(self, tool, arguments, None)
    }

    fn invoke_once<'a>(
        &'a self,
        tool: Described<'a>,
        arguments: &'a Arguments,
        key: &'a str,
    ) -> Invoking<'a> {
        carried(self, tool, arguments, Some(key))
    }

    fn honours_keys(&self) -> bool {
        honours_keys(self)
    }

    fn vendor(&self) -> Option<String> {
        vendor(self)
    }
}

/// Calls approved tools through the client of their protocol, for a generated client.
pub(super) struct Carried(pub(super) Arc<dyn Carry>);

impl Invoke for Carried {
    fn invoke<'a>(&'a self, tool: Described<'a>, arguments: &'a Arguments) -> Invoking<'a> {
        carried(&*self.0, tool, arguments, None)
    }

    fn invoke_once<'a>(
        &'a self,
        tool: Described<'a>,
        arguments: &'a Arguments,
        key: &'a str,
    ) -> Invoking<'a> {
        carried(&*self.0, tool, arguments, Some(key))
    }

    fn honours_keys(&self) -> bool {
        honours_keys(&*self.0)
    }

    fn vendor(&self) -> Option<String> {
        vendor(&*self.0)
    }
}

/// Returns whether a second call under the same key has no second effect: by the protocol for RAP, and because
/// the program declares it for MCP.
pub(super) fn honours_keys(by: &dyn Carry) -> bool {
    #[cfg(feature = "mcp")]
    if let Some(client) = by.as_any().downcast_ref::<a2t_mcp::client::Client>() {
        return client.retry() == a2t_client::Retry::Always;
    }
    #[cfg(feature = "rap")]
    if by.as_any().is::<a2t_rap::client::Thread>() {
        return true;
    }
    let _ = by;
    false
}

/// Returns the address of an MCP server, or its command; of RAP a word, because a runtime knows several servers.
pub(super) fn vendor(by: &dyn Carry) -> Option<String> {
    #[cfg(feature = "mcp")]
    if let Some(client) = by.as_any().downcast_ref::<a2t_mcp::client::Client>() {
        return Some(client.location());
    }
    #[cfg(feature = "rap")]
    if by.as_any().is::<a2t_rap::client::Thread>() {
        return Some("rap".to_owned());
    }
    let _ = by;
    None
}

/// Calls a tool through the client of its protocol, under this key if there is one.
pub(super) fn carried<'a>(
    by: &'a dyn Carry,
    tool: Described<'a>,
    arguments: &'a Arguments,
    key: Option<&'a str>,
) -> Invoking<'a> {
    Box::pin(async move {
        let Described::Schema(tool) = tool else { return Err(InvokeError::cannot()) };
        let arguments = arguments.iter().map(|(name, value)| (name.to_owned(), value.clone()));
        let arguments = arguments.collect();
        let options = CallOptions { key: key.map(Into::into), ..CallOptions::default() };
        match by.carry(tool, arguments, &options).await {
            Ok(reply) => Ok(render(&reply)),
            Err(error) => Err(failure(error, tool)),
        }
    })
}

/// Returns what a model reads of a reply: all of it. A structured result with names is the outputs, if
/// there is nothing but the same JSON as a text.
fn render(reply: &Reply) -> Outcome {
    let structured = reply.structured.as_ref();
    let is_other = |part: &&Content| structured.is_none_or(|structured| !is_same(part, structured));
    let mut parts: Vec<_> = reply.content.iter().filter(is_other).map(part).collect();
    match structured {
        Some(Value::Object(outputs)) if parts.is_empty() => return Outcome::Done(outputs.clone()),
        Some(structured) => parts.push(Part::Text(structured.to_string())),
        None => {}
    }
    let is_text = |part: &Part| matches!(part, Part::Text(_));
    let all = Outcome::Parts(parts);
    match &all {
        Outcome::Parts(parts) if parts.iter().all(is_text) => Outcome::Text(all.text()),
        _ => all,
    }
}

/// Whether a part is the structured result again, as servers write it for older clients. SDKs wrap a
/// result that is no object in one of a single member.
fn is_same(part: &Content, structured: &Value) -> bool {
    let Content::Text(text) = part else { return false };
    let wrapped = structured.as_object().filter(|members| members.len() == 1);
    let wrapped = wrapped.and_then(|members| members.values().next());
    let json: Option<Value> = serde_json::from_str(text).ok();
    json.is_some_and(|json| json == *structured || wrapped == Some(&json))
        || wrapped.and_then(Value::as_str) == Some(text)
}

/// Returns a part of a reply as a part of a result.
fn part(part: &Content) -> Part {
    match part {
        Content::Text(text) => Part::Text(text.clone()),
        Content::Image { data, media_type } | Content::Audio { data, media_type } => {
            Part::file(media_type, data.as_str(), None)
        }
        Content::Link { uri, name } => Part::Link { uri: uri.clone(), name: name.clone() },
        Content::Other(value) => resource(value),
        _ => Part::Text(UNKNOWN.to_owned()),
    }
}

const UNKNOWN: &str = "[a part of a kind that is not known: not shown]";

/// Returns the text or the file of a resource that a result carries.
fn resource(value: &Value) -> Part {
    let member = |name: &str| value.pointer(&format!("/resource/{name}")).and_then(Value::as_str);
    match (member("text"), member("blob"), member("uri")) {
        (Some(text), ..) => Part::Text(text.to_owned()),
        (None, Some(bytes), uri) => {
            // A query can have slashes too.
            let path = uri.and_then(|uri| uri.split(['?', '#']).next());
            let name = path.and_then(|path| path.rsplit('/').next());
            let media_type = member("mimeType").unwrap_or("application/octet-stream");
            Part::file(media_type, bytes, name.map(str::to_owned))
        }
        (None, None, Some(uri)) => Part::Text(format!("[the resource {}: not shown]", inert(uri))),
        (None, None, None) => Part::Text(UNKNOWN.to_owned()),
    }
}

/// Messages that a model can act on: they name no address, no command and no output of a process.
/// Of a call that was sent they contain what is known of its effect.
fn failure(error: Error, tool: &Tool) -> InvokeError {
    let again = again(Described::Schema(tool).hints().is_repeatable());
    let failure = match error.kind() {
        Kind::Tool { reply } => InvokeError::failed(message(reply)),
        Kind::Output { violations, reply } => {
            let result = render(reply).text();
            InvokeError::failed(broken(&lines(violations), &result, again))
        }
        Kind::Invalid { violations, .. } => InvokeError::invalid(violations),
        Kind::Rpc { message, .. } => {
            InvokeError::failed(format!("the tool's server refused the call: {}", inert(message)))
        }
        Kind::Timeout { .. } => InvokeError::failed("the tool did not answer in time"),
        Kind::Interrupted { .. } | Kind::Ended { .. } => {
            InvokeError::failed("the connection to the tool broke")
        }
        Kind::TooLarge { .. } => {
            InvokeError::failed("the answer is too large to be read: ask for less")
        }
        Kind::Protocol { .. } => InvokeError::failed("the tool's answer cannot be understood"),
        Kind::InputRequired { .. } => InvokeError::failed(
            "the tool asks its user something first, which this program does not offer",
        ),
        Kind::Task { .. } => InvokeError::failed(
            "the tool began to run and will go on, but this program cannot wait for its result",
        ),
        Kind::Abandoned { fault } => {
            InvokeError::failed(format!("the tool's server gave up the call: {}", inert(fault)))
        }
        Kind::Changed { .. } => InvokeError::failed(
            "the tool is not as it was approved, so it was not called: go on without it",
        ),
        Kind::Refused { problem, .. } if problem.status == 429 => {
            InvokeError::failed("the tool has too much to do: try again later")
        }
        Kind::Unavailable { .. } | Kind::Connect { .. } | Kind::Restarts { .. } => {
            InvokeError::failed("the tool cannot be reached at the moment, it may work later")
        }
        Kind::NotRecorded { .. } => InvokeError::failed(NOT_RECORDED),
        _ => InvokeError::cannot(),
    };
    let failure =
        if error.is_outcome_unknown() { failure.may_have_run("the tool", again) } else { failure };
    failure.because(error)
}

fn message(reply: &Reply) -> String {
    match render(reply).text() {
        text if text.is_empty() => "the tool failed".to_owned(),
        text => text,
    }
}
