//! A snapshot's bytes become its tools again, if nothing in them was edited.

use std::collections::BTreeMap;
use std::fmt;

use a2t_core::error::{inert, nearest};
use a2t_core::json::{self, SyntaxError};
use a2t_core::{ToolSignature, signature};
use serde_json::{Map, Value};

use super::{FORMAT, Snapshot, tool_digest};
use crate::Selection;

const MEMBERS: [&str; 8] =
    ["snapshot", "url", "selection", "headers", "digest", "digests", "names", "items"];

/// Why a snapshot is not accepted: everything that is wrong with it, in document order. Each
/// prints as one line, `LINE:COLUMN: what is wrong; what to do`, safe for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    diagnostics: Vec<Diagnostic>,
}

/// One thing that is wrong with a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The name of the tool concerned, or its id where it has no name.
    pub tool: Option<String>,
    /// Description, and what to do.
    pub message: String,
}

impl ReadError {
    /// Everything that is wrong, at least one thing.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ReadError {}

/// Tells a snapshot from a page or a signature, also one that lost the member `snapshot`: its edit would
/// go unnoticed otherwise.
pub fn is_snapshot(document: &Value) -> bool {
    let has = |member| document.get(member).is_some();
    has("snapshot") || has("digest") && has("digests")
}

/// Tells by its layout if a text that is not JSON was a snapshot.
pub(crate) fn looks_written(text: &str) -> bool {
    let has = |line| text.contains(line);
    has("\n  \"snapshot\": ") || has("\n  \"digests\": {") && has("\n  \"items\": [")
}

/// Reads a snapshot and verifies every digest.
///
/// # Errors
/// Text that is not JSON, a format that is not read here, and every tool that was edited, added
/// or removed since it was approved, by name.
pub fn read(bytes: &[u8]) -> Result<Snapshot, ReadError> {
    let text = String::from_utf8_lossy(bytes);
    let document = json::parse_document(bytes).map_err(|error| broken(&text, &error))?;
    read_value(&text, &document)
}

/// Reads a snapshot out of the JSON of `text`, as [`read`] does out of bytes.
pub(crate) fn read_value(text: &str, document: &Value) -> Result<Snapshot, ReadError> {
    let mut reader = Reader { remedy: remedy(document), notes: Vec::new() };
    match reader.snapshot(document) {
        Some(snapshot) if reader.notes.is_empty() => Ok(snapshot),
        _ => Err(ReadError { diagnostics: located(text, reader.notes) }),
    }
}

fn located(text: &str, notes: Vec<Note>) -> Vec<Diagnostic> {
    let places = json::locate_all(text, notes.iter().map(|note| &*note.pointer));
    let diagnostic = |((line, column), note): ((usize, usize), Note)| Diagnostic {
        line,
        column,
        tool: note.tool,
        message: note.message,
    };
    let mut diagnostics: Vec<_> = places.into_iter().zip(notes).map(diagnostic).collect();
    diagnostics.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
    diagnostics
}

fn remedy(document: &Value) -> String {
    let url = document.get("url").and_then(Value::as_str).unwrap_or("URL");
    let url = inert(url);
    let command = if url.starts_with("import:") {
        "import FOREIGN".to_owned()
    } else {
        format!("fetch {url}")
    };
    format!(
        "restore the file, or delete it and approve the catalog anew with `cargo a2t {command} -o FILE`"
    )
}

/// A snapshot whose text is not JSON, by the tool that the break is near.
pub(crate) fn broken(text: &str, error: &SyntaxError) -> ReadError {
    let tool = tool_around(text, error.line);
    let near = tool.as_ref().map_or(String::new(), |tool| format!(" near tool `{tool}`"));
    let (line, column) = (error.line.max(1), error.column);
    let message = format!(
        "not valid JSON{near}: {}; restore the file, or delete it and fetch the catalog anew",
        error.message
    );
    ReadError { diagnostics: vec![Diagnostic { line, column, tool, message }] }
}

/// The name of the tool around `line`, told by the layout that is written; that of the first tool
/// where none begins above.
fn tool_around(text: &str, line: usize) -> Option<String> {
    const OPENING: &str = "    {";
    let lines: Vec<_> = text.lines().collect();
    let above = lines.iter().take(line).rposition(|line| *line == OPENING);
    let first = lines.iter().position(|line| line.starts_with("  \"items\":"));
    let start = above.or(first.filter(|first| *first < line))?;
    let member = |name: &str| {
        let inside = lines.iter().skip(start.saturating_add(1));
        let mut inside = inside.take_while(|line| **line != OPENING);
        inside.find_map(|line| Some(line.strip_prefix(name)?.trim_matches(['"', ',', ' '])))
    };
    let found = member("      \"name\":").or_else(|| member("      \"toolId\":"))?;
    Some(inert(found))
}

/// A [`Diagnostic`] before its place is known.
struct Note {
    pointer: String,
    tool: Option<String>,
    message: String,
}

struct Reader {
    remedy: String,
    notes: Vec<Note>,
}

impl Reader {
    fn snapshot(&mut self, document: &Value) -> Option<Snapshot> {
        let Value::Object(members) = document else {
            self.note("", None, "not a snapshot: expected an object with the member `snapshot`");
            return None;
        };
        self.format(members)?;
        self.unknown(members);
        let url = self.text_member(members, "url");
        let selection = self.selection(members);
        let digest = self.text_member(members, "digest");
        let headers = self.texts(members, "headers", "variables for `headers`");
        let names = self.texts(members, "names", "Rust `names` by path");
        let tools = self.tools(members);
        let snapshot = Snapshot { url, selection, headers, names, tools };
        if self.notes.is_empty() && snapshot.digest() != digest {
            let what = "`url`, `selection`, `headers`, `names`, `digest` or the order of `items` was edited";
            self.edited("/digest", None, what);
        }
        Some(snapshot)
    }

