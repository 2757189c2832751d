//! The result of a call: what the model reads, and what people are shown instead.

use a2t_core::json::wrong_type;
use a2t_core::{Code, Violation, Violations};
use serde_json::Value;

use crate::message::ReturnAddress;
use crate::message::limit::ITEMS_MAX;
use crate::message::read::{Reader, Reading, object, some};

/// The result of a call, good or bad (CB-31, CB-65).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolResult {
    /// Thread of the call.
    pub group_id: String,
    /// Id of the call.
    pub id: String,
    /// Second id of the call, where it was given one (CB-34).
    pub call_id: Option<String>,
    /// Text for the model; `content` wins over it (CB-66).
    pub text: Option<String>,
    /// Texts and images for the model; an empty list counts as none.
    pub content: Vec<Content>,
    /// Display for people, the best first (CB-71).
    pub display_as: Vec<Segment>,
    /// The call goes on as a subscription (CB-76, CB-101).
    pub subscription: bool,
    /// Extension: the call failed. RAP itself marks failures only by the prefix `Error: ` (CBA-9).
    pub is_error: bool,
}

/// An item of a result for the model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text(String),
    /// An image.
    Image {
        /// Its bytes in base64, not checked.
        data: String,
        /// Its media type, such as `image/png`.
        media_type: String,
    },
}

/// Something that people are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Segment {
    /// Text.
    Text(String),
    /// A change of a file.
    Diff {
        /// The file.
        path: String,
        /// The change as a unified diff.
        patch: String,
    },
    /// An image.
    Image {
        /// Its bytes in base64, not checked.
        data: String,
        /// Its media type, such as `image/png`.
        media_type: String,
    },
}

impl ToolResult {
    /// Creates a result of this text.
    pub fn text(address: &ReturnAddress, text: impl Into<String>) -> Self {
        Self {
            group_id: address.group_id.clone(),
            id: address.id.clone(),
            call_id: address.call_id.clone(),
            text: Some(text.into()),
            content: Vec::new(),
            display_as: Vec::new(),
            subscription: false,
            is_error: false,
        }
    }

    /// Creates a result that describes an error, with the prefix that marks it (CB-75).
    ///
    /// ```
    /// use a2t_rap::message::{ReturnAddress, ToolResult};
    ///
    /// let address = ReturnAddress::new("https://agent.example/c".parse()?, "thread_1", "call_1");
    /// let result = ToolResult::error(&address, "no weather is known of 1700");
    /// assert_eq!(result.text.as_deref(), Some("Error: no weather is known of 1700"));
    /// # Ok::<_, a2t_rap::message::AddressError>(())
    /// ```
    pub fn error(address: &ReturnAddress, words: impl Into<String>) -> Self {
        let words = words.into();
        let words = words.strip_prefix(PREFIX).unwrap_or(&words);
        Self { is_error: true, ..Self::text(address, format!("{PREFIX}{words}")) }
    }

    /// Returns whether the call seems to have failed: the flag is set, or the text begins with
    /// `Error: `. Nothing should depend on it (CBA-9).
    pub fn seems_error(&self) -> bool {
        let first = match self.content.first() {
            Some(Content::Text(text)) => Some(text),
            Some(Content::Image { .. }) => None,
            None => self.text.as_ref(),
        };
        self.is_error || first.is_some_and(|text| text.starts_with(PREFIX))
    }

    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let (group_id, id) = (reader.id("group_id"), reader.id("id"));
        let call_id = reader.optional_id("call_id");
        let (mut text, content) = (reader.optional_text("text"), items(reader, "content", content));
        if text.is_none() && content.is_empty() {
            if reader.is_lenient() {
                text = Some(String::new());
            } else {
                let violation = Violation::new(Code::MissingMember, "");
                let violation = violation.expected("the member `text` or `content`");
                reader.found.push(violation.got("neither"));
            }
        }
        let shown = items(reader, "display_as", segment);
        let subscription = reader.flag("subscription").unwrap_or_default();
        let is_error = reader.flag("is_error").unwrap_or_default();
        Some(Self {
            group_id: group_id?,
            id: id?,
            call_id,
            text,
            content: content.into_iter().flatten().collect(),
            display_as: shown.into_iter().flatten().collect(),
            subscription,
            is_error,
        })
    }

    pub(super) fn to_value(&self) -> Value {
        let content: Vec<_> = self.content.iter().map(Content::to_value).collect();
        let shown: Vec<_> = self.display_as.iter().map(Segment::to_value).collect();
        object([
            ("group_id", Some(self.group_id.as_str().into())),
            ("id", Some(self.id.as_str().into())),
            ("call_id", some(&self.call_id)),
            ("text", some(&self.text)),
            ("content", (!content.is_empty()).then(|| content.into())),
            ("display_as", (!shown.is_empty()).then(|| shown.into())),
            ("subscription", self.subscription.then_some(true.into())),
            ("is_error", self.is_error.then_some(true.into())),
        ])
    }
}

