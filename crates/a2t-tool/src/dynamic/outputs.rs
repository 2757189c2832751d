//! Outputs of a call, by name, before they are checked against the signature.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::signature::finite::Finite;

/// Outputs of one call of a [`DynamicTool`](super::DynamicTool), by the names that its signature has for them.
/// An output that is not there, or is `null` though it is not `json`, is left out of the reply
/// (spec note AMB-26).
///
/// ```
/// use a2t::{DynamicOutputs, serde_json::json};
///
/// let outputs = DynamicOutputs::new().with("sum", &42).with("exact", &true);
/// assert_eq!(outputs, DynamicOutputs::from(json!({ "sum": 42, "exact": true })));
/// assert_eq!(DynamicOutputs::from([("sum", 42)]), DynamicOutputs::new().with("sum", &42));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DynamicOutputs(Result<Map<String, Value>, String>);

impl DynamicOutputs {
    /// Creates outputs without values.
    pub fn new() -> Self {
        Self(Ok(Map::new()))
    }

    /// Adds an output. One that cannot be written as JSON makes the call a fault.
    #[must_use]
    pub fn with<T: Serialize + ?Sized>(mut self, name: &str, value: &T) -> Self {
        if let Ok(members) = &mut self.0 {
            match serde_json::to_value(Finite(value)) {
                Ok(value) => drop(members.insert(name.to_owned(), value)),
                Err(error) => self.0 = Err(format!("the output `{name}`: {error}")),
            }
        }
        self
    }

    pub(super) fn into_members(self) -> Result<Map<String, Value>, String> {
        self.0
    }
}

impl Default for DynamicOutputs {
    fn default() -> Self {
        Self::new()
    }
}

/// An object has an output for each member; anything else makes the call a fault.
impl From<Value> for DynamicOutputs {
    fn from(value: Value) -> Self {
        match value {
            Value::Object(members) => Self(Ok(members)),
            _ => Self(Err("its outputs are not an object of names and values".to_owned())),
        }
    }
}

impl From<Map<String, Value>> for DynamicOutputs {
    fn from(members: Map<String, Value>) -> Self {
        Self(Ok(members))
    }
}

impl<N: Into<String>, V: Into<Value>, const COUNT: usize> From<[(N, V); COUNT]> for DynamicOutputs {
    fn from(pairs: [(N, V); COUNT]) -> Self {
        Self::from_iter(pairs)
    }
}

impl<N: Into<String>, V: Into<Value>> FromIterator<(N, V)> for DynamicOutputs {
    fn from_iter<T: IntoIterator<Item = (N, V)>>(pairs: T) -> Self {
        let pairs = pairs.into_iter().map(|(name, value)| (name.into(), value.into()));
        Self(Ok(pairs.collect()))
    }
}
