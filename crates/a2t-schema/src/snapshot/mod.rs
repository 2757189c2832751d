//! The approved snapshot: the tools of one server that a developer agreed to, in one JSON file that is
//! committed, pinned by digests and reviewed like a lockfile. All protocols have the same file.
//!
//! | member | content |
//! | --- | --- |
//! | `a2t` | `"snapshot"` |
//! | `format` | 2 |
//! | `protocol` | `"a2t"`, `"mcp"` or `"rap"` |
//! | `revision` | of MCP, the revision that was spoken, such as `"2026-07-28"` |
//! | `source` | `{"http": URL}`, `{"stdio": [PROGRAM, ARGUMENT]}`, `{"file": PATH}` or `{"import": NAME}` |
//! | `server` | identity that a server of MCP or RAP reports |
//! | `selection` | what was asked for (`tools`, `tags`, `holds`, `versions`), unless it was everything |
//! | `headers` | headers that the server asks for, each with the environment variable that holds it |
//! | `passEnv`, `argEnv` | environment variables that a command is passed, and that its arguments name |
//! | `names` | generated names that stay though these tools would not give them, by path |
//! | `digest` | of the canonical bytes of all these, and of every tool's digest in order |
//! | `tools` | each as its server lists it, with its own `digest` |
//!
//! Members that are empty are left out. Signatures are in the order of their names, and the versions of
//! a tool from the newest. A change of one tool changes its lines, its digest and that of the file. Only
//! the layout may be changed by hand: an edit is refused, and the tool is named. Neither time nor order of
//! arrival is in a snapshot, so the same tools give the same bytes.
//!
//! The two files of format 1, of A2T (`{"snapshot": 1}`) and of MCP (`{"a2t": "mcp-snapshot"}`), are
//! still read.

mod first;
mod kind;
mod read;

use std::collections::BTreeMap;

use a2t_core::document::DocumentError;
use a2t_core::wire::page::DOCUMENT_MAX;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use crate::canonical::{Sorted, compact};
use crate::{Digest, Server, Source};

pub use kind::{Described, Kind, Protocol};
pub use read::{broken, is_current, is_snapshot, looks_written, protocol};

/// The marker that distinguishes the file from other documents: the member `a2t`.
pub const MARK: &str = "snapshot";
/// The format that is written.
pub const FORMAT: u64 = 2;

/// The approved tools of a server of MCP or of a toolset of RAP.
pub type Snapshot = SnapshotOf<Described>;

/// The tools of one server as they were approved; see the [module](self).
///
/// ```
/// use a2t_schema::{Schema, Snapshot, Source, Tool};
///
/// # let object = Schema::read(&serde_json::json!({"type": "object"}), "").unwrap();
/// let source = Source::Http { url: "https://tools.example/mcp".into() };
/// let approved = Snapshot::new(source, vec![Tool::new("now", object)]);
///
/// let text = approved.to_text();
/// assert_eq!(Snapshot::parse(text.as_bytes()), Ok(approved));
///
/// let error = Snapshot::parse(text.replace("now", "new").as_bytes()).unwrap_err();
/// assert!(error.to_string().contains("tool `new`"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SnapshotOf<K: Kind> {
    /// Where the tools are from.
    pub source: Source,
    /// Identity of the server, which one of A2T does not report.
    pub server: Server,
    /// Revision of MCP that was spoken; empty for other protocols.
    pub revision: String,
    /// Tools that were asked for; fetching again asks for the same.
    pub selection: K::Selection,
    /// Headers that the server asks for: their names in lower case, and the environment variable that
    /// holds each as a line, such as `Authorization: Bearer …`. No value is ever in a snapshot.
    pub headers: BTreeMap<String, String>,
    /// Environment variables that a command is passed (`--pass-env`): their names, no values. One of a configuration
    /// (`--config`) is `NAME=sha256:HEX`, with a digest of its text there.
    pub pass_env: Vec<String>,
    /// Environment variables that arguments of a command name as `${NAME}` (`--arg-env`).
    pub arg_env: Vec<String>,
    /// Generated names that stay though these tools alone would not give them, by path.
    pub names: BTreeMap<String, String>,
    /// The tools, in the order of the file.
    pub tools: Vec<K::Tool>,
}

impl<K: Kind> SnapshotOf<K> {
    /// Creates a snapshot of these tools, which may come in any order.
    pub fn new(source: impl Into<Source>, mut tools: Vec<K::Tool>) -> Self {
        K::sort(&mut tools);
        Self {
            source: source.into(),
            server: Server::default(),
            revision: String::new(),
            selection: K::Selection::default(),
            headers: BTreeMap::new(),
            pass_env: Vec::new(),
            arg_env: Vec::new(),
            names: BTreeMap::new(),
            tools,
        }
    }

    /// Returns the same snapshot of a server that reports this identity, and spoke this revision of MCP.
    #[must_use]
    pub fn of_server(mut self, server: Server, revision: impl Into<String>) -> Self {
        (self.server, self.revision) = (server, revision.into());
        self
    }

