//! A call as it is decoded.

use http::request::Parts;
use rmcp::model::JsonObject;
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// It puts questions to its user, as forms.
    pub(crate) asks: bool,
    /// It asks for results later.
    #[cfg_attr(not(feature = "tasks"), allow(dead_code))]
    pub(crate) takes_tasks: bool,
}
