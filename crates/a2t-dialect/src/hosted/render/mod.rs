//! One hosted tool in, its part of a provider's request out; a file for each provider.

mod anthropic;
mod assistants;
mod azure;
mod bedrock;
mod gemini;
mod object;
mod openai;

use std::cell::OnceCell;

use serde_json::{Map, Value, json};

use super::tool::Extras;
use super::{HostedTool, Kind, NotSupported, Support, Versions, support};
use crate::{Dialect, Error, Result};
pub(super) use object::Object;

#[derive(Default)]
pub(super) struct Part {
    pub(super) body: Map<String, Value>,
    pub(super) betas: Vec<&'static str>,
    pub(super) left_out: Vec<&'static str>,
}

pub(super) struct Context<'a> {
    dialect: Dialect,
    kind: Kind,
    versions: &'a Versions,
    extras: &'a Extras,
    /// The first member that an `extra` would have overwritten.
    overwritten: OnceCell<String>,
}

pub(super) fn part(tool: &HostedTool, dialect: Dialect, versions: &Versions) -> Result<Part> {
    let overwritten = OnceCell::new();
    let context =
        Context { dialect, kind: tool.kind(), versions, extras: tool.extras(), overwritten };
    if let HostedTool::Raw(raw) = tool {
        return raw_part(raw, &context);
    }
    let part = match dialect.id() {
        "anthropic" => anthropic::part(tool, &context),
        "azure-foundry" | "azure-foundry-v2" => azure::part(tool, &context),
        "bedrock-agents" => bedrock::agents(tool, &context),
        "bedrock-converse" => bedrock::converse(tool, &context),
        "gemini" => gemini::part(tool, &context),
        "openai-assistants" => assistants::part(tool, &context),
        "openai-chat" => openai::chat(tool, &context),
        "openai-responses" => openai::responses(tool, &context),
        _ => Err(context.refuse()),
    }?;
    match context.overwritten.into_inner() {
        Some(member) => {
            Err(Error::Extra { dialect: dialect.id(), tool: context.kind.title(), member })
        }
        None => Ok(part),
    }
}

fn raw_part(raw: &super::Raw, context: &Context<'_>) -> Result<Part> {
    if raw.dialect == context.dialect {
        return Ok(Part { body: raw.fragment.clone(), ..Part::default() });
    }
    Err(context.not_supported(
        None,
        "it is written for another dialect",
        "write it as this one takes it",
    ))
}

/// Description of a search that the program runs.
const SEARCH: &str =
    "Finds tools by words for what they do. Search, then call one of the tools that were found.";

fn search_input() -> Value {
    let query = json!({ "type": "string", "description": "Words for what the tool does." });
    json!({
        "type": "object",
        "properties": { "query": query },
        "required": ["query"],
        "additionalProperties": false,
    })
}

pub(super) fn run_by_program(tool: &HostedTool, dialect: Dialect) -> bool {
    let kinds = [Kind::Computer, Kind::TextEditor, Kind::Other];
    dialect.id() == "anthropic" && kinds.contains(&tool.kind())
}

