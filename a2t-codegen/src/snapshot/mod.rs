//! The approved snapshot of a catalog: the tools an agent's developer agreed to, in one JSON file
//! that is committed, pinned by digest and reviewed like a lockfile.
//!
//! The file has the members `snapshot` (the format, 1), `url`, `selection` (where not everything
//! was approved at its newest version: `tools`, `tags`, `holds` and `versions` as they were asked
//! for), `headers` (where the server asks for some, the environment variable that holds each),
//! `digest` (of `url`, the canonical bytes of `selection`, of `headers` and of `names` if they are
//! there, and every tool in order, each followed by a line feed), `digests` (one for the canonical
//! bytes of each tool, by tool id; by `ID@VERSION` where several versions of it were approved),
//! `names` (where a client generated from an earlier snapshot had Rust names that this catalog
//! alone would not give, those, by path) and `items` (the canonical signatures, by name, newest
//! first). Only its layout may be changed by hand. Neither time nor order of arrival is in it, so
//! that the same catalog always gives the same bytes.

mod compare;
mod file;
mod follow;
mod read;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use a2t_core::{ToolId, ToolSignature};
use serde::ser::{Serialize, SerializeMap, Serializer};
use sha2::{Digest, Sha256};

use crate::Selection;

pub use crate::schema::following;
#[cfg(feature = "fetch")]
pub(crate) use compare::differing;
pub use compare::{Change, Kind, compare};
use file::fitted;
#[doc(hidden)]
pub use file::write_described;
pub use file::{Error, Update, update, write};
pub use follow::Rename;
pub(crate) use read::{broken, looks_written, read_value};
pub use read::{is_snapshot, read};

/// The format that is written, and the only one that is read.
pub const FORMAT: u64 = 1;

/// The tools of one vendor as they were approved.
///
/// ```
/// use a2t_codegen::snapshot::{self, Snapshot};
///
/// # let tool = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
/// #   "name":"add","description":"Adds.","version":1,"currentVersion":1}"#).unwrap().signature;
/// let approved = Snapshot::new("https://api.weather.example", vec![tool]);
///
/// let text = approved.render();
/// assert_eq!(snapshot::read(text.as_bytes()).unwrap(), approved);
///
/// let error = snapshot::read(text.replace("Adds.", "Adz.").as_bytes()).unwrap_err();
/// assert!(error.to_string().contains("tool `add`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Snapshot {
    /// The root that the catalog was fetched from, such as `https://api.weather.example`; `file:`
    /// and a path where it was a file, `import:`, a kind and a name where it was a foreign catalog.
    pub url: String,
    /// Tools of the catalog that were asked for; fetching again asks for the same.
    pub selection: Selection,
    /// Headers that the server asks for: their names in lower case, and the environment variable that
    /// holds each as a line, such as `Authorization: Bearer …`. No value is ever in a snapshot.
    pub headers: BTreeMap<String, String>,
    /// The Rust names that stay though this catalog alone would not give them, by path.
    pub names: BTreeMap<String, String>,
    /// The signatures, by name, and of one tool the newest first.
    pub tools: Vec<ToolSignature>,
}

impl Snapshot {
    /// Creates a snapshot of these tools, which may come in any order.
    pub fn new(url: impl Into<String>, mut tools: Vec<ToolSignature>) -> Self {
        let mut newest: HashMap<ToolId, (u32, String)> = HashMap::new();
        for tool in &tools {
            let found = newest.entry(tool.tool_id).or_default();
            if found.0 <= tool.version {
                *found = (tool.version, tool.name.clone().into_owned());
            }
        }
        tools.sort_by_cached_key(|tool| {
            let name = newest.get(&tool.tool_id).map(|(_, name)| name.clone());
            (name, tool.tool_id, Reverse(tool.version))
        });
        Self {
            url: url.into(),
            selection: Selection::default(),
            headers: BTreeMap::new(),
            names: BTreeMap::new(),
            tools,
        }
    }

