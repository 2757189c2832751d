//! Arguments as a caller collects them: checked against the signature, written as a body.

use serde::Serialize;
use serde_json::Value;

use super::judge::Judge;
use crate::error::Violations;
use crate::signature::ToolSignature;

/// The name/value pairs of one invocation, in the order they were given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arguments {
    pairs: Vec<(String, Value)>,
}

impl Arguments {
    /// No arguments yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a pair; a name given twice is found by [`check_arguments`].
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.pairs.push((name.into(), value.into()));
    }

    /// The pairs, in the order they were given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.pairs
            .iter()
            .map(|(name, value)| (name.as_str(), value))
    }

    /// The body of `POST …:invoke` (draft section 7).
    ///
    /// ```
    /// let mut arguments = a2t_core::invocation::Arguments::new();
    /// arguments.push("City", "Omaha, Nebraska");
    /// assert_eq!(
    ///     arguments.to_body("lookup_weather_by_city"),
    ///     br#"{"name":"lookup_weather_by_city","input_parameters":[{"name":"City","value":"Omaha, Nebraska"}]}"#,
    /// );
    /// ```
    pub fn to_body(&self, tool: &str) -> Vec<u8> {
        let mut body = Vec::with_capacity(64 + tool.len() + 64 * self.pairs.len());
        body.extend_from_slice(b"{\"name\":");
        write(&mut body, tool);
        body.extend_from_slice(b",\"input_parameters\":[");
        for (index, (name, value)) in self.pairs.iter().enumerate() {
            let separator: &[u8] = if index == 0 {
                b"{\"name\":"
            } else {
                b",{\"name\":"
            };
            body.extend_from_slice(separator);
            write(&mut body, name);
            body.extend_from_slice(b",\"value\":");
            write(&mut body, value);
            body.push(b'}');
        }
        body.extend_from_slice(b"]}");
        body
    }
}

fn write<T: Serialize + ?Sized>(body: &mut Vec<u8>, value: &T) {
    // Writing text or a JSON value to memory has no way to fail.
    let _: serde_json::Result<()> = serde_json::to_writer(body, value);
}

impl<N: Into<String>, V: Into<Value>> FromIterator<(N, V)> for Arguments {
    fn from_iter<T: IntoIterator<Item = (N, V)>>(pairs: T) -> Self {
        let pairs = pairs
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()));
        Self {
            pairs: pairs.collect(),
        }
    }
}

/// Everything that is wrong with these arguments for this tool; pointers are into the body that
/// [`Arguments::to_body`] writes. The verdict is that of [`bind`](super::bind) on that body.
pub fn check_arguments(signature: &ToolSignature, arguments: &Arguments) -> Violations {
    let mut judge = Judge::new(signature);
    for (index, (name, value)) in arguments.iter().enumerate() {
        let at = format!("/input_parameters/{index}");
        if let Some((position, _)) = judge.input(name, &at) {
            judge.value(position, value, &at);
        }
    }
    judge.finish()
}
