//! Messages that defer a result until a person has acted: authorising, choosing.

use a2t_core::Code;
use serde_json::Value;

use crate::message::limit::CHOICES_MAX;
use crate::message::read::{Reader, object, some};
use crate::message::{Address, ReturnAddress};

/// The user is sent to a page where the tool is authorised (CB-116); a result follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OAuth {
    /// Thread of the call.
    pub group_id: String,
    /// Id of the call.
    pub id: String,
    /// Second id of the call, where it was given one.
    pub call_id: Option<String>,
    /// The page: `https` (CB-117).
    pub auth_url: Address,
}

/// The user is asked to choose (CB-125); a result follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UserChoice {
    /// Thread of the call.
    pub group_id: String,
    /// Id of the call, which the answer repeats.
    pub id: String,
    /// Second id of the call, where it was given one.
    pub call_id: Option<String>,
    /// The question.
    pub prompt: String,
    /// The answers, 1 to 100.
    pub choices: Vec<String>,
    /// Index of the answer that stands for none (CB-127).
    pub default: usize,
    /// URL that the answer is posted to.
    pub response_url: Address,
}

impl OAuth {
    /// Creates a message that sends the user to this page.
    pub fn new(address: &ReturnAddress, auth_url: Address) -> Self {
        let ReturnAddress { group_id, id, call_id, .. } = address.clone();
        Self { group_id, id, call_id, auth_url }
    }

    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let (group_id, id) = (reader.id("group_id"), reader.id("id"));
        let (call_id, auth_url) = (reader.optional_id("call_id"), reader.address("auth_url"));
        if auth_url.as_ref().is_some_and(|url| !url.is_https()) && !reader.is_lenient() {
            reader.note(Code::WrongMemberType, "auth_url", "an https URL");
        }
        Some(Self { group_id: group_id?, id: id?, call_id, auth_url: auth_url? })
    }

    pub(super) fn to_value(&self) -> Value {
        object([
            ("group_id", Some(self.group_id.as_str().into())),
            ("id", Some(self.id.as_str().into())),
            ("call_id", some(&self.call_id)),
            ("auth_url", Some(self.auth_url.as_str().into())),
        ])
    }
}

impl UserChoice {
    /// Creates a question with these answers, the first of which stands for none.
    pub fn new(
        address: &ReturnAddress,
        prompt: impl Into<String>,
        choices: Vec<String>,
        response_url: Address,
    ) -> Self {
        let ReturnAddress { group_id, id, call_id, .. } = address.clone();
        Self { group_id, id, call_id, prompt: prompt.into(), choices, default: 0, response_url }
    }

    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let (group_id, id) = (reader.id("group_id"), reader.id("id"));
        let (call_id, prompt) = (reader.optional_id("call_id"), reader.text("prompt"));
        reader.required("choices");
        let choices = reader.texts("choices", CHOICES_MAX);
        let default = match reader.present("default") {
            None if reader.is_lenient() => Some(0),
            _ => reader.index("default"),
        };
        let response_url = reader.address("response_url");
        let choices = choices?;
        if choices.is_empty() {
            reader.note(Code::EmptyEnum, "choices", format!("1 to {CHOICES_MAX} choices"));
        } else if default.is_some_and(|default| default >= choices.len()) {
            let expected = format!("an index from 0 to {}", choices.len().saturating_sub(1));
            reader.note(Code::OutOfRange, "default", expected);
        }
        Some(Self {
            group_id: group_id?,
            id: id?,
            call_id,
            prompt: prompt?,
            choices,
            default: default?,
            response_url: response_url?,
        })
    }

    pub(super) fn to_value(&self) -> Value {
        object([
            ("group_id", Some(self.group_id.as_str().into())),
            ("id", Some(self.id.as_str().into())),
            ("call_id", some(&self.call_id)),
            ("prompt", Some(self.prompt.as_str().into())),
            ("choices", Some(self.choices.clone().into())),
            ("default", Some(self.default.into())),
            ("response_url", Some(self.response_url.as_str().into())),
        ])
    }
}
