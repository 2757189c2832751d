//! The files of one tool's folder become its versions and tombstones, or what is wrong with them.

use std::borrow::Cow;

use serde_json::Value;

use super::fast;
use super::path::FileName;
use super::text::{Tombstone, lines, text};
use super::violation::{FileViolation, Reason};
use crate::error::ValidationError;
use crate::json::{self, SyntaxError};
use crate::signature::{Parsed, ToolId, ToolSignature, parse_value};

/// Published versions of one tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// The versions, oldest first, each with the newest as its `current_version`.
    pub versions: Vec<ToolSignature>,
    /// The versions that were taken back for good, lowest first.
    pub tombstones: Vec<Tombstone>,
}

/// Reading of a tool's folder, with the violations of what could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Versions that could be read.
    pub published: Published,
    /// Violations, in the order of the versions.
    pub violations: Vec<FileViolation>,
}

impl Reading {
    /// Returns everything that is published, or every violation.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn into_result(self) -> Result<Published, Vec<FileViolation>> {
        if self.violations.is_empty() { Ok(self.published) } else { Err(self.violations) }
    }
}

/// Reads the files of one tool's folder, each with the path to name it by; the last segment counts.
/// Files that do not end in `.json` are passed over.
///
/// ```
/// use a2t_core::published;
/// let files = [("published/add/v1.json", &b"{}"[..]), ("published/add/notes.txt", b"")];
/// let violations = published::read(files).into_result().unwrap_err();
/// assert_eq!(violations.len(), 1);
/// assert_eq!(violations[0].path, "published/add/v1.json");
/// assert!(violations[0].help().contains("`cargo a2t check`"));
/// ```
pub fn read<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Reading {
    let mut reading = Reading::default();
    let mut named = Vec::new();
    for (path, bytes) in files {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        match FileName::parse(name) {
            Some(name) => named.push((name.version(), name, path, bytes)),
            None if name.ends_with(".json") => reading.violation(path, Reason::Misnamed),
            None => {}
        }
    }
    named.sort_unstable();
    let (mut folder, mut next) = (None, 1);
    for (version, name, path, bytes) in named {
        if version > next {
            reading.violation(path, Reason::Gap { missing: next, version });
        } else if version < next {
            // The one other file of this version, a tombstone, came before.
            reading.violation(path, Reason::PublishedAndRetired(version));
        }
        next = version.saturating_add(1);
        let found = match name {
            FileName::Version(_) => reading.version(path, bytes),
            FileName::Retired(_) => reading.tombstone(path, bytes),
        };
        if let Some(found) = found {
            let tool = *folder.get_or_insert(found.tool);
            reading.compare(path, Version { tool, number: version }, found);
        }
    }
    reading.published.point();
    reading
}

impl Reading {
    fn violation(&mut self, path: &str, reason: Reason) {
        self.violations.push(FileViolation::new(path, reason));
    }

    fn version(&mut self, path: &str, bytes: &[u8]) -> Option<Version> {
        match read_version(bytes) {
            Ok(signature) => {
                let found = Version { tool: signature.tool_id, number: signature.version };
                self.published.versions.push(signature);
                Some(found)
            }
            Err(reason) => {
                self.violation(path, reason);
                None
            }
        }
    }

    fn tombstone(&mut self, path: &str, bytes: &[u8]) -> Option<Version> {
        match read_tombstone(bytes) {
            Ok(tombstone) => {
                let found = Version { tool: tombstone.tool_id, number: tombstone.version };
                self.published.tombstones.push(tombstone);
                Some(found)
            }
            Err(reason) => {
                self.violation(path, reason);
                None
            }
        }
    }

    /// Compares the version that the path of a file names with the one in its text.
    fn compare(&mut self, path: &str, named: Version, found: Version) {
        if named.number != found.number {
            let reason = Reason::OtherVersion { named: named.number, found: found.number };
            self.violation(path, reason);
        }
        if named.tool != found.tool {
            self.violation(path, Reason::OtherTool { folder: named.tool, found: found.tool });
        }
    }
}

/// A version of a tool.
#[derive(Clone, Copy)]
struct Version {
    tool: ToolId,
    number: u32,
}

impl Published {
    /// Returns the tool, unless nothing is published.
    pub fn tool_id(&self) -> Option<ToolId> {
        let version = self.versions.first().map(|signature| signature.tool_id);
        version.or_else(|| Some(self.tombstones.first()?.tool_id))
    }

    /// Returns the version of this number.
    pub fn version(&self, number: u32) -> Option<&ToolSignature> {
        self.versions.iter().find(|signature| signature.version == number)
    }

    /// Returns the newest version that is not retired.
    pub fn newest(&self) -> Option<&ToolSignature> {
        self.versions.last()
    }

    /// Returns the numbers of the versions that were taken back for good.
    pub fn retired(&self) -> Vec<u32> {
        self.tombstones.iter().map(|tombstone| tombstone.version).collect()
    }

    /// Returns the number that the next version has.
    pub fn next(&self) -> u32 {
        let last = self.versions.last().map_or(0, |signature| signature.version);
        let retired = self.tombstones.last().map_or(0, |tombstone| tombstone.version);
        last.max(retired).saturating_add(1)
    }

    fn point(&mut self) {
        let newest = self.newest().map(|signature| signature.version);
        for signature in &mut self.versions {
            signature.current_version = newest.unwrap_or(signature.version);
        }
    }
}

