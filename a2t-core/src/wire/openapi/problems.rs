//! Kinds of problems become responses, and problem details (RFC 9457) a schema.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::text::{inert, line};
use super::{insert, object, reference, shapes};
use crate::signature::{ProblemType, ToolSignature};
use crate::wire::problem::{Kind, Problem};

/// Kinds that a call of a tool is answered with.
const OF_CALLS: [Kind; 21] = [
    Kind::MalformedJson,
    Kind::InvalidInvocation,
    Kind::ContextRejected,
    Kind::InvalidIdempotencyKey,
    Kind::IdempotencyKeyMissing,
    Kind::ToolForbidden,
    Kind::UnknownTool,
    Kind::UnknownVersion,
    Kind::ToolNotFound,
    Kind::RequestTimeout,
    Kind::ToolConflict,
    Kind::IdempotencyKeyInUse,
    Kind::BodyTooLarge,
    Kind::UnsupportedMediaType,
    Kind::ToolRefused,
    Kind::IdempotencyKeyReused,
    Kind::RateLimited,
    Kind::Internal,
    Kind::Unavailable,
    Kind::Overloaded,
    Kind::Timeout,
];

/// Kinds that a call is answered with besides, if its tool names scopes.
const OF_SECURED: [Kind; 3] = [Kind::BadCredentials, Kind::Unauthorized, Kind::InsufficientScope];

/// Kinds that a read of the catalog is answered with.
const OF_READS: [Kind; 5] =
    [Kind::InvalidPage, Kind::UnknownTool, Kind::UnknownVersion, Kind::RateLimited, Kind::Internal];

/// Responses of a call that are not its result, by status.
pub(super) fn of_calls() -> Value {
    let named = |status: u16| (status.to_string(), response_of("call", status));
    let mut responses = object(OF_CALLS.map(Kind::status).into_iter().map(named));
    insert(&mut responses, "default", reference("responses", "refused"));
    responses
}

/// The problems that mention scopes.
pub(super) fn of_secured() -> impl Iterator<Item = (String, Value)> {
    let statuses = OF_SECURED.map(Kind::status).into_iter();
    statuses.map(|status| (status.to_string(), response_of("secured", status)))
}

/// Responses of a call of this tool that are errors which its signature lists, in addition to those
/// of all calls.
pub(super) fn declared(tool: &ToolSignature) -> impl Iterator<Item = (String, Value)> {
    let mut statuses: BTreeMap<u16, Vec<&ProblemType>> = BTreeMap::new();
    for error in tool.errors.iter() {
        statuses.entry(error.status).or_default().push(error);
    }
    statuses.into_iter().map(|(status, errors)| {
        let kinds: Vec<_> = OF_CALLS.into_iter().filter(|kind| kind.status() == status).collect();
        let mut response = response(&kinds);
        let messages = errors
            .iter()
            .map(|error| format!("`{}`: {}", line(&error.name), inert(&error.description)));
        let messages: Vec<_> = messages.chain(kinds.iter().copied().map(message)).collect();
        insert(&mut response, "description", messages.join(" "));
        let schemas = errors.iter().map(|error| schema(error, tool));
        let any = schemas.chain([reference("schemas", "Problem")]).collect::<Vec<_>>();
        let content = json!({ Problem::MEDIA_TYPE: { "schema": { "anyOf": any } } });
        insert(&mut response, "content", content);
        (status.to_string(), response)
    })
}

fn schema(error: &ProblemType, tool: &ToolSignature) -> Value {
    let mut own = shapes::schema(&error.shape(), "");
    let kind = json!({ "const": error.type_uri(tool.tool_id) });
    if let Some(properties) = own.get_mut("properties") {
        insert(properties, "type", kind);
    }
    let required = error.members.iter().filter(|member| member.required);
    let required = required.map(|member| &*member.name).chain(["type"]);
    insert(&mut own, "required", required.collect::<Vec<_>>());
    json!({ "allOf": [reference("schemas", "Problem"), own] })
}

/// Adds the descriptions of the problems with this status that mention scopes.
pub(super) fn add_secured(response: &mut Value, status: &str) {
    let own = response.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    let kinds = OF_SECURED.into_iter().filter(|kind| kind.status().to_string() == status);
    let messages: Vec<_> = std::iter::once(own).chain(kinds.map(message)).collect();
    insert(response, "description", messages.join(" "));
}

