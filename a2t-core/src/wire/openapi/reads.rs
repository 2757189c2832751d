//! The four endpoints that read the catalog, and the shape of what they answer.

use serde_json::{Value, json};

use super::{insert, object, problems, reference};
use crate::signature::{InputType, rule};
use crate::wire::page::{LIMIT_DEFAULT, LIMIT_MAX};

pub(super) const TAG: &str = "Catalog";
const SIGNATURE: &str = "ToolSignature";
/// An idempotency key, bare or as a string of structured fields (RFC 9651, 3.3.3), without a space
/// at either end.
const KEY: &str = concat!(
    r#"^([!#-~]([ -~]{0,253}[!-~])?|"#,
    r#""([!#-\[\]-~]|\\["\\])(([ !#-\[\]-~]|\\["\\]){0,253}([!#-\[\]-~]|\\["\\]))?")$"#,
);

struct Read {
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    schema: &'static str,
    parameters: &'static [&'static str],
    problems: &'static [u16],
}

const READS: [Read; 4] = [
    Read {
        path: "/tools",
        name: "listTools",
        summary: "List the tools in their current versions, by name",
        schema: "Page",
        parameters: &["pageCursor", "pageLimit", "tag", "name"],
        problems: &[400],
    },
    Read {
        path: "/tools/{toolId}",
        name: "getTool",
        summary: "Read the current version of a tool",
        schema: SIGNATURE,
        parameters: &["toolId"],
        problems: &[404],
    },
    Read {
        path: "/tools/{toolId}/versions",
        name: "listVersions",
        summary: "List all versions of a tool, the newest first",
        schema: "Page",
        parameters: &["toolId", "pageCursor", "pageLimit"],
        problems: &[400, 404, 500],
    },
    Read {
        path: "/tools/{toolId}/versions/{version}",
        name: "getVersion",
        summary: "Read one version of a tool",
        schema: SIGNATURE,
        parameters: &["toolId", "version"],
        problems: &[404, 500],
    },
];

pub(super) fn paths() -> impl Iterator<Item = (String, Value)> {
    READS.iter().map(|read| (read.path.to_owned(), json!({ "get": operation(read) })))
}

fn operation(read: &Read) -> Value {
    let etag = json!({ "ETag": reference("headers", "ETag") });
    let mut headers = etag.clone();
    if read.schema == SIGNATURE {
        insert(&mut headers, "Deprecation", reference("headers", "Deprecation"));
    }
    let content = json!({ "application/json": { "schema": reference("schemas", read.schema) } });
    let answers = [
        ("200".to_owned(), json!({ "description": "OK.", "headers": headers, "content": content })),
        ("304".to_owned(), json!({ "description": "The client has it.", "headers": etag })),
    ];
    let problems = problems::of_read(read.problems);
    let parameters = read.parameters.iter().chain(&["ifNoneMatch"]);
    let parameters: Value = parameters.map(|name| reference("parameters", name)).collect();
    json!({
        "operationId": read.name,
        "summary": read.summary,
        "tags": [TAG],
        "parameters": parameters,
        "responses": object(answers.into_iter().chain(problems)),
    })
}

pub(super) fn parameters() -> Value {
    json!({
        "toolId": {
            "name": "toolId",
            "in": "path",
            "required": true,
            "schema": { "type": "string", "format": "uuid" },
        },
        "version": {
            "name": "version",
            "in": "path",
            "required": true,
            "schema": { "type": "integer", "format": "int64", "minimum": 1, "maximum": u32::MAX },
        },
        "pageCursor": {
            "name": "pageCursor",
            "in": "query",
            "description": "`paging.next` of the page before, of a list with the same filters; the \
                            first page without it.",
            "schema": { "type": "string" },
        },
        "pageLimit": {
            "name": "pageLimit",
            "in": "query",
            "description": format!(
                "Most items of the page; beyond {LIMIT_MAX} it counts as that, and `paging.pageLimit` \
                 says so."
            ),
            "schema": {
                "type": "integer",
                "minimum": 1,
                "default": LIMIT_DEFAULT,
            },
        },
        "tag": {
            "name": "tag",
            "in": "query",
            "description": "Tags that a tool has all of, to the letter. An extension of this server.",
            "schema": { "type": "array", "items": { "type": "string" } },
        },
        "name": {
            "name": "name",
            "in": "query",
            "description": "Part of the tool's name, in either case. An extension of this server.",
            "schema": { "type": "string" },
        },
        "idempotencyKey": {
            "name": "Idempotency-Key",
            "in": "header",
            "description": "Key of the call: an equal one is answered again and not run twice, where \
                            the server keeps replies (draft-ietf-httpapi-idempotency-key-header-07). \
                            1 to 255 characters of printable ASCII, bare or a string in quotes.",
            "schema": { "type": "string", "pattern": KEY },
        },
        "ifNoneMatch": {
            "name": "If-None-Match",
            "in": "header",
            "description": "`ETag` of what the client has (RFC 9110, section 13.1.2).",
            "schema": { "type": "string" },
        },
    })
}