/// Reads one `v<N>.json`; its own version stands in for the current one.
///
/// ```
/// # let signature = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
/// #   "name":"add","description":"Adds.","version":1,"currentVersion":1}"#).unwrap().signature;
/// use a2t_core::published::{self, Reason, read_version};
/// let text = published::text(&signature);
/// assert_eq!(read_version(text.as_bytes()), Ok(signature));
/// assert_eq!(read_version(text.trim().as_bytes()), Err(Reason::NotCanonical));
/// ```
///
/// # Errors
/// Bytes that are not the canonical text of a signature; line ends may be those of Windows.
pub fn read_version(bytes: &[u8]) -> Result<ToolSignature, Reason> {
    let found = str::from_utf8(bytes).map_err(|_| Reason::NotText)?;
    match fast::signature(found) {
        Some(signature) => Ok(signature),
        None => read_json(bytes, found),
    }
}

/// Adds to a published version what its server answers: a current version, which is the version itself, and
/// preconditions, which are unknown if the file does not have them. Returns other documents unchanged.
///
/// ```
/// use a2t_core::published::completed;
/// let version = serde_json::json!({"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "add", "version": 2});
/// assert_eq!(completed(&version)["currentVersion"], 2);
/// assert!(completed(&version)["preconditions"].is_null());
/// let page = serde_json::json!({"items": [version]});
/// assert_eq!(*completed(&page), page);
/// ```
pub fn completed(document: &Value) -> Cow<'_, Value> {
    let has = |member| document.get(member).is_some();
    let version = document.get("version").filter(|version| version.is_u64());
    let lacking = has("toolId") && has("name") && !has("currentVersion") && !has("items");
    match (document, version) {
        (Value::Object(members), Some(version)) if lacking => {
            let mut members = members.clone();
            members.insert("currentVersion".to_owned(), version.clone());
            members.entry("preconditions").or_insert(Value::Null);
            Cow::Owned(Value::Object(members))
        }
        _ => Cow::Borrowed(document),
    }
}

/// Reads what is not plainly canonical, for the words of what is wrong, or for escapes.
pub(super) fn read_json(bytes: &[u8], found: &str) -> Result<ToolSignature, Reason> {
    let mut value = json::parse(bytes).map_err(|error| broken(found, error))?;
    // In a catalog, an absent member means that there are none. In a file, it means that they were not recorded.
    let unknown = value.get("preconditions").is_none();
    if let Value::Object(members) = &mut value
        && let Some(version) = members.get("version").cloned()
        && members.insert("currentVersion".to_owned(), version).is_some()
    {
        return Err(Reason::NotCanonical);
    }
    let parsed = parse_value(&value, "");
    let Parsed { mut signature, unknown: remarks, .. } =
        parsed.map_err(|violations| Reason::Unreadable(ValidationError::Rules(violations)))?;
    if unknown {
        signature.preconditions = None;
    }
    if let Some(unknown) = remarks.as_slice().first() {
        return Err(Reason::Unknown(unknown.to_string()));
    }
    if text(&signature) == lines(found) { Ok(signature) } else { Err(Reason::NotCanonical) }
}

/// Reason that a text is not JSON. No line of a published file begins as git's marks do.
fn broken(found: &str, error: SyntaxError) -> Reason {
    let mark = |line: &str| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
    if found.lines().any(mark) {
        return Reason::Conflicted;
    }
    Reason::Unreadable(ValidationError::Syntax(error))
}

/// Reads one `v<N>.retired.json`.
///
/// ```
/// use a2t_core::published::{Tombstone, read_tombstone};
/// let tombstone = Tombstone {
///     tool_id: "0479a45d-ad0a-49d4-94db-75edf00d2ca4".parse().unwrap(),
///     version: 1,
///     reason: "Withdrawn.".to_owned(),
/// };
/// assert_eq!(read_tombstone(tombstone.text().as_bytes()), Ok(tombstone));
/// ```
///
/// # Errors
/// Bytes that are not the canonical text of a tombstone; line ends may be those of Windows.
pub fn read_tombstone(bytes: &[u8]) -> Result<Tombstone, Reason> {
    let found = str::from_utf8(bytes).map_err(|_| Reason::NotText)?;
    let value = json::parse(bytes).map_err(|error| broken(found, error))?;
    let bad = |what: &str| Reason::InvalidTombstone(what.to_owned());
    let text = |member: &str| value.get(member).and_then(Value::as_str);
    let id = text("toolId").and_then(|id| id.parse().ok());
    let version = value.get("version").and_then(Value::as_u64);
    let version = version.and_then(|version| u32::try_from(version).ok());
    let reason = text("reason").filter(|reason| !reason.trim().is_empty());
    let tombstone = Tombstone {
        tool_id: id.ok_or_else(|| bad("expected `toolId`, a UUID"))?,
        version: version.ok_or_else(|| bad("expected `version`, an integer from 1"))?,
        reason: reason.ok_or_else(|| bad("expected `reason`, a text"))?.to_owned(),
    };
    if tombstone.text() == lines(found) { Ok(tombstone) } else { Err(Reason::NotCanonical) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_published_version_is_completed() {
        let version = serde_json::json!({"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "add", "version": 2});
        assert_eq!(completed(&version)["currentVersion"], 2);
        for (member, value) in [
            ("currentVersion", serde_json::json!(5)),
            ("items", serde_json::json!([])),
            ("version", serde_json::json!("2")),
        ] {
            let mut other = version.clone();
            other[member] = value;
            assert_eq!(*completed(&other), other, "{member}");
        }
        for member in ["toolId", "name", "version"] {
            let mut other = version.clone();
            other.as_object_mut().unwrap().remove(member);
            assert_eq!(*completed(&other), other, "{member}");
        }
    }
}