pub(super) fn function_tools(dialect: Dialect, tools: Value) -> Map<String, Value> {
    let body = match dialect.id() {
        "bedrock-converse" if tools.get("toolConfig").is_some() => tools,
        "bedrock-converse" if tools.get("tools").is_some() => json!({ "toolConfig": tools }),
        "bedrock-converse" => json!({ "toolConfig": { "tools": tools } }),
        "bedrock-agents" => json!({ "actionGroups": bedrock::function_groups(tools) }),
        "a2a" => json!({ "skills": tools }),
        _ => json!({ "tools": tools }),
    };
    match body {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

pub(super) fn names(body: &Value, into: &mut Vec<String>) {
    match body {
        Value::Array(tools) => tools.iter().for_each(|tool| names_of(tool, into)),
        Value::Object(members) => {
            let lists = ["tools", "toolConfig", "actionGroups"];
            for list in lists.iter().filter_map(|list| members.get(*list)) {
                names(list, into);
            }
        }
        _ => {}
    }
}

fn names_of(tool: &Value, into: &mut Vec<String>) {
    if tool.get("type") == Some(&json!("namespace")) {
        let name = tool.get("name").and_then(Value::as_str);
        into.extend(name.map(|name| format!("namespace {name}")));
        return names(tool.get("tools").unwrap_or(&Value::Null), into);
    }
    let pointers = [
        "/name",
        "/function/name",
        "/toolSpec/name",
        "/systemTool/name",
        "/azure_function/function/name",
        "/openapi/name",
    ];
    let lists = ["/functionDeclarations", "/functionSchema/functions"];
    let name = |pointer: &&str| tool.pointer(pointer).and_then(Value::as_str);
    into.extend(pointers.iter().filter_map(name).map(str::to_owned));
    for list in lists.iter().filter_map(|list| tool.pointer(list)) {
        names(list, into);
    }
    // Groups and servers have their own names.
    let spaces = [
        ("action group", "actionGroupName"),
        ("server", "server_label"),
        ("server", "mcp_server_name"),
    ];
    let servers = tool.get("mcpServers").and_then(Value::as_array);
    for server in servers.into_iter().flatten() {
        let name = server.get("name").and_then(Value::as_str);
        into.extend(name.map(|name| format!("server {name}")));
    }
    for (space, member) in spaces {
        if let Some(name) = tool.get(member).and_then(Value::as_str) {
            into.push(format!("{space} {name}"));
        }
    }
}

impl Context<'_> {
    fn refuse(&self) -> Error {
        match support(self.kind, self.dialect) {
            Support::No { why, instead } => self.not_supported(None, why, instead),
            Support::Yes { .. } => {
                self.not_supported(None, "there is nothing to write", "report this as a bug")
            }
        }
    }

    fn not_supported(
        &self,
        option: Option<&'static str>,
        why: &'static str,
        instead: &'static str,
    ) -> Error {
        Error::NotSupported(NotSupported {
            tool: self.kind,
            option,
            dialect: self.dialect.id(),
            why,
            instead,
        })
    }

    /// An option that limits what a tool may do is not dropped: without a place it is refused.
    fn limit(&self, option: &'static str, is_set: bool, instead: &'static str) -> Result<()> {
        if is_set {
            let why = "the request has no place for it";
            return Err(self.not_supported(Some(option), why, instead));
        }
        Ok(())
    }

    fn need<'a, T>(&self, option: &'static str, value: Option<&'a T>) -> Result<&'a T> {
        value.ok_or(Error::Incomplete {
            dialect: self.dialect.id(),
            tool: self.kind.title(),
            option,
        })
    }

    fn typed(&self, kind: &str) -> Object {
        Object::new().with("type", kind)
    }

    /// The members that the program wrote by hand for this dialect, at last.
    fn finish(&self, object: Object) -> Value {
        object.with_extras(self.extras, self).into()
    }

    /// Refuses the tool because of this member of an `extra`.
    fn refuse_extra(&self, member: String) {
        // Only the first is reported. The next one follows when this one is fixed.
        let _ = self.overwritten.set(member);
    }

    fn tool(&self, object: Object) -> Part {
        Part::from(json!({ "tools": [self.finish(object)] }))
    }
}

impl Part {
    /// A hint that has no place is left out and noted.
    fn leaving_out(mut self, option: &'static str, is_set: bool) -> Self {
        if is_set {
            self.left_out.push(option);
        }
        self
    }

    fn beta(mut self, name: Option<&'static str>) -> Self {
        self.betas.extend(name);
        self
    }

    fn member(mut self, name: &str, value: Option<Value>) -> Self {
        if let Some(value) = value {
            self.body.insert(name.to_owned(), value);
        }
        self
    }
}

impl From<Value> for Part {
    fn from(body: Value) -> Self {
        let body = match body {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        Self { body, ..Self::default() }
    }
}
