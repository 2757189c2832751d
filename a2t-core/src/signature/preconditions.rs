//! Preconditions of a call that are not inputs: scopes of the caller and an idempotency key; a documented
//! extension (spec note AMB-49).

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::unknown::{Unknown, unknown};
use super::{List, Text, rule};
use crate::json::shown;

/// Maximum number of scopes of a tool (spec note AMB-49).
pub const SCOPES_MAX: usize = 64;

/// What a call needs in addition to its inputs (`preconditions`); an extension (spec note AMB-49).
///
/// A later version may need less, but never more: callers of the earlier version would be refused.
///
/// ```
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"pay","description":"","version":1,
/// #   "currentVersion":1,"preconditions":{"scopes":["fees:pay"],"idempotencyKey":"required"}}"#;
/// # let signature = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// let needed = signature.preconditions.unwrap();
/// assert!(needed.key_required);
/// assert_eq!(&*needed.scopes, ["fees:pay"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Preconditions {
    /// Scopes that a caller must have, all of them, sorted.
    pub scopes: List<Text>,
    /// Whether each call must carry an `Idempotency-Key`.
    pub key_required: bool,
}

impl Preconditions {
    /// The preconditions of a call that needs only its inputs.
    pub const NONE: Self = Self { scopes: List::Borrowed(&[]), key_required: false };

    /// Returns `true` if a call needs only its inputs.
    pub fn is_none(&self) -> bool {
        self.scopes.is_empty() && !self.key_required
    }

    /// Members that are read, in the order of the document.
    pub(super) const NAMES: [&'static str; 2] = ["scopes", "idempotencyKey"];
}

/// The only value of `idempotencyKey`.
pub(crate) const REQUIRED: &str = "required";

impl Serialize for Preconditions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [scopes, key] = Self::NAMES;
        let mut map = serializer.serialize_map(None)?;
        if !self.scopes.is_empty() {
            map.serialize_entry(scopes, &*self.scopes)?;
        }
        if self.key_required {
            map.serialize_entry(key, REQUIRED)?;
        }
        map.end()
    }
}

/// Reads the preconditions of a document if they obey every rule. An unknown member may be a precondition, so the
/// whole is not understood in that case.
pub(super) fn read(value: &Value) -> Result<Preconditions, Unknown> {
    let Value::Object(object) = value else {
        return Err(unknown("", "an object", shown(value)));
    };
    let [scopes, key] = Preconditions::NAMES;
    if let Some(strange) = object.keys().find(|name| !Preconditions::NAMES.contains(&name.as_str()))
    {
        let pointer = format!("/{}", crate::json::segment(strange));
        return Err(unknown(&pointer, "`scopes` or `idempotencyKey`", rule::quote(strange)));
    }
    let key_required = match object.get(key) {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) if text == REQUIRED => true,
        Some(other) => return Err(unknown("/idempotencyKey", "`required`", shown(other))),
    };
    let mut read = match object.get(scopes) {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(scopes)) => scopes
            .iter()
            .map(scope)
            .collect::<Option<Vec<_>>>()
            .unwrap_or_else(|| vec![Text::default()]),
        Some(other) => return Err(unknown("/scopes", "an array", shown(other))),
    };
    read.sort_unstable();
    let preconditions = Preconditions { scopes: read.into(), key_required };
    match broken(&preconditions) {
        Some(unknown) => Err(unknown),
        None => Ok(preconditions),
    }
}

fn scope(value: &Value) -> Option<Text> {
    Some(Text::Owned(value.as_str()?.to_owned()))
}

/// Returns the first rule that the preconditions break.
pub(super) fn broken(preconditions: &Preconditions) -> Option<Unknown> {
    let scopes = &preconditions.scopes;
    if scopes.len() > SCOPES_MAX {
        let expected = format!("at most {SCOPES_MAX} scopes");
        return Some(unknown("/scopes", &expected, scopes.len().to_string()));
    }
    if scopes.iter().any(|scope| rule::format(scope).is_err()) {
        return Some(unknown("/scopes", "scopes of 1 to 254 characters on one line", "another"));
    }
    if !scopes.is_sorted_by(|one, next| one < next) {
        return Some(unknown("/scopes", "each scope once, in order", "another"));
    }
    None
}