const PREFIX: &str = "Error: ";

type Read<T> = fn(&mut Reader, &str) -> Option<T>;

/// The items of a list; one of a type that is not known is `None`, since it is skipped (CB-71).
fn items<T>(reader: &mut Reader, member: &str, read: Read<T>) -> Vec<Option<T>> {
    let items = reader.list(member, ITEMS_MAX).unwrap_or_default();
    let mut all = Vec::new();
    for (index, item) in items.iter().enumerate() {
        match one(item, &format!("/{member}/{index}"), reader.reading, read) {
            Ok(item) => all.push(item),
            Err(violations) => reader.found.append(violations),
        }
    }
    all
}

fn one<T>(
    item: &Value,
    at: &str,
    reading: Reading,
    read: Read<T>,
) -> Result<Option<T>, Violations> {
    let Value::Object(members) = item else {
        return Err(wrong_type(at, "an object", item).into());
    };
    let mut reader = Reader::new(members, at, reading);
    let read = reader.text("type").and_then(|kind| read(&mut reader, &kind));
    reader.found.into_result().map(|()| read)
}

/// Items of unknown types are refused, because skipping one would alter the result (CB-72).
fn content(reader: &mut Reader, kind: &str) -> Option<Content> {
    match kind {
        "text" => Some(Content::Text(reader.text("text")?)),
        "image" => {
            let (data, media_type) = (reader.text("data"), reader.text("mediaType"));
            Some(Content::Image { data: data?, media_type: media_type? })
        }
        _ => {
            reader.note(Code::NotAllowed, "type", "`text` or `image`");
            None
        }
    }
}

fn segment(reader: &mut Reader, kind: &str) -> Option<Segment> {
    match kind {
        "text" => Some(Segment::Text(reader.text("content")?)),
        "diff" | "image" => pair(reader, kind),
        _ => None,
    }
}

fn pair(reader: &mut Reader, kind: &str) -> Option<Segment> {
    let at = reader.below("content");
    let mut inner = Reader::new(reader.object("content")?, &at, reader.reading);
    let segment = if kind == "diff" {
        let (path, patch) = (inner.text("path"), inner.text("patch"));
        path.zip(patch).map(|(path, patch)| Segment::Diff { path, patch })
    } else {
        let (data, media_type) = (inner.text("data"), inner.text("mediaType"));
        data.zip(media_type).map(|(data, media_type)| Segment::Image { data, media_type })
    };
    reader.found.append(inner.found);
    segment
}

impl Content {
    fn to_value(&self) -> Value {
        match self {
            Self::Text(text) => {
                object([("type", Some("text".into())), ("text", Some(text.as_str().into()))])
            }
            Self::Image { data, media_type } => object([
                ("type", Some("image".into())),
                ("data", Some(data.as_str().into())),
                ("mediaType", Some(media_type.as_str().into())),
            ]),
        }
    }
}

impl Segment {
    fn to_value(&self) -> Value {
        let pair = |[one, other]: [(&str, &str); 2]| {
            object([one, other].map(|(name, text)| (name, Some(Value::from(text)))))
        };
        let (kind, content) = match self {
            Self::Text(text) => ("text", text.as_str().into()),
            Self::Diff { path, patch } => ("diff", pair([("path", path), ("patch", patch)])),
            Self::Image { data, media_type } => {
                ("image", pair([("data", data), ("mediaType", media_type)]))
            }
        };
        object([("type", Some(kind.into())), ("content", Some(content))])
    }
}
