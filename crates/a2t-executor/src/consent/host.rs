//! Approvals in the form of a host: the AI SDK's parts, and OpenAI's items.

use a2t_dialect::Dialect;
use serde_json::{Value, json};

use super::paused::{Paused, PausedCall};
use super::{Decision, ResumeError};

impl Paused {
    /// Returns the parts by which a host asks its user: `tool-approval-request`s of the AI SDK, to be added to the
    /// model's message. Other dialects have no such part, and OpenAI's requests are in the reply already.
    pub fn requests(&self) -> Vec<Value> {
        if self.dialect() != Dialect::VercelAi {
            return Vec::new();
        }
        let request = |call: &PausedCall| {
            json!({
                "type": "tool-approval-request",
                "approvalId": call.key(),
                "toolCallId": call.call_id(),
            })
        };
        self.calls().map(request).collect()
    }

    /// Returns the decisions in the messages of a host, for [`Executor::resume`](crate::Executor::resume): the AI SDK's
    /// `tool-approval-response` parts and parts of its UI messages, and OpenAI's `mcp_approval_response` items. The
    /// sender of the messages is the one who decides, so check who that is.
    ///
    /// ```
    /// # fn demonstrate(paused: &a2t::dialect::Paused) -> Result<(), a2t::dialect::ResumeError> {
    /// use serde_json::json;
    ///
    /// let id = paused.calls().next().map(|call| call.key());
    /// let message = json!({"role": "tool", "content": [
    ///     {"type": "tool-approval-response", "approvalId": id, "approved": false, "reason": "not today"}]});
    /// let decisions = paused.read_decisions(&message)?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`ResumeError::ArgumentsChanged`]: the messages repeat a call with other arguments than those that wait.
    pub fn read_decisions(&self, messages: &Value) -> Result<Vec<(String, Decision)>, ResumeError> {
        let mut decisions = Vec::new();
        self.read(messages, &mut decisions)?;
        Ok(decisions)
    }

    fn read(
        &self,
        value: &Value,
        decisions: &mut Vec<(String, Decision)>,
    ) -> Result<(), ResumeError> {
        match value {
            Value::Array(items) => items.iter().try_for_each(|item| self.read(item, decisions)),
            Value::Object(members) => {
                for call in self.calls() {
                    if is_changed(call, value) {
                        return Err(ResumeError::ArgumentsChanged { id: call.id().to_owned() });
                    }
                    let decision = decision(call, value);
                    decisions.extend(decision.map(|decision| (call.id().to_owned(), decision)));
                }
                // A part with a type holds texts of models and tools, which decide on nothing.
                if value.get("type").is_some_and(|kind| kind != "message") {
                    return Ok(());
                }
                let lists = ["messages", "content", "parts", "output", "input"];
                let lists = lists.iter().filter_map(|list| members.get(*list));
                let lists = lists.filter(|list| list.is_array());
                lists.into_iter().try_for_each(|list| self.read(list, decisions))
            }
            _ => Ok(()),
        }
    }
}

/// Whether a part repeats this call with other arguments.
fn is_changed(call: &PausedCall, part: &Value) -> bool {
    let id = |member: &str| part.get(member).and_then(Value::as_str);
    let (ours, input) = match id("type") {
        Some("mcp_approval_request") => (id("id"), "arguments"),
        Some(kind) if kind == "dynamic-tool" || kind.starts_with("tool-") => {
            (id("toolCallId"), "input")
        }
        _ => return false,
    };
    let ours = ours.is_some() && ours == call.call_id();
    ours && part.get(input).is_some_and(|input_now| call.raw().get(input) != Some(input_now))
}

/// The decision on this call in a part.
fn decision(call: &PausedCall, part: &Value) -> Option<Decision> {
    let text = |value: &Value, member: &str| value.get(member)?.as_str().map(str::to_owned);
    let is = |value: &Value, member: &str, id: Option<&str>| {
        id.is_some() && value.get(member).and_then(Value::as_str) == id
    };
    let decided = |value: &Value, member: &str| {
        let is_approved = value.get(member)?.as_bool()?;
        let deny = || Decision::Deny(text(value, "reason").unwrap_or_default());
        Some(if is_approved { Decision::Approve } else { deny() })
    };
    match part.get("type").and_then(Value::as_str)? {
        "tool-approval-response" if is(part, "approvalId", Some(call.key())) => {
            decided(part, "approved")
        }
        "mcp_approval_response" if is(part, "approval_request_id", call.call_id()) => {
            decided(part, "approve")
        }
        // A part of a UI message, such as `tool-pay` in the state `approval-responded`.
        kind if kind == "dynamic-tool" || kind.starts_with("tool-") => {
            let approval = part.get("approval")?;
            is(approval, "id", Some(call.key())).then(|| decided(approval, "approved")).flatten()
        }
        _ => None,
    }
}