pub(super) fn headers() -> Value {
    json!({
        "ETag": {
            "description": "Tag of what the reply has (RFC 9110, section 8.8.3).",
            "required": true,
            "schema": { "type": "string" },
        },
        "Deprecation": {
            "description": "Time since which the version is deprecated, if it is: `@` and seconds \
                            since 1970 (RFC 9745).",
            "schema": { "type": "string", "pattern": "^@-?[0-9]+$" },
        },
        "RetryAfter": {
            "description": "Seconds after which the call may be made again.",
            "schema": { "type": "integer", "minimum": 0 },
        },
    })
}

pub(super) fn schemas() -> impl Iterator<Item = (String, Value)> {
    let schemas = [
        ("Page", page()),
        (SIGNATURE, signature()),
        ("InputParameter", input()),
        ("OutputParameter", output()),
        ("AllowedValue", allowed_value()),
    ];
    schemas.into_iter().map(|(name, schema)| (name.to_owned(), schema))
}

fn page() -> Value {
    json!({
        "type": "object",
        "properties": {
            "items": { "type": "array", "items": reference("schemas", "ToolSignature") },
            "paging": {
                "type": "object",
                "properties": {
                    "pageLimit": { "type": "integer", "minimum": 1, "maximum": LIMIT_MAX },
                    "next": { "type": "string", "description": "Cursor of the next page, if any." },
                },
                "required": ["pageLimit"],
            },
        },
        "required": ["items", "paging"],
    })
}

fn signature() -> Value {
    let hint = json!({ "type": "boolean" });
    let version =
        json!({ "type": "integer", "format": "int64", "minimum": 1, "maximum": u32::MAX });
    json!({
        "type": "object",
        "description": "Signature of a tool (section 6.1 of the draft).",
        "properties": {
            "toolId": { "type": "string", "format": "uuid" },
            "name": { "type": "string", "minLength": 1, "maxLength": rule::TOOL_NAME_LIMIT - 1 },
            "title": { "type": "string", "minLength": 1, "maxLength": rule::TITLE_MAX },
            "description": { "type": "string", "maxLength": rule::TOOL_DESCRIPTION_LIMIT - 1 },
            "img": { "type": "string", "description": "URL of a picture." },
            "version": version,
            "currentVersion": version,
            "deprecated": {
                "type": "object",
                "description": "Remark that the version is on its way out.",
                "properties": {
                    "since": { "type": "string", "format": "date" },
                    "note": { "type": "string" },
                },
                "required": ["since", "note"],
            },
            "annotations": {
                "type": "object",
                "description": "Effects of a call, as declared by its vendor.",
                "properties": {
                    "readOnlyHint": hint,
                    "idempotentHint": hint,
                    "destructiveHint": hint,
                    "longRunningHint": hint,
                },
            },
            "preconditions": {
                "type": ["object", "null"],
                "description": "Needs of a call in addition to its inputs; `null` if they are not known.",
                "properties": {
                    "scopes": { "type": "array", "items": { "type": "string" } },
                    "idempotencyKey": { "type": "string", "const": "required" },
                },
            },
            "errors": {
                "type": "array",
                "description": "Errors that the tool declares.",
                "items": declared_error(),
            },
            "tags": { "type": "array", "items": { "type": "string" } },
            "input_parameters": { "type": "array", "items": reference("schemas", "InputParameter") },
            "output_parameters": { "type": "array", "items": reference("schemas", "OutputParameter") },
        },
        "required": [
            "toolId", "name", "description", "version", "currentVersion", "tags", "input_parameters",
            "output_parameters",
        ],
    })
}

fn declared_error() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "type": {
                "type": "string",
                "format": "uri",
                "description": "The `type` of its problems (RFC 9457).",
            },
            "status": { "type": "integer", "minimum": 400, "maximum": 599 },
            "description": { "type": "string" },
            "schema": {
                "type": "object",
                "description": "JSON Schema of the members of its problems.",
            },
        },
        "required": ["name", "type", "status", "description"],
    })
}

fn input() -> Value {
    json!({
        "type": "object",
        "properties": {
            "id": { "type": "string" },
            "name": { "type": "string" },
            "type": { "type": "string", "enum": InputType::NAMES },
            "description": { "type": "string" },
            "required": { "type": "boolean" },
            "max-length": { "type": "integer", "format": "int64", "minimum": 0 },
            "min": { "type": "integer", "format": "int64" },
            "max": { "type": "integer", "format": "int64" },
            "allowed-values": { "type": "array", "items": reference("schemas", "AllowedValue") },
            "format": { "type": "string", "description": "Format of the texts that the tool reads." },
        },
        "required": ["id", "name", "type", "description", "required"],
    })
}

fn output() -> Value {
    json!({
        "type": "object",
        "properties": {
            "id": { "type": "string" },
            "name": { "type": "string" },
            "type": { "type": "string", "enum": ["string", "int", "boolean", "enum", "json"] },
            "description": { "type": "string" },
            "allowed-values": { "type": "array", "items": reference("schemas", "AllowedValue") },
            "schema": { "type": "object", "description": "JSON Schema of the values." },
        },
        "required": ["id", "name", "type", "description"],
    })
}

fn allowed_value() -> Value {
    json!({
        "type": "object",
        "properties": { "name": { "type": "string" }, "description": { "type": "string" } },
        "required": ["name", "description"],
    })
}
