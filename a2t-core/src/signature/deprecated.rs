//! A server's remark that a version is on its way out: since which day, and what to do instead.

use serde::ser::{Serialize, SerializeMap, Serializer};

use serde_json::Value;

use super::{Text, rule};

/// Remark that a version should no longer be used (`deprecated`); an extension (spec note AMB-36).
///
/// Like `currentVersion` it is a remark about the version, and no part of it: it may come and
/// change while the version stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deprecated {
    /// The day, in UTC, from which on it is: `2026-11-01`. It may be in the future.
    pub since: Text,
    /// Advice for users of the version; 1 to 2000 characters.
    pub note: Text,
}

impl Deprecated {
    /// Reads a remark from a document other than a signature, such as the `_meta` of an MCP tool. Returns `None` if
    /// it breaks a rule.
    ///
    /// ```
    /// use a2t_core::signature::Deprecated;
    /// use serde_json::json;
    /// let remark = Deprecated::read(&json!({"since": "2026-11-01", "note": "use version 2"}));
    /// assert_eq!(remark.unwrap().note, "use version 2");
    /// assert_eq!(Deprecated::read(&json!({"since": "2026-11-01"})), None);
    /// ```
    pub fn read(value: &Value) -> Option<Self> {
        let text = |member| value.get(member).and_then(Value::as_str);
        let (since, note) = (text("since")?, text("note")?);
        rule::day(since).ok()?;
        rule::deprecation_note(note).ok()?;
        Some(Self { since: since.to_owned().into(), note: note.to_owned().into() })
    }
}

impl Serialize for Deprecated {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("since", &self.since)?;
        map.serialize_entry("note", &self.note)?;
        map.end()
    }
}
