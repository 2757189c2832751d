//! The result of a call, as it is read and checked.

use a2t_client::schema::{Content, Reply};
use a2t_client::{Error, Kind, Result};
use a2t_core::{Code, Violation, Violations};
use a2t_schema::validate::Validator;
use serde_json::{Map, Value};
use tokio::time::Instant;

use crate::client::error::protocol;
use crate::client::message;
use crate::client::problem;
use crate::client::validators::violations;

/// Reads the result of a method, which is an object.
pub(crate) fn object(text: &str, method: &str) -> Result<Map<String, Value>> {
    match message::value(text) {
        Ok(Value::Object(result)) => Ok(result),
        Ok(_) => Err(protocol(format!("the result of `{method}` is not an object"))),
        Err(fault) => Err(protocol(format!("the result of `{method}` has {fault}"))),
    }
}

/// Reads the result of a call (MCP 2026-07-28, `CallToolResult`).
pub(crate) async fn finished(
    mut result: Map<String, Value>,
    output: Option<&Validator>,
    deadline: Option<Instant>,
) -> Result<Reply> {
    match result.get("resultType").and_then(Value::as_str) {
        None | Some("complete") => {}
        Some("input_required") => return Err(questions(&result)),
        Some("task") => return Err(task(&result)),
        Some(other) => {
            return Err(protocol(format!("`{other}` is not a known `resultType`")));
        }
    }
    let structured = result.remove("structuredContent").filter(|value| !value.is_null());
    let content = match result.remove("content") {
        Some(Value::Array(parts)) => parts.into_iter().map(Content::from_value).collect(),
        None if structured.is_some() => Vec::new(),
        _ => return Err(protocol("`content` of a result is not an array")),
    };
    let mut reply = Reply::default();
    (reply.structured, reply.content) = (structured, content);
    if result.get("isError").and_then(Value::as_bool) == Some(true) {
        reply.problem = problem::of(&result);
        return Err(Error::new(Kind::Tool { reply: Box::new(reply) }));
    }
    checked(reply, output, deadline).await
}

async fn checked(
    reply: Reply,
    output: Option<&Validator>,
    deadline: Option<Instant>,
) -> Result<Reply> {
    let violations = match (&reply.structured, output) {
        (_, None) => return Ok(reply),
        (Some(structured), Some(output)) => {
            violations(output, structured, "/structuredContent", deadline).await
        }
        (None, Some(_)) => {
            let violation = Violation::new(Code::MissingMember, "");
            let expected = "`structuredContent`, as the tool has an output schema";
            Violations::from(violation.expected(expected).got("nothing"))
        }
    };
    if violations.is_empty() {
        return Ok(reply);
    }
    Err(Error::new(Kind::Output { violations, reply: Box::new(reply) }))
}

pub(crate) fn questions(result: &Map<String, Value>) -> Error {
    let asked = result.get("inputRequests").and_then(Value::as_object);
    let questions = asked.map(|asked| asked.keys().take(16).cloned().collect()).unwrap_or_default();
    Error::new(Kind::InputRequired { questions })
}

fn task(result: &Map<String, Value>) -> Error {
    let inner = result.get("task").and_then(Value::as_object).unwrap_or(result);
    let id = inner.get("taskId").and_then(Value::as_str).map(str::to_owned);
    Error::new(Kind::Task { id })
}
