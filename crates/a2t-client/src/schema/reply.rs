//! Result of a call, as the server sent it.

use std::fmt;

use a2t_core::wire::problem::Problem;
use serde_json::{Map, Value, json};

use super::state::State;

/// Result of a call.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Reply {
    /// The structured result; it follows the approved output schema where there is one.
    pub structured: Option<Value>,
    /// Items of the result, in the order of the tool.
    pub content: Vec<Content>,
    /// The problem (RFC 9457) of a failed call, from a server built with a2t (`_meta`, `dev.a2t/problem`).
    pub problem: Option<Box<Problem>>,
    /// State of the tool at its server, where it was found not to be as it was approved.
    pub drift: Option<State>,
}

/// A part of what a tool says (MCP, `ContentBlock`).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text(String),
    /// An image.
    Image {
        /// Its bytes in Base64.
        data: String,
        /// Its media type.
        media_type: String,
    },
    /// A sound.
    Audio {
        /// Its bytes in Base64.
        data: String,
        /// Its media type.
        media_type: String,
    },
    /// The address of a resource.
    Link {
        /// The address.
        uri: String,
        /// Its name.
        name: String,
    },
    /// A resource itself, or a part of a kind that is not known: as it was sent.
    Other(Value),
}

impl Reply {
    /// Returns the text parts, a line break between them.
    pub fn text(&self) -> String {
        let texts = self.content.iter().filter_map(|part| match part {
            Content::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// Shows the text, or the structured result where there is none.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.structured, self.text()) {
            (Some(structured), text) if text.is_empty() => structured.fmt(f),
            (_, text) => f.write_str(&text),
        }
    }
}

impl Content {
    /// Reads a part, as a server sends it.
    #[doc(hidden)]
    pub fn from_value(part: Value) -> Self {
        let known = part.as_object().and_then(Self::known);
        known.unwrap_or(Self::Other(part))
    }

    /// Returns the part as a server would send it.
    #[doc(hidden)]
    pub fn to_value(&self) -> Value {
        match self {
            Self::Text(text) => json!({"type": "text", "text": text}),
            Self::Image { data, media_type } => {
                json!({"type": "image", "data": data, "mimeType": media_type})
            }
            Self::Audio { data, media_type } => {
                json!({"type": "audio", "data": data, "mimeType": media_type})
            }
            Self::Link { uri, name } => json!({"type": "resource_link", "uri": uri, "name": name}),
            Self::Other(part) => part.clone(),
        }
    }

    fn known(part: &Map<String, Value>) -> Option<Self> {
        let text = |name: &str| part.get(name).and_then(Value::as_str).map(str::to_owned);
        match part.get("type")?.as_str()? {
            "text" => Some(Self::Text(text("text")?)),
            "image" => Some(Self::Image { data: text("data")?, media_type: text("mimeType")? }),
            "audio" => Some(Self::Audio { data: text("data")?, media_type: text("mimeType")? }),
            "resource_link" => Some(Self::Link { uri: text("uri")?, name: text("name")? }),
            _ => None,
        }
    }
}