/// Error responses of a read: these statuses, and those of every read.
pub(super) fn of_read(statuses: &[u16]) -> impl Iterator<Item = (String, Value)> {
    let named = |status: u16| (status.to_string(), response_of("read", status));
    let refused = ("default".to_owned(), reference("responses", "refused"));
    let statuses = statuses.iter().copied().chain([Kind::RateLimited.status()]);
    statuses.map(named).chain([refused])
}

fn response_of(family: &str, status: u16) -> Value {
    reference("responses", &format!("{family}-{status}"))
}

pub(super) fn responses() -> Value {
    let calls = by_status("call", &OF_CALLS);
    let reads = by_status("read", &OF_READS);
    let refused = json!({
        "description": "What stands before the tools refused the request, or a context that a tool \
                        takes from it did, with a status and perhaps another body.",
    });
    object(calls.into_iter().chain(reads).chain([("refused".to_owned(), refused)]))
}

/// Responses of calls whose tool names scopes.
pub(super) fn secured() -> impl Iterator<Item = (String, Value)> {
    let statuses = OF_SECURED.map(Kind::status);
    let calls = OF_CALLS.into_iter().filter(move |kind| statuses.contains(&kind.status()));
    let kinds: Vec<_> = calls.chain(OF_SECURED).collect();
    let challenged = |(name, mut response): (String, Value)| {
        let challenge = json!({ "WWW-Authenticate": reference("headers", "WWWAuthenticate") });
        insert(&mut response, "headers", challenge);
        (name, response)
    };
    by_status("secured", &kinds).into_iter().map(challenged)
}

fn by_status(family: &str, kinds: &[Kind]) -> Vec<(String, Value)> {
    let mut statuses: BTreeMap<u16, Vec<Kind>> = BTreeMap::new();
    for kind in kinds {
        statuses.entry(kind.status()).or_default().push(*kind);
    }
    let named = |(status, kinds): (u16, Vec<_>)| (format!("{family}-{status}"), response(&kinds));
    statuses.into_iter().map(named).collect()
}

fn response(kinds: &[Kind]) -> Value {
    let messages: Vec<_> = kinds.iter().copied().map(message).collect();
    let mut response = json!({
        "description": messages.join(" "),
        "content": { Problem::MEDIA_TYPE: { "schema": reference("schemas", "Problem") } },
    });
    let waits = [Kind::Overloaded, Kind::RateLimited].map(Kind::status);
    if kinds.iter().any(|kind| waits.contains(&kind.status())) {
        let later = json!({ "Retry-After": reference("headers", "RetryAfter") });
        insert(&mut response, "headers", later);
    }
    response
}

fn message(kind: Kind) -> String {
    format!("`{}`: {}.", kind.slug(), kind.title())
}

pub(super) fn schemas() -> [(String, Value); 2] {
    [("Problem".to_owned(), problem()), ("Violation".to_owned(), violation())]
}

fn problem() -> Value {
    json!({
        "type": "object",
        "description": "Problem details (RFC 9457).",
        "properties": {
            "type": {
                "type": "string",
                "format": "uri-reference",
                "description": format!("Kind of the problem: `{}` and its name.", Problem::TYPE_PREFIX),
            },
            "title": { "type": "string", "description": "The same for every problem of the kind." },
            "status": { "type": "integer", "minimum": 400, "maximum": 599 },
            "detail": { "type": "string", "description": "What is wrong, and what to do." },
            "errors": {
                "type": "array",
                "description": "Each mistake of the request.",
                "items": reference("schemas", "Violation"),
            },
            "more_errors": {
                "type": "integer",
                "minimum": 1,
                "description": "Number of mistakes in addition to those in `errors`.",
            },
        },
        "required": ["type", "title", "status", "detail"],
    })
}

fn violation() -> Value {
    json!({
        "type": "object",
        "description": "A mistake of a request.",
        "properties": {
            "pointer": {
                "type": "string",
                "description": "Place in the body, as a JSON pointer (RFC 6901).",
            },
            "code": { "type": "string", "description": "Kind of the mistake." },
            "rule": { "type": "string", "description": "Rule that is broken." },
            "detail": { "type": "string" },
            "parameter": { "type": "string", "description": "Name of the input or parameter." },
            "expected": { "type": "string" },
            "got": { "type": "string" },
            "allowed": { "type": "array", "items": { "type": "string" } },
            "did_you_mean": { "type": "string" },
            "reason": { "type": "string", "description": "The reason." },
            "example": { "type": "string", "description": "A value that would have been right." },
        },
        "required": ["pointer", "code", "rule", "detail", "expected", "got"],
    })
}
