//! What models hear: the answers of each provider, read by hand after the providers' own documents,
//! not by the code under test.

use a2t_dialect::Dialect;
use serde_json::Value;

/// One result as its provider reads it.
#[derive(Debug, PartialEq)]
pub(crate) struct Heard {
    /// The id of what it answers.
    pub(crate) id: Option<String>,
    /// Whether it is marked as a call that failed, where there is a flag for it.
    pub(crate) is_error: Option<bool>,
    /// The outputs, or the text of a failure.
    pub(crate) content: Value,
}

/// The only result in an answer.
pub(crate) fn only(dialect: Dialect, answer: &Value) -> Heard {
    let at = |pointer: &str| answer.pointer(pointer).cloned().unwrap_or(Value::Null);
    let (id, is_error, content) = match dialect.id() {
        "a2a" => {
            let failed = at("/result/task/status/state") != "TASK_STATE_COMPLETED";
            let content = at(if failed {
                "/result/task/status/message/parts/0/text"
            } else {
                "/result/task/artifacts/0/parts/0/data"
            });
            ("/id", Some(failed), content)
        }
        "anthropic" => {
            let failed = at("/content/0/is_error") == true;
            let content = at("/content/0/content");
            ("/content/0/tool_use_id", Some(failed), content)
        }
        "autogen" => {
            let failed = at("/content/0/is_error") == true;
            ("/content/0/call_id", Some(failed), at("/content/0/content"))
        }
        "azure-foundry" | "openai-assistants" => {
            let id = "/tool_outputs/0/tool_call_id";
            (id, None, at("/tool_outputs/0/output"))
        }
        "azure-foundry-v2" | "openai-responses" => ("/0/call_id", None, at("/0/output")),
        "bedrock-agents" => {
            let result = at("/returnControlInvocationResults/0/functionResult");
            let failed = !result["responseState"].is_null();
            let content = result["responseBody"]["TEXT"]["body"].clone();
            ("/invocationId", Some(failed), content)
        }
        "bedrock-converse" => {
            let failed = at("/content/0/toolResult/status") == "error";
            let content = at("/content/0/toolResult/content/0");
            let content = content.get("json").unwrap_or(&content["text"]).clone();
            ("/content/0/toolResult/toolUseId", Some(failed), content)
        }
        "crewai" => ("/no id", None, at("")),
        "gemini" => {
            let response = at("/parts/0/functionResponse/response");
            let failed = response.get("error").is_some();
            let content = response.get("error").unwrap_or(&response["output"]).clone();
            ("/parts/0/functionResponse/id", Some(failed), content)
        }
        "langchain" => {
            let failed = at("/0/status") == "error";
            ("/0/tool_call_id", Some(failed), at("/0/content"))
        }
        "mcp" => {
            let failed = at("/result/isError") == true;
            let content = at("/result/content/0/text");
            assert!(failed || parsed(&content) == at("/result/structuredContent"));
            ("/id", Some(failed), content)
        }
        "openai-chat" => ("/0/tool_call_id", None, at("/0/content")),
        "vercel-ai" => {
            let failed = at("/content/0/output/type") == "error-text";
            let content = at("/content/0/output/value");
            ("/content/0/toolCallId", Some(failed), content)
        }
        other => panic!("how does an answer of {other} look?"),
    };
    let id = match at(id) {
        Value::Null => None,
        Value::String(id) => Some(id),
        other => Some(other.to_string()),
    };
    let content = parsed(&content);
    Heard { id, is_error, content }
}

/// What a text of JSON is, or the text.
fn parsed(content: &Value) -> Value {
    let text = content.as_str().and_then(|text| serde_json::from_str(text).ok());
    text.unwrap_or_else(|| content.clone())
}
