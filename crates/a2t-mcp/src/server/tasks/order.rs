//! A task as it is accepted: everything that a run needs, in this program or in a later one.

use a2t_core::ToolId;
use a2t_store::Secret;
use a2t_tool::Caller;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

/// A call of one version of a tool.
pub(crate) struct Order {
    pub(crate) tool: ToolId,
    pub(crate) version: u32,
    /// Name that the host called it by.
    pub(crate) name: String,
    pub(crate) arguments: Value,
    /// Headers of the request that contexts see.
    pub(crate) headers: HeaderMap,
    /// The client takes questions.
    pub(crate) asks: bool,
    /// Caller that the task runs as.
    pub(crate) caller: Option<Caller>,
}

impl Order {
    pub(crate) fn to_secret(&self) -> Secret {
        let headers = self.headers.iter();
        let headers =
            headers.filter_map(|(name, value)| Some(json!([name.as_str(), value.to_str().ok()?])));
        // A program that knows no callers leaves the task of one to a later program.
        let format = if self.caller.is_some() { 2 } else { 1 };
        let order = json!({
            "format": format, "caller": self.caller.as_ref().map(Caller::to_kept),
            "tool": self.tool.to_string(), "version": self.version, "name": self.name,
            "arguments": self.arguments, "headers": headers.collect::<Value>(), "asks": self.asks,
        });
        order.to_string().into()
    }

    /// The order of these bytes; `None` where a later program wrote them.
    pub(crate) fn read(secret: &Secret) -> Option<Self> {
        let mut value: Value = serde_json::from_slice(secret.expose()).ok()?;
        let caller = match value.get("format")?.as_u64()? {
            1 => None,
            2 => Some(Caller::from_kept(value.get("caller")?)?),
            _ => return None,
        };
        let headers = value.get("headers")?.as_array()?.iter().filter_map(header).collect();
        let arguments = value.get_mut("arguments")?.take();
        Some(Self {
            tool: value.get("tool")?.as_str()?.parse().ok()?,
            version: u32::try_from(value.get("version")?.as_u64()?).ok()?,
            name: value.get("name")?.as_str()?.to_owned(),
            arguments,
            headers,
            asks: value.get("asks")?.as_bool()?,
            caller,
        })
    }
}

fn header(pair: &Value) -> Option<(HeaderName, HeaderValue)> {
    let text = |index: usize| pair.get(index).and_then(Value::as_str);
    Some((text(0)?.parse().ok()?, text(1)?.parse().ok()?))
}
