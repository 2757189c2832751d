//! Bytes that the store keeps of a call, and of a message.

use a2t_core::ToolId;
use a2t_store::Secret;
use a2t_tool::Caller;
use a2t_tool::channel;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Map, Value, json};

use crate::message::{Callback, Invocation, ReturnAddress};

/// A call as it was accepted.
pub(crate) struct Payload {
    pub(crate) address: ReturnAddress,
    pub(crate) ancestors: Vec<String>,
    pub(crate) user: Option<String>,
    /// Base URL under which the caller knows this server.
    pub(crate) base: String,
    /// Headers of the invocation that contexts may see.
    pub(crate) headers: HeaderMap,
    /// Caller that the call was accepted from, and runs as.
    pub(crate) caller: Option<Caller>,
    pub(crate) work: Work,
}

pub(crate) enum Work {
    /// A tool of the version that the call was accepted for.
    Tool { operation: String, tool: ToolId, version: u32, arguments: Map<String, Value> },
    /// The words of the error that answers a call which no tool can run.
    Refused(String),
}

impl Payload {
    pub(crate) fn new(
        invocation: &Invocation,
        base: String,
        headers: HeaderMap,
        work: Work,
    ) -> Self {
        Self {
            address: invocation.address.clone(),
            ancestors: invocation.thread_ancestors.clone(),
            user: invocation.user_id.clone(),
            base,
            headers,
            caller: None,
            work,
        }
    }

    pub(crate) fn refused(address: ReturnAddress, words: String) -> Self {
        Self {
            address,
            ancestors: Vec::new(),
            user: None,
            base: String::new(),
            headers: HeaderMap::new(),
            caller: None,
            work: Work::Refused(words),
        }
    }

    /// The conversation and the person of the call, as the caller names them.
    pub(crate) fn conversation(&self) -> channel::Caller {
        let mut caller = channel::Caller::default();
        caller.group = Some(self.address.group_id.clone());
        caller.user.clone_from(&self.user);
        caller.ancestors.clone_from(&self.ancestors);
        caller
    }

    pub(crate) fn to_secret(&self) -> Secret {
        let ReturnAddress { callback_url, group_id, id, call_id, .. } = &self.address;
        let headers = self
            .headers
            .iter()
            .filter_map(|(name, value)| Some(json!([name.as_str(), value.to_str().ok()?])));
        let work = match &self.work {
            Work::Tool { operation, tool, version, arguments } => json!({
                "operation": operation, "tool": tool.to_string(), "version": version,
                "arguments": arguments,
            }),
            Work::Refused(words) => json!({ "refused": words }),
        };
        // A program that knows no callers leaves the call of one to a later program.
        let format = if self.caller.is_some() { 2 } else { 1 };
        let payload = json!({
            "format": format, "caller": self.caller.as_ref().map(Caller::to_kept),
            "callback_url": callback_url.as_str(), "group_id": group_id, "id": id,
            "call_id": call_id, "ancestors": self.ancestors, "user": self.user,
            "base": self.base, "headers": headers.collect::<Value>(), "work": work,
        });
        payload.to_string().into()
    }

    /// The call of these bytes; `None` where a later program wrote them.
    pub(crate) fn read(secret: &Secret) -> Option<Self> {
        let value: Value = serde_json::from_slice(secret.expose()).ok()?;
        let caller = match value.get("format")?.as_u64()? {
            1 => None,
            2 => Some(Caller::from_kept(value.get("caller")?)?),
            _ => return None,
        };
        let url = value.get("callback_url")?.as_str()?.parse().ok()?;
        let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let mut address = ReturnAddress::new(url, text("group_id")?, text("id")?);
        address.call_id = text("call_id");
        let ancestors = value.get("ancestors")?.as_array()?.iter();
        let ancestors = ancestors.filter_map(|one| Some(one.as_str()?.to_owned())).collect();
        let headers = value.get("headers")?.as_array()?.iter().filter_map(header).collect();
        let (user, base) = (text("user"), text("base")?);
        Some(Self {
            address,
            ancestors,
            user,
            base,
            headers,
            caller,
            work: Work::read(value.get("work")?)?,
        })
    }
}

fn header(pair: &Value) -> Option<(HeaderName, HeaderValue)> {
    let text = |index: usize| pair.get(index).and_then(Value::as_str);
    Some((text(0)?.parse().ok()?, text(1)?.parse().ok()?))
}

impl Work {
    /// The span of a run: the tool and the number of the attempt, no argument and no id.
    pub(crate) fn span(&self, attempt: u32) -> tracing::Span {
        let tool = match self {
            Self::Tool { operation, .. } => operation,
            Self::Refused(_) => "",
        };
        tracing::debug_span!("rap.call", tool, attempt)
    }

    fn read(value: &Value) -> Option<Self> {
        if let Some(words) = value.get("refused") {
            return Some(Self::Refused(words.as_str()?.to_owned()));
        }
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        Some(Self::Tool {
            operation: text("operation")?.to_owned(),
            tool: text("tool")?.parse().ok()?,
            version: u32::try_from(value.get("version")?.as_u64()?).ok()?,
            arguments: value.get("arguments")?.as_object()?.clone(),
        })
    }
}

/// The body of a message in the store: the URL on the first line, then what is posted.
pub(crate) fn message(address: &ReturnAddress, text: &str) -> Secret {
    // No line break is in the URL, since the policy refuses control characters.
    format!("1\n{}\n{text}", address.callback_url.as_str()).into()
}

/// URL and body of a message of the store; `None` where a later program wrote it.
pub(crate) fn read_message(secret: &Secret) -> Option<(&str, &str)> {
    let text = std::str::from_utf8(secret.expose()).ok()?;
    text.strip_prefix("1\n")?.split_once('\n')
}

/// A callback in JSON, if a strict reader takes it; otherwise the reason why not.
pub(crate) fn written(callback: &Callback) -> Result<String, String> {
    callback.check().map_err(|violations| violations.to_string())?;
    let text = callback.to_text();
    let max = crate::message::limit::CALLBACK_BYTES_MAX;
    if text.len() > max {
        return Err(format!("the message has {} bytes, a callback at most {max}", text.len()));
    }
    Ok(text)
}
