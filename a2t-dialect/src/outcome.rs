//! Outcome of a call, before it is written in a provider's words.

use serde_json::{Map, Value};

/// Outcome of a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// The tool's outputs by name.
    Done(Map<String, Value>),
    /// The call was not made, since it is wrong: what the model is to put right. A few dialects
    /// tell such a call apart from a tool that failed.
    Refused(String),
    /// Why there are no outputs, for the model to read and to act on.
    Failed(String),
}

impl Outcome {
    /// True where the call failed.
    pub fn is_error(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::Failed(_))
    }

    /// The outputs as one JSON object on one line, or why there are none behind `Error: `.
    pub fn text(&self) -> String {
        match self {
            Self::Done(outputs) => Value::Object(outputs.clone()).to_string(),
            Self::Refused(why) | Self::Failed(why) => format!("Error: {why}"),
        }
    }
}
