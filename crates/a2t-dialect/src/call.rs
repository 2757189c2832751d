//! A model's call as its provider wrote it: name, arguments, what the result refers to.

use serde_json::{Map, Value};

use crate::{Dialect, Outcome};

/// One call of a tool, parsed from a provider's message.
///
/// Its arguments are not checked yet: an executor compares them with the signature.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub(crate) dialect: Dialect,
    pub(crate) id: Option<String>,
    pub(crate) name: String,
    pub(crate) given: Given,
    pub(crate) raw: Value,
    pub(crate) is_approved: bool,
}

/// The arguments of a call as the model gave them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Given {
    /// An object, a member an argument.
    Object(Map<String, Value>),
    /// Something that is no object, even where it was to be read as JSON text.
    Unreadable {
        /// Text that the model gave.
        text: String,
        /// Reason why it cannot be read.
        why: String,
    },
    /// Arguments that are not to be used: the call is answered, and not run.
    Withheld {
        /// The reason, for the model.
        why: String,
    },
}

impl Call {
    /// Returns a call that was checked before, with the arguments under the names of its tool.
    #[doc(hidden)]
    pub fn checked(
        dialect: Dialect,
        id: Option<String>,
        name: String,
        arguments: Map<String, Value>,
        raw: Value,
    ) -> Self {
        let given = Given::Object(arguments);
        Self { dialect, id, name, given, raw, is_approved: false }
    }

    /// Returns the dialect that it came in.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the provider's id of the call, which its result repeats; opaque, and missing in
    /// dialects that have none.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns the tool as the model named it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the arguments as the model gave them.
    pub fn given(&self) -> &Given {
        &self.given
    }

    /// Returns whether the message has the approval of a host's user for this call: a `tool-approval-response` of the
    /// AI SDK. It is worth as much as the source of the message, which can have added it.
    pub fn is_approved(&self) -> bool {
        self.is_approved
    }

    /// Returns who calls: the model, or code that it wrote.
    ///
    /// ```
    /// use a2t_dialect::{Caller, Dialect};
    /// use serde_json::json;
    ///
    /// let item = json!([{"type": "function_call", "call_id": "call_1", "name": "forecast", "arguments": "{}",
    ///     "caller": {"type": "program", "caller_id": "prog_1"}}]);
    /// let call = &Dialect::OpenaiResponses.calls(&item)?[0];
    /// assert_eq!(call.caller(), Caller::Program("prog_1"));
    /// # Ok::<_, a2t_dialect::Error>(())
    /// ```
    pub fn caller(&self) -> Caller<'_> {
        const PLACES: [&str; 3] =
            ["/caller", "/providerMetadata/anthropic/caller", "/providerOptions/anthropic/caller"];
        let caller = PLACES.iter().find_map(|place| self.raw.pointer(place));
        let text = |member: &str| caller?.get(member)?.as_str();
        match text("type") {
            None | Some("direct") => Caller::Model,
            Some(_) => {
                let ids = ["caller_id", "tool_id", "toolId"];
                Caller::Program(ids.iter().find_map(|id| text(id)).unwrap_or_default())
            }
        }
    }

    /// Returns the namespace of the tool, if the call names one.
    pub fn namespace(&self) -> Option<&str> {
        self.raw.get("namespace").and_then(Value::as_str)
    }

    /// Returns whether the model goes on while the call runs, so that its result may come with a later request.
    pub fn is_asynchronous(&self) -> bool {
        self.raw.get("async") == Some(&Value::Bool(true))
    }

    /// Returns the provider's own object for this call.
    pub fn raw(&self) -> &Value {
        &self.raw
    }

    /// Returns the provider's own object for this call's result, in which everything can be seen
    /// ([`Outcome::sanitized`]).
    pub fn result(&self, outcome: &Outcome) -> Value {
        self.dialect.shape().result(self, &outcome.clone().sanitized())
    }
}

/// Caller of a tool, as the provider names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Caller<'a> {
    /// The model.
    Model,
    /// Code that the model wrote and the provider runs, by the id of its call.
    Program(&'a str),
}

impl Given {
    /// The arguments of dialects that send an object; nothing at all means none.
    pub(crate) fn from_value(value: Option<&Value>) -> Self {
        match value {
            None | Some(Value::Null) => Self::Object(Map::new()),
            Some(Value::Object(object)) => Self::Object(object.clone()),
            // Models stringify objects, and some providers pass that on.
            Some(Value::String(text)) => Self::from_text(text),
            Some(other) => {
                Self::Unreadable { text: other.to_string(), why: "expected an object".to_owned() }
            }
        }
    }

    /// The arguments of dialects that send JSON text; an empty text means none.
    pub(crate) fn from_text(text: &str) -> Self {
        if text.trim().is_empty() {
            return Self::Object(Map::new());
        }
        let unreadable = |why: String| Self::Unreadable { text: text.to_owned(), why };
        match a2t_core::json::parse(text.as_bytes()) {
            Ok(Value::Object(object)) => Self::Object(object),
            Ok(Value::Null) => Self::Object(Map::new()),
            Ok(other) => {
                unreadable(format!("expected a JSON object, got {}", a2t_core::json::shown(&other)))
            }
            Err(error) => unreadable(error.to_string()),
        }
    }
}
