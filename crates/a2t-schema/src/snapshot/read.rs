//! A file's bytes become the tools that were approved, if nothing in them was edited.

use a2t_core::document::{DocumentError, Edits, Reason, not_json};
use a2t_core::error::{SyntaxError, inert};
use a2t_core::json::{shown, wrong_type};
use a2t_core::wire::page::read_document;
use a2t_core::{Code, ValidationError, Violation, Violations};
use serde_json::{Map, Value};

use super::first::{self, Digests, Layout};
use super::{FORMAT, Kind, MARK, Protocol, SnapshotOf, digest};
use crate::server::{string, unknown};
use crate::{Digest, Server, Source, canonical, limit};

type Members = Map<String, Value>;

/// Returns `true` if the document is a snapshot of any protocol and format, also if it lost its mark,
/// because the edit would go unnoticed otherwise.
///
/// ```
/// use a2t_schema::snapshot::is_snapshot;
/// assert!(is_snapshot(&serde_json::json!({"a2t": "snapshot"})));
/// assert!(!is_snapshot(&serde_json::json!({"tools": []})));
/// ```
pub fn is_snapshot(document: &Value) -> bool {
    let has = |member| document.get(member).is_some();
    let mark = document.get("a2t").and_then(Value::as_str);
    let is_marked = matches!(mark, Some(MARK | first::MCP_MARK)) || has("snapshot");
    let is_list = has("tools") && (has("source") || has("server") || has("protocol"));
    is_marked || has("digest") && (is_list || has("digests"))
}

/// Returns `true` if the document has the format that is written.
pub fn is_current(document: &Value) -> bool {
    document.as_object().is_some_and(|members| layout(members) == Ok(Layout::Current))
}

/// Returns, by the layout of a text that is not JSON, whether it was a snapshot.
pub fn looks_written(text: &str) -> bool {
    let has = |line| text.contains(line);
    let is_marked = has("\n  \"a2t\": \"snap") || has("\n  \"a2t\": \"mcp-");
    let is_marked = is_marked || has("\n  \"snapshot\": ");
    let is_list = has("\n  \"digest\": ") && has("\n  \"tools\": [");
    is_marked || is_list || has("\n  \"digests\": {") && has("\n  \"items\": [")
}

/// Returns the protocol of a snapshot, as far as it is known.
pub fn protocol(document: &Value) -> Option<Protocol> {
    let members = document.as_object()?;
    let layout = layout(members).ok()?;
    Protocol::named(layout.head(members).get("protocol")?.as_str()?)
}

pub(super) fn parse<K: Kind>(bytes: &[u8]) -> Result<SnapshotOf<K>, DocumentError> {
    let text = String::from_utf8_lossy(bytes);
    match read_document(bytes) {
        Ok(document) => read(&text, &document),
        Err(ValidationError::Syntax(error)) => Err(broken(&text, &error)),
        Err(ValidationError::Rules(violations)) => Err(DocumentError::new("", &violations)),
    }
}

pub(super) fn read<K: Kind>(text: &str, document: &Value) -> Result<SnapshotOf<K>, DocumentError> {
    let mut reader = Reader { edits: Edits::new(help(document)) };
    match reader.snapshot(document) {
        Some(snapshot) if reader.edits.is_empty() => Ok(snapshot),
        _ => Err(reader.edits.into_error(text)),
    }
}

/// Returns the error of a snapshot that is not JSON, by the tool that the break is near.
pub fn broken(text: &str, error: &SyntaxError) -> DocumentError {
    let list = if text.contains("\n  \"items\": [") { "items" } else { "tools" };
    not_json(text, error, list, &help(&Value::Null))
}

fn help(document: &Value) -> String {
    let command = approval(document).unwrap_or_else(|| "fetch".to_owned());
    format!(
        " (it was edited after it was approved); restore the file, or delete it and approve the tools again with \
         `cargo a2t {command}`"
    )
}

/// The command that approves such a snapshot.
fn approval(document: &Value) -> Option<String> {
    let members = document.as_object()?;
    let protocol = protocol(document)?;
    let head = layout(members).ok()?.head(members);
    let source = Source::read(head.get("source")?, protocol).ok()?;
    Some(match (protocol, &source) {
        (_, Source::Import { .. }) => "import FOREIGN -o FILE".to_owned(),
        (_, Source::Stdio { .. }) => "fetch --mcp-stdio -o FILE -- COMMAND".to_owned(),
        (Protocol::A2t, Source::File { path }) => format!("fetch {} -o FILE", inert(path)),
        (Protocol::A2t, source) => format!("fetch {} -o FILE", inert(&source.to_string())),
        (protocol, source) => format!("fetch --{protocol} {} -o FILE", inert(&source.to_string())),
    })
}