    /// Returns the same snapshot of what was asked for with this selection. Tools of MCP and RAP that it
    /// does not name are left out.
    #[must_use]
    pub fn selected(mut self, selection: impl Into<K::Selection>) -> Self {
        self.selection = selection.into();
        K::select(&mut self.selection, &mut self.tools);
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

    /// Returns the protocol that the tools are called over.
    pub fn protocol(&self) -> Protocol {
        K::protocol(&self.source)
    }

    /// Reads the file and verifies every digest.
    ///
    /// # Errors
    /// Text that is not JSON, more than 8 MiB, another format or protocol, tools that break a rule, and
    /// everything that was edited since it was approved: each with line and column, and the tool's
    /// name where one is concerned.
    pub fn parse(bytes: &[u8]) -> Result<Self, DocumentError> {
        read::parse(bytes)
    }

    /// Reads a snapshot out of the JSON value of `text`, as [`SnapshotOf::parse`] does out of bytes.
    ///
    /// # Errors
    /// Those of [`SnapshotOf::parse`].
    pub fn read(text: &str, document: &Value) -> Result<Self, DocumentError> {
        read::read(text, document)
    }

    /// Returns the text of the file; the same for equal snapshots. Each tool is laid out for people, or
    /// is on one line if the file would otherwise exceed the 8 MiB that are read.
    pub fn to_text(&self) -> String {
        // Writing strings and numbers to memory has no way to fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        if text.len() <= DOCUMENT_MAX { text } else { dense(&text) }
    }

    /// Returns the digest of everything in the file.
    pub fn digest(&self) -> Digest {
        let head = self.head().into_iter().map(|(name, value)| (name.to_owned(), value));
        pinned(head.collect(), self.tools.iter().map(digest::<K>))
    }

    /// Members before the digest, in the order in which they are written; those that are empty are left out.
    fn head(&self) -> Vec<(&'static str, Value)> {
        let list = |names: &[String]| (!names.is_empty()).then(|| names.into());
        let texts = |texts: &BTreeMap<String, String>| {
            let pairs = texts.iter().map(|(key, text)| (key.clone(), text.as_str().into()));
            (!texts.is_empty()).then(|| Value::Object(pairs.collect()))
        };
        let revision = self.revision.as_str();
        let members = [
            ("a2t", Some(MARK.into())),
            ("format", Some(FORMAT.into())),
            ("protocol", Some(self.protocol().name().into())),
            ("revision", (!revision.is_empty()).then(|| revision.into())),
            ("source", Some(self.source.to_value())),
            ("server", (self.server != Server::default()).then(|| self.server.to_value())),
            ("selection", K::selection_value(&self.selection)),
            ("headers", texts(&self.headers)),
            ("passEnv", list(&self.pass_env)),
            ("argEnv", list(&self.arg_env)),
            ("names", texts(&self.names)),
        ];
        members.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

impl Snapshot {
    /// Returns the tool of this name.
    pub fn tool(&self, name: &str) -> Option<&crate::Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

/// Members of the file, in the order in which they are written.
const MEMBERS: [&str; 13] = [
    "a2t",
    "format",
    "protocol",
    "revision",
    "source",
    "server",
    "selection",
    "headers",
    "passEnv",
    "argEnv",
    "names",
    "digest",
    "tools",
];

fn digest<K: Kind>(tool: &K::Tool) -> Digest {
    Digest::from_parts([&*K::canonical(tool)])
}

/// The digest of a file: of its other members, and of the digests of its tools.
fn pinned(head: Map<String, Value>, tools: impl Iterator<Item = Digest>) -> Digest {
    let head = compact(&Sorted(&Value::Object(head)));
    let tools: Vec<_> = tools.map(|digest| format!("\n{digest}")).collect();
    Digest::from_parts(std::iter::once(&head).chain(&tools).map(String::as_bytes))
}

impl<K: Kind> Serialize for SnapshotOf<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.head() {
            map.serialize_entry(name, &Sorted(&value))?;
        }
        map.serialize_entry("digest", &self.digest().to_string())?;
        map.serialize_entry("tools", &Items::<K>(&self.tools))?;
        map.end()
    }
}

struct Items<'a, K: Kind>(&'a [K::Tool]);

impl<K: Kind> Serialize for Items<'_, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Item::<K>))
    }
}

struct Item<'a, K: Kind>(&'a K::Tool);

impl<K: Kind> Serialize for Item<'_, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        K::serialize_members(self.0, &mut map)?;
        map.serialize_entry("digest", &digest::<K>(self.0).to_string())?;
        map.end()
    }
}

/// The members of an item, without its digest.
struct Members<'a, K: Kind>(&'a K::Tool);

impl<K: Kind> Serialize for Members<'_, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        K::serialize_members(self.0, &mut map)?;
        map.end()
    }
}

/// The text with each item of a list, and each member of an object, of the outermost on one line.
fn dense(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let inner = line.trim_start();
        let indent = line.len().saturating_sub(inner.len());
        if indent > 4 || indent == 4 && inner.starts_with(['}', ']']) {
            out.push_str(inner);
        } else {
            out.push_str(if out.is_empty() { "" } else { "\n" });
            out.push_str(line);
        }
    }
    out.push('\n');
    out
}
