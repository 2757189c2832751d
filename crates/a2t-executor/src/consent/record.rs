//! A signed record of what a user was shown and decided, for audits.

use std::error::Error;
use std::fmt;
use std::time::SystemTime;

use a2t_dialect::Digest;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::paused::{Paused, PausedCall, seconds};
use super::resume::decided;
use super::seal::spelled;
use super::{Decision, ResumeError};
use crate::Executor;

/// Purpose of the signature.
const RECORD: &str = "a2t decision record";

/// A record of calls that a user was shown, and of the decisions on them. It is JSON, signed with the program's key
/// ([`Builder::signing_key`](crate::Builder::signing_key)).
///
/// | member | content |
/// | --- | --- |
/// | `record` | `a2t decision record 1` |
/// | `state`, `dialect` | the id of the paused state, and its dialect |
/// | `asked`, `decided` | seconds since 1970 |
/// | `by` | who decided, as the program names it |
/// | `calls` | of each call `id`, `key`, `tool`, `version`, `vendor`, `digest`, `arguments`, `argumentsDigest`, `shown`, `decision` and `reason` |
/// | `previous` | the digest of the record before it, or `null` |
/// | `signature` | `hmac-sha256:` and 64 digits, over the other members as sorted JSON |
///
/// A signature shows that a holder of the key wrote the record. It does not prove who the user was, nor that no record
/// is missing: for that, chain them by [`Record::digest`], and store the newest digest elsewhere. To sign with
/// another key, such as one in a hardware module, sign [`Record::digest`] with it. Without `signing_key`, the executor
/// signs with its random key, and the record cannot be verified after the executor is dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Record(Map<String, Value>);

/// A record was changed, or signed with another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordError;

impl Executor {
    /// Creates the record of decisions on a paused state. `by` names who decided, and `previous` is the record before
    /// this one, if records are chained.
    ///
    /// ```
    /// # fn demonstrate(executor: &a2t::dialect::Executor, paused: &a2t::dialect::Paused)
    /// #     -> Result<(), Box<dyn std::error::Error>> {
    /// use a2t::dialect::Decision;
    ///
    /// let decisions = [("toolu_1", Decision::Approve)];
    /// let record = executor.record(paused, decisions, "ada@example.com", None)?;
    /// println!("{}", serde_json::to_string(&record)?); // into your audit log
    /// executor.verify_record(&record)?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`ResumeError::Altered`] for a state that was changed, and decisions that do not match the calls.
    pub fn record<I: AsRef<str>>(
        &self,
        paused: &Paused,
        decisions: impl IntoIterator<Item = (I, Decision)>,
        by: &str,
        previous: Option<&Record>,
    ) -> Result<Record, ResumeError> {
        let key = self.settings.consent.sealing(paused)?;
        let decisions = decided(paused, decisions)?;
        let calls = paused.calls().filter_map(|call| Some(shown(call, decisions.get(call.id())?)));
        let unsigned = json!({
            "record": "a2t decision record 1",
            "state": paused.id(),
            "dialect": paused.dialect().id(),
            "asked": seconds(paused.asked()),
            "decided": seconds(SystemTime::now()),
            "by": by,
            "calls": calls.collect::<Vec<_>>(),
            "previous": previous.map(|previous| previous.digest().to_string()),
        });
        let signature = key.seal(RECORD, &unsigned);
        let mut members = match unsigned {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        members.insert("signature".to_owned(), signature.into());
        Ok(Record(members))
    }

    /// Checks the signature of a record.
    ///
    /// # Errors
    /// A record that was changed, or that was signed with another key.
    pub fn verify_record(&self, record: &Record) -> Result<(), RecordError> {
        let mut members = record.0.clone();
        let signature = members.remove("signature");
        let signature = signature.as_ref().and_then(Value::as_str).unwrap_or_default();
        let key = self.settings.consent.key().ok_or(RecordError)?;
        let holds = key.is_seal(signature, RECORD, &Value::Object(members));
        holds.then_some(()).ok_or(RecordError)
    }
}

fn shown(call: &PausedCall, decision: &Decision) -> Value {
    let (word, reason) = match decision {
        Decision::Approve => ("approve", None),
        Decision::Deny(why) => ("deny", Some(why)),
    };
    json!({
        "id": call.id(),
        "key": call.key(),
        "tool": call.tool(),
        "version": call.version(),
        "vendor": call.vendor(),
        "digest": call.digest(),
        "arguments": call.arguments(),
        "argumentsDigest": call.arguments_digest(),
        "shown": call.to_string(),
        "decision": word,
        "reason": reason,
    })
}

impl Record {
    /// Returns the digest of the record as sorted JSON, its signature included.
    pub fn digest(&self) -> Digest {
        Digest::of(spelled(Value::Object(self.0.clone())).as_bytes())
    }

    /// Returns the members of the record.
    pub fn members(&self) -> &Map<String, Value> {
        &self.0
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Reads any object: [`Executor::verify_record`] checks it.
impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer).map(Self)
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the record was changed, or was signed with another key")
    }
}

impl Error for RecordError {}
