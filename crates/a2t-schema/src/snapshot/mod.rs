//! The approved snapshot of a server: the approved tools, in one JSON file that is committed,
//! pinned by digests and reviewed like a lockfile.
//!
//! The file has the members `a2t` (`"mcp-snapshot"`), `format` (1), `source`, `server`, `protocol`,
//! `selected` (where not every tool was approved, the names that were asked for), `headers` (where the
//! server asks for some, the environment variable that holds each), `passEnv` and `argEnv` (of a command,
//! the environment variables that it is passed and that its arguments name), `names` (where
//! generated names stay that these tools alone would not give), `digest` (of all these, and of every
//! tool's digest in order) and `tools` (by name, each as the server lists it and with its own `digest`).
//! Only its layout may be changed by hand: an edit is refused, and the tool is named.

mod read;

use std::collections::BTreeMap;

use a2t_core::document::DocumentError;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use crate::canonical::{Sorted, compact};
use crate::{Digest, Server, Source, Tool};

pub use read::{broken, is_snapshot, looks_written, read};

/// The marker that distinguishes the file from other documents: the member `a2t`.
pub const MARK: &str = "mcp-snapshot";
/// The format that is written, and the only one that is read.
pub const FORMAT: u64 = 1;

/// The tools of one server as they were approved; see the [module](self).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Snapshot {
    /// The way to reach the server.
    pub source: Source,
    /// Identity of the server.
    pub server: Server,
    /// Revision of MCP that was spoken, such as `2026-07-28`; `rap` for a toolset of RAP.
    pub protocol: String,
    /// Names of the tools that were asked for; empty if all were.
    pub selected: Vec<String>,
    /// Headers that the server asks for: their names in lower case, and the environment variable that
    /// holds each as a line, such as `Authorization: Bearer …`. No value is ever in a snapshot.
    pub headers: BTreeMap<String, String>,
    /// Environment variables that a command is passed (`--pass-env`): their names, no values.
    pub pass_env: Vec<String>,
    /// Environment variables that arguments of a command name as `${NAME}` (`--arg-env`).
    pub arg_env: Vec<String>,
    /// Generated names that stay though these tools alone would not give them, by path.
    pub names: BTreeMap<String, String>,
    /// The tools, by name, no two of one name.
    pub tools: Vec<Tool>,
}

impl Snapshot {
    /// Creates a snapshot of these tools, which may come in any order.
    pub fn new(
        source: Source,
        server: Server,
        protocol: impl Into<String>,
        mut tools: Vec<Tool>,
    ) -> Self {
        tools.sort_by(|a, b| a.name.cmp(&b.name));
        let (selected, headers, names) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        let (pass_env, arg_env, protocol) = (Vec::new(), Vec::new(), protocol.into());
        Self { source, server, protocol, selected, headers, pass_env, arg_env, names, tools }
    }

    /// Returns the same snapshot of what was asked for by these names; tools of other names are
    /// left out.
    #[must_use]
    pub fn selected(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.selected = names.into_iter().collect();
        self.selected.sort_unstable();
        self.selected.dedup();
        if !self.selected.is_empty() {
            self.tools.retain(|tool| self.selected.binary_search(&tool.name).is_ok());
        }
        self
    }

    /// Returns the same snapshot of a server that asks for these headers, each by its name and the
    /// environment variable that holds it.
    #[must_use]
    pub fn headers(mut self, headers: impl IntoIterator<Item = (String, String)>) -> Self {
        let lower = |(name, variable): (String, String)| (name.to_ascii_lowercase(), variable);
        self.headers = headers.into_iter().map(lower).collect();
        self
    }

    /// Returns the same snapshot of a command that is passed some environment variables, and whose
    /// arguments name others as `${NAME}`.
    #[must_use]
    pub fn environment(
        mut self,
        pass: impl IntoIterator<Item = String>,
        arguments: impl IntoIterator<Item = String>,
    ) -> Self {
        (self.pass_env, self.arg_env) =
            (pass.into_iter().collect(), arguments.into_iter().collect());
        for names in [&mut self.pass_env, &mut self.arg_env] {
            names.sort_unstable();
            names.dedup();
        }
        self
    }

    /// Reads the file and verifies every digest.
    ///
    /// # Errors
    /// Text that is not JSON, more than 8 MiB, another format, tools that break a rule, and
    /// everything that was edited since it was approved: each with line and column, and the tool's
    /// name where one is concerned.
    pub fn parse(bytes: &[u8]) -> Result<Self, DocumentError> {
        read::parse(bytes)
    }

    /// Returns the text of the file; the same for equal snapshots.
    pub fn to_text(&self) -> String {
        // Writing strings and numbers to memory has no way to fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Returns the tool of this name.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Returns the digest of everything in the file.
    pub fn digest(&self) -> Digest {
        let head = compact(&Sorted(&Value::Object(self.head())));
        let tools = self.tools.iter().map(|tool| format!("\n{}", tool.digest()));
        let tools: Vec<_> = tools.collect();
        Digest::of(std::iter::once(&head).chain(&tools).map(String::as_bytes))
    }

    /// Members before the digest, those that are empty left out.
    fn head(&self) -> Map<String, Value> {
        let mut head = Map::new();
        let mut put = |name: &str, value: Value| head.insert(name.to_owned(), value);
        put("a2t", MARK.into());
        put("format", FORMAT.into());
        put("source", self.source.to_value());
        put("server", self.server.to_value());
        put("protocol", self.protocol.as_str().into());
        let lists =
            [("selected", &self.selected), ("passEnv", &self.pass_env), ("argEnv", &self.arg_env)];
        for (member, names) in lists.into_iter().filter(|(_, names)| !names.is_empty()) {
            put(member, names.as_slice().into());
        }
        for (member, texts) in [("headers", &self.headers), ("names", &self.names)] {
            if !texts.is_empty() {
                let texts = texts.iter().map(|(key, text)| (key.clone(), text.as_str().into()));
                put(member, Value::Object(texts.collect()));
            }
        }
        head
    }
}

/// Members of the file before `digest`, in the order in which they are written.
const HEAD: [&str; 10] = [
    "a2t", "format", "source", "server", "protocol", "selected", "headers", "passEnv", "argEnv",
    "names",
];
/// Members of a tool, in the order in which they are written; `digest` follows.
const TOOL: [&str; 7] =
    ["name", "title", "description", "annotations", "inputSchema", "outputSchema", "_meta"];

impl Serialize for Snapshot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let head = self.head();
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in HEAD.iter().filter_map(|name| Some((name, head.get(*name)?))) {
            map.serialize_entry(name, &Sorted(value))?;
        }
        map.serialize_entry("digest", &self.digest().to_string())?;
        map.serialize_entry("tools", &Tools(&self.tools))?;
        map.end()
    }
}

struct Tools<'a>(&'a [Tool]);

impl Serialize for Tools<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Approved))
    }
}

struct Approved<'a>(&'a Tool);

impl Serialize for Approved<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.0.to_value();
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in TOOL.iter().filter_map(|name| Some((name, value.get(name)?))) {
            map.serialize_entry(name, &Sorted(value))?;
        }
        map.serialize_entry("digest", &self.0.digest().to_string())?;
        map.end()
    }
}
