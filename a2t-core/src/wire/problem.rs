//! Errors on the wire: problem details (RFC 9457) with one entry for each violation.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::error::{Violation, Violations};

/// The body of every reply that is not a success (`application/problem+json`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// The last segment of the `type` URI, such as `invalid-invocation`.
    pub kind: &'static str,
    /// The same for every problem of this kind.
    pub title: &'static str,
    /// What happened this time, and what to do.
    pub detail: String,
    /// Each mistake of the request.
    pub violations: Violations,
}

impl Problem {
    /// The media type of problem details.
    pub const MEDIA_TYPE: &'static str = "application/problem+json";
    /// Every `type` begins with this.
    pub const TYPE_PREFIX: &'static str = "urn:a2t:problem:";
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", &format_args!("{}{}", Self::TYPE_PREFIX, self.kind))?;
        map.serialize_entry("title", self.title)?;
        map.serialize_entry("status", &self.status)?;
        map.serialize_entry("detail", &self.detail)?;
        if !self.violations.is_empty() {
            map.serialize_entry("errors", self.violations.as_slice())?;
        }
        map.end()
    }
}

impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("pointer", &self.pointer)?;
        map.serialize_entry("code", self.code.slug())?;
        map.serialize_entry("rule", self.code.rule())?;
        map.serialize_entry("detail", &self.message())?;
        if let Some(parameter) = &self.parameter {
            map.serialize_entry("parameter", parameter)?;
        }
        map.serialize_entry("expected", &self.expected)?;
        map.serialize_entry("got", &self.got)?;
        if !self.allowed.is_empty() {
            map.serialize_entry("allowed", &self.allowed)?;
        }
        if let Some(meant) = &self.did_you_mean {
            map.serialize_entry("did_you_mean", meant)?;
        }
        map.end()
    }
}
