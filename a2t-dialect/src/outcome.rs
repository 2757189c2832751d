//! What became of a call, before it is written in a provider's words.

use serde_json::{Map, Value};

/// What became of a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// The tool's outputs by name.
    Done(Map<String, Value>),
    /// Why there are none, for the model to read and to act on.
    Failed(String),
}

impl Outcome {
    /// Whether the call failed.
    pub fn is_error(&self) -> bool {
        matches!(self, Self::Failed(_))
    }

    /// The outputs as one JSON object on one line, or the words of the failure behind `Error: `.
    pub fn text(&self) -> String {
        match self {
            Self::Done(outputs) => Value::Object(outputs.clone()).to_string(),
            Self::Failed(why) => format!("Error: {why}"),
        }
    }
}
