//! A file's bytes become the tools that were approved, if nothing in them was edited.

use a2t_core::document::{DocumentError, Edits, not_json};
use a2t_core::error::SyntaxError;
use a2t_core::json::{shown, wrong_type};
use a2t_core::wire::page::read_document;
use a2t_core::{Code, ValidationError, Violation, Violations};
use serde_json::{Map, Value};

use super::{FORMAT, HEAD, MARK, Snapshot};
use crate::server::{string, unknown};
use crate::tool::duplicates;
use crate::{Server, Source, Tool, canonical, limit};

type Members = Map<String, Value>;

/// Returns `true` if the document is a snapshot, also if it lost its mark, because the edit would
/// go unnoticed otherwise.
///
/// ```
/// use a2t_schema::snapshot::is_snapshot;
/// assert!(is_snapshot(&serde_json::json!({"a2t": "mcp-snapshot"})));
/// assert!(!is_snapshot(&serde_json::json!({"tools": []})));
/// ```
pub fn is_snapshot(document: &Value) -> bool {
    let has = |member| document.get(member).is_some();
    document.get("a2t").and_then(Value::as_str) == Some(MARK)
        || has("tools") && has("digest") && (has("server") || has("source"))
}

/// Returns, by the layout of a text that is not JSON, whether it was a snapshot.
pub fn looks_written(text: &str) -> bool {
    let has = |line| text.contains(line);
    has("\n  \"a2t\": \"mcp-") || has("\n  \"digest\": ") && has("\n  \"tools\": [")
}

pub(super) fn parse(bytes: &[u8]) -> Result<Snapshot, DocumentError> {
    let text = String::from_utf8_lossy(bytes);
    match read_document(bytes) {
        Ok(document) => read(&text, &document),
        Err(ValidationError::Syntax(error)) => Err(broken(&text, &error)),
        Err(ValidationError::Rules(violations)) => Err(DocumentError::of("", &violations)),
    }
}

/// Reads a snapshot out of the JSON value of `text`, as [`Snapshot::parse`] does out of bytes.
///
/// # Errors
/// Those of [`Snapshot::parse`].
pub fn read(text: &str, document: &Value) -> Result<Snapshot, DocumentError> {
    let mut reader = Reader { edits: Edits::new(HELP) };
    match reader.snapshot(document) {
        Some(snapshot) if reader.edits.is_empty() => Ok(snapshot),
        _ => Err(reader.edits.into_error(text)),
    }
}

/// Returns the error of a snapshot that is not JSON, by the tool that the break is near.
pub fn broken(text: &str, error: &SyntaxError) -> DocumentError {
    not_json(text, error, "tools", HELP)
}

const HELP: &str = "; restore the file, or delete it and approve the server's tools again with \
                      `cargo a2t fetch`";

struct Reader {
    edits: Edits,
}

impl Reader {
    fn snapshot(&mut self, document: &Value) -> Option<Snapshot> {
        let Value::Object(members) = document else {
            self.edits.violations(wrong_type("", "an object", document).into(), None);
            return None;
        };
        self.format(members)?;
        let mut found = Violations::default();
        let known: Vec<_> = HEAD.into_iter().chain(["digest", "tools"]).collect();
        unknown(members, &known, &mut found, "");
        let source = required(members, "source", &mut found)
            .and_then(|value| Source::read(value, &mut found, "/source"));
        let server = required(members, "server", &mut found)
            .and_then(|value| Server::read(value, &mut found, "/server"));
        let protocol = required(members, "protocol", &mut found)
            .and_then(|_| string(members, "protocol", &mut found, ""));
        let digest = required(members, "digest", &mut found).and_then(Value::as_str);
        let [selected, pass_env, arg_env] =
            ["selected", "passEnv", "argEnv"].map(|member| listed(members, member, &mut found));
        self.edits.violations(found, None);
        let headers = self.edits.texts(members, "headers");
        let names = self.edits.texts(members, "names");
        let tools = self.tools(members);
        let (source, server, protocol) = (source?, server?, protocol?);
        let snapshot = Snapshot {
            source,
            server,
            protocol,
            selected,
            headers,
            pass_env,
            arg_env,
            names,
            tools,
        };
        if self.edits.is_empty() && digest != Some(&snapshot.digest().to_string()) {
            let what = "`source`, `server`, `protocol`, `selected`, `headers`, `passEnv`, `argEnv`, `names`, \
                        `digest` or the order of `tools` was edited";
            self.edits.edited("/digest", None, what);
        }
        Some(snapshot)
    }

    fn format(&mut self, members: &Members) -> Option<()> {
        let got = |member: &str| members.get(member).map_or("nothing".to_owned(), shown);
        if members.get("a2t").and_then(Value::as_str) != Some(MARK) {
            let what = format!("expected `\"a2t\": \"{MARK}\"`, got {}", got("a2t"));
            self.edits.edited("/a2t", None, &what);
            return None;
        }
        if members.get("format").and_then(Value::as_u64) != Some(FORMAT) {
            let what = format!(
                "expected format {FORMAT}, got {}, which another release of a2t reads",
                got("format")
            );
            self.edits.edited("/format", None, &what);
            return None;
        }
        Some(())
    }

    fn tools(&mut self, members: &Members) -> Vec<Tool> {
        let mut found = Violations::default();
        let items = match required(members, "tools", &mut found) {
            Some(Value::Array(items)) => items.as_slice(),
            Some(other) => {
                found.push(wrong_type("/tools", "an array", other));
                &[]
            }
            None => &[],
        };
        let most = limit::TOOLS_MAX;
        if items.len() > most {
            let violation = Violation::new(Code::TooMany, "/tools");
            found.push(violation.expected(format!("at most {most} tools")));
        }
        self.edits.violations(found, None);
        let tools: Vec<_> = items
            .iter()
            .take(most)
            .enumerate()
            .filter_map(|(index, item)| self.tool(item, &format!("/tools/{index}")))
            .collect();
        for (index, violation) in duplicates(tools.iter().enumerate(), "/tools") {
            let name = tools.get(index).map(|tool| &*tool.name);
            self.edits.violations(violation.into(), name);
        }
        tools
    }

    fn tool(&mut self, item: &Value, at: &str) -> Option<Tool> {
        let name = item.get("name").and_then(Value::as_str);
        let label = name.unwrap_or_else(|| at.trim_start_matches("/tools/"));
        let tool = match Tool::read(item, at) {
            Ok(tool) => tool.without_layout(item),
            Err(violations) => {
                self.edits.violations(violations, Some(label));
                return None;
            }
        };
        let mut rest = item.clone();
        let digest = rest.as_object_mut().and_then(|members| members.remove("digest"));
        let is_whole = canonical::normal(&rest) == canonical::normal(&tool.to_value());
        let digest = digest.as_ref().and_then(Value::as_str);
        if !is_whole || digest != Some(&tool.digest().to_string()) {
            self.edits.edited(at, Some(label), "is not what was approved");
        }
        Some(tool)
    }
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