/// The layout of a file; otherwise the member that is wrong, and what it is.
fn layout(members: &Members) -> Result<Layout, (&'static str, String)> {
    let got = |member: &str| members.get(member).map_or("nothing".to_owned(), shown);
    let number = |member: &str| members.get(member).and_then(Value::as_u64);
    let another = |member: &'static str, format: u64| {
        let got = got(member);
        let what = format!(
            "expected snapshot format {format}, got {got}; use the release of a2t that wrote the file"
        );
        Err((member, what))
    };
    match members.get("a2t").and_then(Value::as_str) {
        Some(MARK) if number("format") == Some(FORMAT) => Ok(Layout::Current),
        Some(MARK) => another("format", FORMAT),
        Some(first::MCP_MARK) if number("format") == Some(first::FORMAT) => Ok(Layout::Mcp),
        Some(first::MCP_MARK) => another("format", first::FORMAT),
        _ if number("snapshot") == Some(first::FORMAT) => Ok(Layout::A2t),
        _ if members.contains_key("snapshot") => another("snapshot", first::FORMAT),
        _ => Err((
            "a2t",
            format!("not a snapshot: expected `\"a2t\": \"{MARK}\"`, got {}", got("a2t")),
        )),
    }
}

struct Reader {
    edits: Edits,
}

impl Reader {
    fn snapshot<K: Kind>(&mut self, document: &Value) -> Option<SnapshotOf<K>> {
        let Value::Object(members) = document else {
            let message = format!("not a snapshot: expected an object with `\"a2t\": \"{MARK}\"`");
            self.edits.note("", None, Reason::Edited(message));
            return None;
        };
        let layout = match layout(members) {
            Ok(layout) => layout,
            Err((member, what)) => {
                self.edits.note(&format!("/{member}"), None, Reason::Edited(what));
                return None;
            }
        };
        let head = layout.head(members);
        let mut found = Violations::default();
        unknown(members, layout.members(), &mut found, "");
        let protocol = protocol_of::<K>(&head, &mut found);
        let source = required(&head, "source", &mut found).zip(protocol);
        let source = source.and_then(|(value, protocol)| {
            Source::read(value, protocol).map_err(|violations| found.append(violations)).ok()
        });
        let server = head.get("server").map(|value| Server::read(value, &mut found, "/server"));
        let revision = string(&head, "revision", &mut found, "").unwrap_or_default();
        let digest = required(members, "digest", &mut found).and_then(Value::as_str);
        let [pass_env, arg_env] =
            ["passEnv", "argEnv"].map(|member| listed(&head, member, &mut found));
        self.edits.violations(found, None);
        let selection = self.selection::<K>(&head);
        let headers = self.edits.texts(&head, "headers");
        let names = self.edits.texts(&head, "names");
        let (tools, digests) = self.tools::<K>(members, layout);
        let (source, server) = (source?, server.unwrap_or_else(|| Some(Server::default()))?);
        let snapshot = SnapshotOf {
            source,
            server,
            revision,
            selection,
            headers,
            pass_env,
            arg_env,
            names,
            tools,
        };
        let whole = || layout.digest(members, &snapshot, digests).to_string();
        if self.edits.is_empty() && digest.is_none_or(|pinned| pinned != whole()) {
            let list = layout.list();
            let what = format!("`digest`, a member before it or the order of `{list}` was edited");
            self.edits.edited("/digest", None, &what);
        }
        Some(snapshot)
    }

    fn selection<K: Kind>(&mut self, head: &Members) -> K::Selection {
        let Some(value) = head.get("selection") else {
            return K::Selection::default();
        };
        let selection = K::read_selection(value);
        if selection.is_none() {
            let what = "expected a `selection` of `tools`, `tags`, `holds` and `versions`";
            self.edits.edited("/selection", None, what);
        }
        selection.unwrap_or_default()
    }

