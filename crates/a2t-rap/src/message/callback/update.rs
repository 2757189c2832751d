//! Messages that answer no call: events of a subscription, contents of a view.

use serde_json::Value;

use crate::message::ReturnAddress;
use crate::message::read::{Members, Reader, object, some};

/// An event of a subscription (CB-102).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SubscriptionEvent {
    /// Thread of the call that subscribed.
    pub group_id: String,
    /// Id of the call that subscribed.
    pub tool_call_id: String,
    /// The event for the model.
    pub text: String,
    /// It belongs into the thread that subscribed, else into a new one (CB-107).
    pub associative: bool,
    /// It is the last one (CB-108).
    pub is_final: bool,
    /// Extension: an id that stays when the event is posted again (CBA-10).
    pub event_id: Option<String>,
}

/// The latest content of a view of a thread (CB-133); `{}` clears it (CBA-16).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ViewUpdate {
    /// The thread.
    pub group_id: String,
    /// The view, such as `diff`.
    pub view_type: String,
    /// Its content, which runtimes hand on as it is (CB-135).
    pub content: Members,
}

impl SubscriptionEvent {
    /// Creates an event in a new thread, with others to follow.
    pub fn new(address: &ReturnAddress, text: impl Into<String>) -> Self {
        Self {
            group_id: address.group_id.clone(),
            tool_call_id: address.id.clone(),
            text: text.into(),
            associative: false,
            is_final: false,
            event_id: None,
        }
    }

    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let (group_id, tool_call_id) = (reader.id("group_id"), reader.id("tool_call_id"));
        let text = reader.text("text");
        let associative = reader.flag("associative").unwrap_or_default();
        let is_final = reader.flag("final").unwrap_or_default();
        let event_id = reader.optional_id("event_id");
        Some(Self {
            group_id: group_id?,
            tool_call_id: tool_call_id?,
            text: text?,
            associative,
            is_final,
            event_id,
        })
    }

    pub(super) fn to_value(&self) -> Value {
        object([
            ("group_id", Some(self.group_id.as_str().into())),
            ("tool_call_id", Some(self.tool_call_id.as_str().into())),
            ("text", Some(self.text.as_str().into())),
            ("associative", self.associative.then_some(true.into())),
            ("final", self.is_final.then_some(true.into())),
            ("event_id", some(&self.event_id)),
        ])
    }
}

impl ViewUpdate {
    /// Creates the content of a view from now on.
    pub fn new(
        group_id: impl Into<String>,
        view_type: impl Into<String>,
        content: Members,
    ) -> Self {
        Self { group_id: group_id.into(), view_type: view_type.into(), content }
    }

    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let (group_id, view_type) = (reader.id("group_id"), reader.id("view_type"));
        let content = reader.object("content").cloned();
        Some(Self { group_id: group_id?, view_type: view_type?, content: content? })
    }

    pub(super) fn to_value(&self) -> Value {
        object([
            ("group_id", Some(self.group_id.as_str().into())),
            ("view_type", Some(self.view_type.as_str().into())),
            ("content", Some(Value::Object(self.content.clone()))),
        ])
    }
}