    fn format(&mut self, members: &Map<String, Value>) -> Option<()> {
        match members.get("snapshot") {
            Some(format) if format.as_u64() == Some(FORMAT) => Some(()),
            found => {
                let found = found.map_or("nothing".to_owned(), |value| inert(&value.to_string()));
                let message = format!(
                    "expected snapshot format {FORMAT}, got {found}; fetch the catalog anew, or use the release of a2t that wrote the file"
                );
                self.note("/snapshot", None, &message);
                None
            }
        }
    }

    fn unknown(&mut self, members: &Map<String, Value>) {
        for name in members.keys().filter(|name| !MEMBERS.contains(&name.as_str())) {
            let meant = nearest(name, MEMBERS).map(|near| format!("; did you mean `{near}`?"));
            let what = format!("unknown member `{}`{}", inert(name), meant.unwrap_or_default());
            self.edited(&format!("/{}", json::segment(name)), None, &what);
        }
    }

    fn text_member(&mut self, members: &Map<String, Value>, name: &str) -> String {
        let found = members.get(name).and_then(Value::as_str);
        if found.is_none() {
            self.edited(&format!("/{name}"), None, &format!("expected a string `{name}`"));
        }
        found.unwrap_or_default().to_owned()
    }

    fn selection(&mut self, members: &Map<String, Value>) -> Selection {
        let Some(value) = members.get("selection") else {
            return Selection::default();
        };
        let selection = Selection::from_json(value);
        if selection.is_none() {
            let what = "expected a `selection` of `tools`, `tags`, `holds` and `versions`";
            self.edited("/selection", None, what);
        }
        selection.unwrap_or_default()
    }

    /// The texts by name of a member that may be absent.
    fn texts(
        &mut self,
        members: &Map<String, Value>,
        member: &str,
        expected: &str,
    ) -> BTreeMap<String, String> {
        let Some(value) = members.get(member) else {
            return BTreeMap::new();
        };
        let names = value.as_object().and_then(|names| {
            let name =
                |(path, name): (&String, &Value)| Some((path.clone(), name.as_str()?.into()));
            names.iter().map(name).collect::<Option<BTreeMap<_, _>>>()
        });
        if names.as_ref().is_none_or(BTreeMap::is_empty) {
            self.edited(&format!("/{member}"), None, &format!("expected {expected}"));
        }
        names.unwrap_or_default()
    }

    fn tools(&mut self, members: &Map<String, Value>) -> Vec<ToolSignature> {
        let (Some(Value::Object(digests)), Some(Value::Array(items))) =
            (members.get("digests"), members.get("items"))
        else {
            self.edited("", None, "expected an object `digests` and an array `items`");
            return Vec::new();
        };
        let mut left: BTreeMap<_, _> = digests.iter().collect();
        let mut tools = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let at = format!("/items/{index}");
            if let Some(id) = item.get("toolId").and_then(Value::as_str) {
                let version = item.get("version").and_then(Value::as_u64);
                let version = version.and_then(|version| u32::try_from(version).ok());
                let several = super::versioned(id, version.unwrap_or_default());
                let pinned = left.remove(&several).or_else(|| left.remove(&id.to_owned()));
                tools.extend(self.tool(item, &at, pinned.and_then(Value::as_str)));
            } else {
                self.edited(&at, Some(label(item)), "it has no `toolId`");
            }
        }
        for id in left.into_keys() {
            let tool = inert(id);
            self.edited(
                &format!("/digests/{}", json::segment(id)),
                Some(tool),
                "it was removed from `items`",
            );
        }
        tools
    }

    fn tool(&mut self, item: &Value, at: &str, pinned: Option<&str>) -> Option<ToolSignature> {
        let name = label(item);
        let Some(pinned) = pinned else {
            self.edited(at, Some(name), "it has no entry in `digests`");
            return None;
        };
        let parsed = match signature::parse_value(item, at) {
            Ok(parsed) => parsed.signature,
            Err(violations) => {
                for found in &violations {
                    let what = format!("{} [{}]", found.message(), found.code.id());
                    self.edited(&found.pointer, Some(name.clone()), &what);
                }
                return None;
            }
        };
        // Spellings that mean the same, such as an upper-case id, were not written by us either.
        let same = serde_json::to_value(&parsed).is_ok_and(|value| value == *item);
        if !same || tool_digest(&parsed) != pinned {
            self.edited(at, Some(name), "its content is not what its digest pins");
        }
        Some(parsed)
    }

    fn edited(&mut self, pointer: &str, tool: Option<String>, what: &str) {
        let subject = tool.as_ref().map_or(String::new(), |tool| format!("tool `{tool}`: "));
        let message = format!("{subject}{what} (edited since it was approved); {}", self.remedy);
        self.note(pointer, tool, &message);
    }

    fn note(&mut self, pointer: &str, tool: Option<String>, message: &str) {
        self.notes.push(Note { pointer: pointer.to_owned(), tool, message: message.to_owned() });
    }
}

/// The name by which a person knows the item.
fn label(item: &Value) -> String {
    let member = |name| item.get(name).and_then(Value::as_str);
    inert(member("name").or_else(|| member("toolId")).unwrap_or("without name"))
}