    /// Returns the tools, and the digest of each.
    fn tools<K: Kind>(&mut self, members: &Members, layout: Layout) -> (Vec<K::Tool>, Vec<Digest>) {
        let (list, most) = (layout.list(), limit::TOOLS_MAX);
        let at = format!("/{list}");
        let mut found = Violations::default();
        let items = match required(members, list, &mut found) {
            Some(Value::Array(items)) => items.as_slice(),
            Some(other) => {
                found.push(wrong_type(&at, "an array", other));
                &[]
            }
            None => &[],
        };
        if K::is_too_many(items, most) {
            let violation = Violation::new(Code::TooMany, &*at);
            found.push(violation.expected(format!("at most {most} tools")));
        }
        self.edits.violations(found, None);
        let mut digests = Digests::new(layout, members, &mut self.edits);
        let (mut tools, mut own) = (Vec::new(), Vec::new());
        for (index, item) in items.iter().enumerate() {
            let mut rest = item.clone();
            let next = rest.as_object_mut().and_then(|members| members.remove("digest"));
            let pinned = match &mut digests {
                Some(digests) => digests.take(item),
                None => next.as_ref(),
            };
            let item = if digests.is_some() { item } else { &rest };
            let read = self.tool::<K>(item, pinned, &format!("{at}/{index}"));
            let (tool, digest) = read.unzip();
            tools.extend(tool);
            own.extend(digest);
        }
        if let Some(digests) = digests {
            digests.finish(&mut self.edits);
        }
        for (index, violation) in K::check(&tools, &at) {
            self.edits.violations(violation.into(), tools.get(index).map(K::name));
        }
        (tools, own)
    }

    fn tool<K: Kind>(
        &mut self,
        item: &Value,
        pinned: Option<&Value>,
        at: &str,
    ) -> Option<(K::Tool, Digest)> {
        let text = |member| item.get(member).and_then(Value::as_str);
        let index = at.rsplit('/').next().unwrap_or_default();
        let label = text("name").or_else(|| text("toolId")).unwrap_or(index);
        let tool = match K::read(item, at) {
            Ok(tool) => tool,
            Err(violations) => {
                self.edits.violations(violations, Some(label));
                return None;
            }
        };
        let digest = digest::<K>(&tool);
        let is_pinned = pinned.and_then(Value::as_str) == Some(&digest.to_string());
        if pinned.is_none() {
            self.edits.edited(at, Some(label), "it has no digest");
        } else if !is_pinned || !is_same(item, &value::<K>(&tool)) {
            self.edits.edited(at, Some(label), "its content does not match its digest");
        }
        Some((tool, digest))
    }
}

/// Returns the item that is written for a tool, without its digest.
fn value<K: Kind>(tool: &K::Tool) -> Value {
    serde_json::to_value(super::Members::<K>(tool)).unwrap_or_default()
}

/// Returns `true` for one JSON value in two spellings. Most are spelt the same, which is faster to see.
fn is_same(one: &Value, other: &Value) -> bool {
    one == other || canonical::normal(one) == canonical::normal(other)
}

fn protocol_of<K: Kind>(head: &Members, found: &mut Violations) -> Option<Protocol> {
    let value = required(head, "protocol", found)?;
    let protocol = value.as_str().and_then(Protocol::named);
    let protocol = protocol.filter(|protocol| K::PROTOCOLS.contains(protocol));
    if protocol.is_none() {
        let expected = K::PROTOCOLS.iter().map(|protocol| format!("`{protocol}`"));
        let expected = expected.collect::<Vec<_>>().join(" or ");
        let violation = Violation::new(Code::WrongMemberType, "/protocol").expected(expected);
        found.push(violation.got(shown(value)));
    }
    protocol
}

fn required<'v>(members: &'v Members, member: &str, found: &mut Violations) -> Option<&'v Value> {
    let value = members.get(member);
    if value.is_none() {
        let violation = Violation::new(Code::MissingMember, "");
        found.push(violation.expected(format!("the member `{member}`")).got("nothing"));
    }
    value
}

fn listed(members: &Members, member: &str, found: &mut Violations) -> Vec<String> {
    let Some(value) = members.get(member) else {
        return Vec::new();
    };
    let names = value.as_array().into_iter().flatten().map(Value::as_str);
    let names: Option<Vec<_>> = names.map(|name| name.map(str::to_owned)).collect();
    match names {
        Some(names) if !names.is_empty() => names,
        _ => {
            found.push(wrong_type(&format!("/{member}"), "an array of names", value));
            Vec::new()
        }
    }
}
