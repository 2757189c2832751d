//! A call as it is decoded.

use http::request::Parts;
use rmcp::model::{ClientCapabilities, JsonObject};
use serde_json::Value;

/// A call as the host sent it.
pub(crate) struct Asked<'a> {
    pub(crate) client: Client,
    /// Answers to what the tool asked when the call was made before.
    pub(crate) answers: JsonObject,
    pub(crate) name: &'a str,
    pub(crate) arguments: Value,
    pub(crate) meta: &'a JsonObject,
    /// The request that the contexts are taken from.
    pub(crate) parts: Parts,
}

/// Abilities of the client, as it declared them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Client {
    /// It puts questions to its user, as forms.
    pub(crate) asks: bool,
    /// It asks for results later.
    #[cfg_attr(not(feature = "tasks"), allow(dead_code))]
    pub(crate) takes_tasks: bool,
}

impl Client {
    pub(crate) fn new(declared: &ClientCapabilities) -> Self {
        let forms = declared.elicitation.as_ref();
        Self {
            // Without a mode, forms are meant.
            asks: forms.is_some_and(|modes| modes.form.is_some() || modes.url.is_none()),
            takes_tasks: declared.supports_tasks(),
        }
    }
}
