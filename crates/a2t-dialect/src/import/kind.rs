//! Kind of a foreign document, and the location of its list of tools.

use std::fmt;

use a2t_core::error::{inert, nearest};
use serde_json::Value;

use super::ImportError;
use super::node::Node;

/// Kind of a foreign document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The reply of an MCP server to `tools/list`.
    Mcp,
    /// Tool definitions of Anthropic's Messages API.
    Anthropic,
    /// Tool definitions of OpenAI: Chat Completions, Responses, Assistants.
    OpenAi,
    /// An OpenAPI description of version 3.
    OpenApi,
}

impl Kind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[Self::Mcp, Self::Anthropic, Self::OpenAi, Self::OpenApi];

    /// Returns the name: `mcp`, `anthropic`, `openai` or `openapi`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
            Self::OpenApi => "openapi",
        }
    }

    /// Returns the kind of this name.
    ///
    /// # Errors
    /// No such kind: the words name those there are, and the nearest.
    pub fn find(id: &str) -> Result<Self, String> {
        let ids = || Self::ALL.iter().map(|kind| kind.id());
        let found = Self::ALL.iter().find(|kind| kind.id() == id);
        found.copied().ok_or_else(|| {
            let meant = nearest(id, ids()).map(|meant| format!("; did you mean `{meant}`?"));
            let all = ids().collect::<Vec<_>>().join(", ");
            let meant = meant.unwrap_or_default();
            format!("`{}` is not imported{meant}; there are {all}", inert(id))
        })
    }

    /// Returns the kind that a document shows.
    ///
    /// # Errors
    /// A document that is none, with what was looked for.
    pub fn detect(document: &Value) -> Result<Self, ImportError> {
        let has = |name| document.get(name).is_some();
        if has("openapi") {
            return Ok(Self::OpenApi);
        }
        if has("swagger") {
            let message =
                "Swagger 2.0 is not read; convert it to OpenAPI 3, as swagger2openapi does";
            return Err(ImportError::new("/swagger", message));
        }
        if has("input_parameters") || has("items") && !has("tools") {
            let message = "an A2T catalog, not a foreign one; use it as it is, or approve it with `cargo a2t fetch`";
            return Err(ImportError::new("", message));
        }
        let list = list(document)?;
        let bedrock = list.items().find_map(|entry| entry.member("toolSpec"));
        if let Some(node) = bedrock {
            let message = "Amazon Bedrock's form is not read: give what is inside `toolSpec`, with the schema that is inside `inputSchema.json` as `inputSchema`";
            return Err(ImportError::new(&node.at, message));
        }
        let mut kinds = list.items().filter_map(|entry| of_entry(entry.value));
        match kinds.next() {
            Some(kind) => Ok(kind),
            None if has("jsonrpc") || has("result") => Ok(Self::Mcp),
            None => {
                let message = "no entry shows what kind of tools these are: expected `inputSchema` (MCP), `input_schema` (Anthropic), or `function` or `parameters` (OpenAI); set it with `--from`";
                Err(ImportError::new(&list.at, message))
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

fn of_entry(entry: &Value) -> Option<Kind> {
    let has = |name| entry.get(name).is_some();
    if has("inputSchema") {
        Some(Kind::Mcp)
    } else if has("input_schema") {
        Some(Kind::Anthropic)
    } else if has("function") || has("parameters") || entry.get("type")? == "function" {
        Some(Kind::OpenAi)
    } else {
        None
    }
}

pub(super) fn list(document: &Value) -> Result<Node<'_>, ImportError> {
    let root = Node::new(document, "");
    if let Some(error) = root.member("error") {
        let text = error.text("message").unwrap_or("no message");
        let message = format!("the server answered with an error: {}", inert(text));
        return Err(ImportError::new(&error.at, message));
    }
    let inside = root.member("result");
    let holder = inside.as_ref().unwrap_or(&root);
    let found = holder.member("tools").or(holder.member("functions"));
    let found = found.unwrap_or(holder.clone());
    match found.value {
        Value::Array(_) => Ok(found),
        other => {
            let expected = "a list of tools, an object with `tools`, a response to `tools/list`, or an OpenAPI description";
            let got = crate::error::seen(other);
            Err(ImportError::new(&found.at, format!("expected {expected}, got {got}")))
        }
    }
}
