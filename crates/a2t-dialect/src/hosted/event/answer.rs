//! Answers of the program to a call that it ran, or to a question: in the provider's format, next
//! to the results of functions.

use serde_json::{Map, Value, json};

use super::{HostedEvent, RunBy, Stage, text};
use crate::hosted::Kind;

/// The program's answer to an event that waits for it ([`RunBy::Program`]).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// Words for what was done, or the text that an editor shows.
    Text(String),
    /// Picture of the screen.
    Screenshot {
        /// Media type, such as `image/png`.
        media_type: String,
        /// The picture, in base64.
        base64: String,
    },
    /// Why nothing was done, for the model to read.
    Failed(String),
    /// Consent to the call that was asked for, or refusal.
    Approved(bool),
}

impl HostedEvent {
    /// Returns the provider's own object for this answer, which goes where results of functions go:
    /// [`Dialect::message`](crate::Dialect::message) takes them together. Approvals of Azure's
    /// first API go to its `tool_approvals`.
    ///
    /// `None` if no answer is expected, or the provider has no place for such an answer: OpenAI and
    /// Azure take nothing but screenshots from a computer. Your program must check their
    /// `pending_safety_checks`, and add them as `acknowledged_safety_checks`.
    ///
    /// ```
    /// use a2t_dialect::Dialect;
    /// use a2t_dialect::hosted::{Answer, HostedEvent};
    /// use serde_json::json;
    ///
    /// let reply = json!([{ "type": "mcp_approval_request", "id": "mcpr_1", "server_label": "docs",
    ///     "name": "search", "arguments": "{}" }]);
    /// let event = &HostedEvent::all(Dialect::OpenaiResponses, &reply)[0];
    /// assert_eq!(event.answer(&Answer::Approved(false)), Some(json!({
    ///     "type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": false,
    /// })));
    /// ```
    pub fn answer(&self, answer: &Answer) -> Option<Value> {
        let waits = self.run_by == RunBy::Program && self.stage != Stage::Result;
        let id = self.id().filter(|_| waits);
        match (self.dialect.id(), self.stage, answer) {
            ("openai-responses" | "azure-foundry-v2", Stage::Approval, Answer::Approved(yes)) => {
                Some(json!({
                    "type": "mcp_approval_response", "approval_request_id": id?, "approve": yes,
                }))
            }
            ("azure-foundry", Stage::Approval, Answer::Approved(yes)) => {
                Some(json!({ "tool_call_id": id?, "approve": yes }))
            }
            (_, Stage::Approval, _) | (_, _, Answer::Approved(_)) => None,
            ("anthropic", ..) => Some(tool_result(id?, answer)),
            ("bedrock-agents", ..) => session_state(id?, &self.raw, answer),
            ("gemini", ..) if waits => function_response(&self.raw, answer),
            ("openai-responses" | "azure-foundry-v2", ..) if self.kind == Kind::Computer => {
                computer_output("call_id", id?, answer)
            }
            ("azure-foundry", ..) if self.kind == Kind::Computer => {
                computer_output("tool_call_id", id?, answer)
            }
            _ => None,
        }
    }
}

fn tool_result(id: &str, answer: &Answer) -> Value {
    let content = match answer {
        Answer::Screenshot { media_type, base64 } => json!([{ "type": "image", "source": {
            "type": "base64", "media_type": media_type, "data": base64,
        } }]),
        other => json!(words(other)),
    };
    json!({
        "type": "tool_result",
        "tool_use_id": id,
        "content": content,
        "is_error": matches!(answer, Answer::Failed(_)),
    })
}

fn computer_output(member: &str, id: &str, answer: &Answer) -> Option<Value> {
    let Answer::Screenshot { media_type, base64 } = answer else {
        return None;
    };
    let url = format!("data:{media_type};base64,{base64}");
    Some(json!({
        "type": "computer_call_output",
        member: id,
        "output": { "type": "computer_screenshot", "image_url": url },
    }))
}

fn session_state(id: &str, input: &Value, answer: &Answer) -> Option<Value> {
    let invocation = input.get("functionInvocationInput")?;
    let mut result = Map::new();
    for member in ["actionGroup", "agentId", "function"] {
        if let Some(value) = invocation.get(member) {
            result.insert(member.to_owned(), value.clone());
        }
    }
    let body = match answer {
        Answer::Screenshot { media_type, base64 } => {
            let format = media_type.strip_prefix("image/").unwrap_or(media_type);
            let image = json!({ "format": format, "source": { "bytes": base64 } });
            json!({ "IMAGES": { "images": [image] } })
        }
        other => json!({ "TEXT": { "body": words(other) } }),
    };
    result.insert("responseBody".to_owned(), body);
    if matches!(answer, Answer::Failed(_)) {
        result.insert("responseState".to_owned(), json!("REPROMPT"));
    }
    let results = json!([{ "functionResult": result }]);
    Some(json!({ "invocationId": id, "returnControlInvocationResults": results }))
}

fn function_response(part: &Value, answer: &Answer) -> Option<Value> {
    let call = part.get("functionCall")?;
    let mut response = Map::new();
    if let Some(id) = call.get("id") {
        response.insert("id".to_owned(), id.clone());
    }
    response.insert("name".to_owned(), json!(text(call, "name")?));
    let output = match answer {
        Answer::Failed(_) => json!({ "error": words(answer) }),
        _ => json!({ "output": words(answer) }),
    };
    response.insert("response".to_owned(), output);
    if let Answer::Screenshot { media_type, base64 } = answer {
        let picture = json!({ "inlineData": { "mimeType": media_type, "data": base64 } });
        response.insert("parts".to_owned(), json!([picture]));
    }
    Some(json!({ "functionResponse": response }))
}

fn words(answer: &Answer) -> String {
    match answer {
        Answer::Text(text) => text.clone(),
        Answer::Failed(why) => format!("Error: {why}"),
        Answer::Screenshot { .. } | Answer::Approved(_) => String::new(),
    }
}
