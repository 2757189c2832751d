//! The five messages that a tool posts to a callback URL, distinguished by `type`.

mod question;
mod result;
mod update;

use a2t_core::{Code, ValidationError, Violation, Violations};
use serde_json::Value;

use crate::message::limit::CALLBACK_BYTES_MAX;
use crate::message::read::{Members, Reader, Reading, document};

pub use question::{OAuth, UserChoice};
pub use result::{Content, Segment, ToolResult};
pub use update::{SubscriptionEvent, ViewUpdate};

/// A message to a callback URL (CB-51): exactly one of them, the result, ends a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Callback {
    /// The result of a call; it ends the call.
    ToolResult(ToolResult),
    /// An event of a subscription.
    SubscriptionEvent(SubscriptionEvent),
    /// The user authorises the tool first; the call waits.
    OAuth(OAuth),
    /// The user chooses first; the call waits.
    UserChoice(UserChoice),
    /// The latest content of a view.
    ViewUpdate(ViewUpdate),
}

const TYPES: [&str; 5] =
    ["tool_result", "subscription_event", "oauth", "user_choice", "view_update"];

impl Callback {
    /// Reads a message. Members that RAP does not define are passed over (CBA-29).
    ///
    /// # Errors
    /// It is not JSON, not an object, of no known type, or something in it is wrong.
    pub fn parse(text: &[u8], reading: Reading) -> Result<Self, ValidationError> {
        Ok(Self::read(&document(text, CALLBACK_BYTES_MAX)?, reading)?)
    }

    fn read(members: &Members, reading: Reading) -> Result<Self, Violations> {
        let mut reader = Reader::new(members, "", reading);
        let kind = reader.text("type");
        let read = match kind.as_deref() {
            Some("tool_result") => ToolResult::read(&mut reader).map(Self::ToolResult),
            Some("subscription_event") => {
                SubscriptionEvent::read(&mut reader).map(Self::SubscriptionEvent)
            }
            Some("oauth") => OAuth::read(&mut reader).map(Self::OAuth),
            Some("user_choice") => UserChoice::read(&mut reader).map(Self::UserChoice),
            Some("view_update") => ViewUpdate::read(&mut reader).map(Self::ViewUpdate),
            Some(other) => {
                let violation = Violation::new(Code::NotAllowed, "/type");
                reader.found.push(violation.allowed(TYPES.into_iter(), other));
                None
            }
            None => None,
        };
        reader.finish(read)
    }

    /// Returns the text that is read as this message.
    pub fn to_text(&self) -> String {
        self.to_value().to_string()
    }

    /// Checks a message before it is posted, as a strict reader would (CB-51).
    ///
    /// # Errors
    /// Everything that is wrong with it, such as a `default` that is not the index of a choice.
    pub fn check(&self) -> Result<(), Violations> {
        let value = self.to_value();
        value.as_object().map(|members| Self::read(members, Reading::Strict)).transpose()?;
        Ok(())
    }

    fn to_value(&self) -> Value {
        let (kind, mut value) = match self {
            Self::ToolResult(result) => ("tool_result", result.to_value()),
            Self::SubscriptionEvent(event) => ("subscription_event", event.to_value()),
            Self::OAuth(oauth) => ("oauth", oauth.to_value()),
            Self::UserChoice(choice) => ("user_choice", choice.to_value()),
            Self::ViewUpdate(update) => ("view_update", update.to_value()),
        };
        if let Value::Object(members) = &mut value {
            members.insert("type".to_owned(), kind.into());
        }
        value
    }

    /// Returns the thread that it is for (CB-13).
    pub fn group_id(&self) -> &str {
        match self {
            Self::ToolResult(result) => &result.group_id,
            Self::SubscriptionEvent(event) => &event.group_id,
            Self::OAuth(oauth) => &oauth.group_id,
            Self::UserChoice(choice) => &choice.group_id,
            Self::ViewUpdate(update) => &update.group_id,
        }
    }

    /// Returns the call that it is for; a view is of a whole thread.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::ToolResult(result) => Some(&result.id),
            Self::SubscriptionEvent(event) => Some(&event.tool_call_id),
            Self::OAuth(oauth) => Some(&oauth.id),
            Self::UserChoice(choice) => Some(&choice.id),
            Self::ViewUpdate(_) => None,
        }
    }

    /// Returns `true` for the one message that ends a call (CB-32).
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::ToolResult(_))
    }
}

macro_rules! from {
    ($($message:ident),*) => {$(
        impl From<$message> for Callback {
            fn from(message: $message) -> Self {
                Self::$message(message)
            }
        }
    )*};
}

from!(ToolResult, SubscriptionEvent, OAuth, UserChoice, ViewUpdate);
