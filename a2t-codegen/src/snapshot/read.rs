//! A snapshot's bytes become its tools again, if nothing in them was edited.

use std::collections::BTreeMap;

use a2t_core::document::{DocumentError, Edits, Reason, not_json};
use a2t_core::error::{inert, nearest};
use a2t_core::json::{self, SyntaxError};
use a2t_core::{ToolSignature, signature};
use serde_json::{Map, Value};

use super::{FORMAT, Snapshot, tool_digest};
use crate::Selection;

const MEMBERS: [&str; 8] =
    ["snapshot", "url", "selection", "headers", "digest", "digests", "names", "items"];

/// Returns `true` if the document is a snapshot and not a page or a signature, also if it lost the
/// member `snapshot`, because the edit would go unnoticed otherwise.
pub fn is_snapshot(document: &Value) -> bool {
    let has = |member| document.get(member).is_some();
    has("snapshot") || has("digest") && has("digests")
}

/// Returns, by the layout of a text that is not JSON, whether it was a snapshot.
pub(crate) fn looks_written(text: &str) -> bool {
    let has = |line| text.contains(line);
    has("\n  \"snapshot\": ") || has("\n  \"digests\": {") && has("\n  \"items\": [")
}

/// Reads a snapshot and verifies every digest.
///
/// # Errors
/// Text that is not JSON, a format that is not read here, and every tool that was edited, added
/// or removed since it was approved, by name.
pub fn read(bytes: &[u8]) -> Result<Snapshot, DocumentError> {
    let text = String::from_utf8_lossy(bytes);
    let document = json::parse_document(bytes).map_err(|error| broken(&text, &error))?;
    read_value(&text, &document)
}

/// Reads a snapshot out of the JSON of `text`, as [`read`] does out of bytes.
pub(crate) fn read_value(text: &str, document: &Value) -> Result<Snapshot, DocumentError> {
    let mut reader = Reader { edits: Edits::new(help(document)) };
    match reader.snapshot(document) {
        Some(snapshot) if reader.edits.is_empty() => Ok(snapshot),
        _ => Err(reader.edits.into_error(text)),
    }
}

fn help(document: &Value) -> String {
    let url = document.get("url").and_then(Value::as_str).unwrap_or("URL");
    let url = inert(url);
    let command = if url.starts_with("import:") {
        "import FOREIGN".to_owned()
    } else {
        format!("fetch {url}")
    };
    format!(
        " (it was edited after it was approved); restore the file, or delete it and approve the catalog again with \
         `cargo a2t {command} -o FILE`"
    )
}

/// Returns the error of a snapshot whose text is not JSON.
pub(crate) fn broken(text: &str, error: &SyntaxError) -> DocumentError {
    let help = "; restore the file, or delete it and fetch the catalog again";
    not_json(text, error, "items", help)
}

struct Reader {
    edits: Edits,
}

impl Reader {
    fn snapshot(&mut self, document: &Value) -> Option<Snapshot> {
        let Value::Object(members) = document else {
            let message =
                "not a snapshot: expected an object with the member `snapshot`".to_owned();
            self.edits.note("", None, Reason::Edited(message));
            return None;
        };
        self.format(members)?;
        self.unknown(members);
        let url = self.text_member(members, "url");
        let selection = self.selection(members);
        let digest = self.text_member(members, "digest");
        let headers = self.edits.texts(members, "headers");
        let names = self.edits.texts(members, "names");
        let tools = self.tools(members);
        let snapshot = Snapshot { url, selection, headers, names, tools };
        if self.edits.is_empty() && snapshot.digest() != digest {
            let what = "`url`, `selection`, `headers`, `names`, `digest` or the order of `items` was edited";
            self.edits.edited("/digest", None, what);
        }
        Some(snapshot)
    }

    fn format(&mut self, members: &Map<String, Value>) -> Option<()> {
        match members.get("snapshot") {
            Some(format) if format.as_u64() == Some(FORMAT) => Some(()),
            found => {
                let found = found.map_or("nothing".to_owned(), |value| inert(&value.to_string()));
                let message = format!(
                    "expected snapshot format {FORMAT}, got {found}; fetch the catalog again, or use the release of a2t that wrote the file"
                );
                self.edits.note("/snapshot", None, Reason::Edited(message));
                None
            }
        }
    }

    fn unknown(&mut self, members: &Map<String, Value>) {
        for name in members.keys().filter(|name| !MEMBERS.contains(&name.as_str())) {
            let meant = nearest(name, MEMBERS).map(|near| format!("; did you mean `{near}`?"));
            let what = format!("unknown member `{}`{}", inert(name), meant.unwrap_or_default());
            self.edits.edited(&format!("/{}", json::segment(name)), None, &what);
        }
    }

    fn text_member(&mut self, members: &Map<String, Value>, name: &str) -> String {
        let found = members.get(name).and_then(Value::as_str);
        if found.is_none() {
            self.edits.edited(&format!("/{name}"), None, &format!("expected a string `{name}`"));
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
            self.edits.edited("/selection", None, what);
        }
        selection.unwrap_or_default()
    }

    fn tools(&mut self, members: &Map<String, Value>) -> Vec<ToolSignature> {
        let (Some(Value::Object(digests)), Some(Value::Array(items))) =
            (members.get("digests"), members.get("items"))
        else {
            self.edits.edited("", None, "expected an object `digests` and an array `items`");
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
                self.edits.edited(&at, Some(label(item)), "it has no `toolId`");
            }
        }
        for id in left.into_keys() {
            let at = format!("/digests/{}", json::segment(id));
            self.edits.edited(&at, Some(id), "it was removed from `items`");
        }
        tools
    }

    fn tool(&mut self, item: &Value, at: &str, pinned: Option<&str>) -> Option<ToolSignature> {
        let name = label(item);
        let Some(pinned) = pinned else {
            self.edits.edited(at, Some(name), "it has no entry in `digests`");
            return None;
        };
        let parsed = match signature::parse_value(item, at) {
            Ok(parsed) => parsed.signature,
            Err(violations) => {
                for found in &violations {
                    let what = format!("{} [{}]", found.message(), found.code.id());
                    self.edits.edited(&found.pointer, Some(name), &what);
                }
                return None;
            }
        };
        // Spellings that mean the same, such as an upper-case id, were not written by us either.
        let same = serde_json::to_value(&parsed).is_ok_and(|value| value == *item);
        if !same || tool_digest(&parsed) != pinned {
            self.edits.edited(at, Some(name), "its content does not match its digest");
        }
        Some(parsed)
    }
}

/// The name by which a person knows the item.
fn label(item: &Value) -> &str {
    let member = |name| item.get(name).and_then(Value::as_str);
    member("name").or_else(|| member("toolId")).unwrap_or("without name")
}
