//! Text of the files: a signature without `currentVersion`, a tombstone.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::signature::Locked;
use crate::{ToolId, ToolSignature};

/// Returns the text of `v<N>.json`: the signature as `GET /tools/{toolId}/versions/{N}` answers it, without
/// `currentVersion` and `deprecated`. Members are in the draft's order and indented, with a line feed at the end. The
/// text has the member `preconditions` even if a call needs only its inputs. Files of earlier releases lack it, so
/// what a call needs is unknown there.
///
/// Two signatures have the same text exactly when they differ only in these.
pub fn text(signature: &ToolSignature) -> String {
    written(&Locked(signature))
}

/// The record that a version was taken back for good, which replaces its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tombstone {
    /// The tool.
    pub tool_id: ToolId,
    /// The version, which is not served and not compared, and never comes back.
    pub version: u32,
    /// The reason, for people who read the file.
    pub reason: String,
}

impl Tombstone {
    /// Returns the text of `v<N>.retired.json`.
    pub fn text(&self) -> String {
        written(self)
    }
}

impl Serialize for Tombstone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("toolId", &format_args!("{}", self.tool_id))?;
        map.serialize_entry("version", &self.version)?;
        map.serialize_entry("reason", &self.reason)?;
        map.end()
    }
}

fn written(value: &impl Serialize) -> String {
    // Writing strings, integers and booleans to memory has no way to fail.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// Returns the text with lines that end as they are written, where version control ends them
/// otherwise. No line ends inside a JSON string, so the meaning of a document does not change.
///
/// ```
/// assert_eq!(a2t_core::published::lines("{\r\n}\r\n"), "{\n}\n");
/// ```
pub fn lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}