    /// Returns the same snapshot of what was asked for with this selection.
    #[must_use]
    pub fn selected(mut self, selection: Selection) -> Self {
        self.selection = selection;
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

    /// Returns the same snapshot as the one that takes the place of `old`: the names that are
    /// generated for what was in that one stay as they are.
    ///
    /// Without an old snapshot, types and methods are named for the catalog alone; with one, a tool
    /// that was added, changed or removed changes no name of another tool. [`renames`] has the
    /// names of changed tools that could not stay. The headers that the server of the old one asks for
    /// stay too, unless this one is of another server or has its own. [`update`] does this.
    #[must_use]
    pub fn following(mut self, old: &Self) -> Self {
        if self.headers.is_empty() && self.url == old.url {
            self.headers.clone_from(&old.headers);
        }
        self.names = follow::follow(old, &self);
        self
    }

    /// Returns the digest that pins the whole snapshot: `sha256:` and 64 hexadecimal digits.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(self.url.as_bytes());
        hash.update(b"\n");
        if !self.selection.is_everything() {
            // Writing strings to memory has no way to fail.
            hash.update(serde_json::to_vec(&self.selection).unwrap_or_default());
            hash.update(b"\n");
        }
        for named in [&self.headers, &self.names].into_iter().filter(|named| !named.is_empty()) {
            hash.update(serde_json::to_vec(named).unwrap_or_default());
            hash.update(b"\n");
        }
        for tool in &self.tools {
            hash.update(tool.canonical());
            hash.update(b"\n");
        }
        shown(&hash.finalize())
    }

    /// Returns the text of the file; the same for equal snapshots. Each tool is laid out for
    /// people, or is on one line if the file would otherwise exceed the 8 MiB that are read.
    pub fn render(&self) -> String {
        // Writing strings and integers to memory has no way to fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        fitted(text)
    }
}

impl Serialize for Snapshot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("snapshot", &FORMAT)?;
        map.serialize_entry("url", &self.url)?;
        if !self.selection.is_everything() {
            map.serialize_entry("selection", &self.selection)?;
        }
        if !self.headers.is_empty() {
            map.serialize_entry("headers", &self.headers)?;
        }
        map.serialize_entry("digest", &self.digest())?;
        map.serialize_entry("digests", &Digests(&self.tools))?;
        if !self.names.is_empty() {
            map.serialize_entry("names", &self.names)?;
        }
        map.serialize_entry("items", &self.tools)?;
        map.end()
    }
}

/// Returns the names in the client of `new` that are others than in the client of `old`, although
/// the thing is the same: a program that uses them no longer compiles.
pub fn renames(old: &Snapshot, new: &Snapshot) -> Vec<Rename> {
    follow::renames(old, new)
}

struct Digests<'a>(&'a [ToolSignature]);

impl Serialize for Digests<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut counts: HashMap<ToolId, usize> = HashMap::new();
        for tool in self.0 {
            *counts.entry(tool.tool_id).or_default() += 1;
        }
        let entry = |tool: &ToolSignature| {
            let several = counts.get(&tool.tool_id).is_some_and(|count| *count > 1);
            let id = tool.tool_id.to_string();
            let key = if several { versioned(&id, tool.version) } else { id };
            (key, tool_digest(tool))
        };
        serializer.collect_map(self.0.iter().map(entry))
    }
}

/// Under which name the digest of a version stands where there are several of its tool.
fn versioned(id: &str, version: u32) -> String {
    format!("{id}@{version}")
}

/// The digest that pins one tool.
fn tool_digest(tool: &ToolSignature) -> String {
    shown(&Sha256::digest(tool.canonical()))
}

fn shown(hash: &[u8]) -> String {
    let mut text = String::from("sha256:");
    for byte in hash {
        text.push_str(&format!("{byte:02x}"));
    }
    text
}
