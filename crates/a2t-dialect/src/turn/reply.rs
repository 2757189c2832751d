//! A reply becomes the messages that the next request repeats, and its text.

use serde_json::{Value, json};

use a2t_core::ToolId;

use super::piece;
use crate::{Dialect, Error, Result};

/// The members that hold the model's message in a whole reply.
const MESSAGES: [&str; 5] = [
    "/choices/0/message",
    "/candidates/0/content",
    "/output/message",
    "/response/messages",
    "/message",
];

/// The message, or the items, that a reply holds.
fn message(reply: &Value) -> &Value {
    MESSAGES.iter().find_map(|pointer| reply.pointer(pointer)).unwrap_or(reply)
}

/// The messages of a reply as the next request repeats them.
pub(crate) fn messages(dialect: Dialect, reply: &Value) -> Vec<Value> {
    let reply = piece::whole(dialect, reply);
    let message = message(reply);
    match dialect.id() {
        "anthropic" => match message.get("content") {
            Some(content) => vec![json!({ "role": "assistant", "content": content })],
            None => Vec::new(),
        },
        "vercel-ai" => match (message, message.get("content")) {
            (Value::Array(messages), _) => messages.clone(),
            (_, Some(content)) => vec![json!({ "role": "assistant", "content": content })],
            (_, None) => Vec::new(),
        },
        "openai-responses" | "azure-foundry-v2" => {
            match reply.get("output").filter(|_| reply.get("type").is_none()).unwrap_or(reply) {
                Value::Array(items) => items.clone(),
                item => vec![item.clone()],
            }
        }
        "crewai" if message.is_string() => {
            vec![json!({ "role": "assistant", "content": message })]
        }
        "openai-chat" | "gemini" | "bedrock-converse" | "langchain" | "autogen" | "crewai" => {
            vec![message.clone()]
        }
        // Their servers keep the conversation.
        _ => Vec::new(),
    }
}

/// A message of a user with this text.
pub(crate) fn user_message(dialect: Dialect, text: &str) -> Result<Value> {
    let refused =
        |instead| Error::RequestOption { dialect: dialect.id(), option: "user_message", instead };
    Ok(match dialect {
        Dialect::A2a => {
            let id = ToolId::derive("a2a message", text).to_string();
            json!({ "messageId": id, "role": "ROLE_USER", "parts": [{ "text": text }] })
        }
        Dialect::BedrockAgents => return Err(refused("send the text as `inputText`")),
        Dialect::Mcp => return Err(refused("a server of MCP has no conversation")),
        Dialect::Gemini => json!({ "role": "user", "parts": [{ "text": text }] }),
        Dialect::BedrockConverse => json!({ "role": "user", "content": [{ "text": text }] }),
        Dialect::Autogen => json!({ "type": "UserMessage", "source": "user", "content": text }),
        Dialect::Anthropic
        | Dialect::AzureFoundry
        | Dialect::AzureFoundryV2
        | Dialect::Crewai
        | Dialect::Langchain
        | Dialect::OpenaiAssistants
        | Dialect::OpenaiChat
        | Dialect::OpenaiResponses
        | Dialect::VercelAi => json!({ "role": "user", "content": text }),
    })
}

/// The text of a reply, without the model's thoughts.
pub(crate) fn text(dialect: Dialect, reply: &Value) -> String {
    let mut text = String::new();
    for message in messages(dialect, reply) {
        match ["content", "parts"].iter().find_map(|member| message.get(*member)) {
            Some(Value::String(words)) => text.push_str(words),
            Some(Value::Array(parts)) => parts.iter().filter_map(words).for_each(|words| {
                text.push_str(words);
            }),
            _ => {}
        }
    }
    text
}

/// The words of a part that is text.
fn words(part: &Value) -> Option<&str> {
    let kind = part.get("type").and_then(Value::as_str);
    let is_text = kind.is_none_or(|kind| ["text", "output_text"].contains(&kind));
    let is_thought = part.get("thought") == Some(&Value::Bool(true));
    let words = part.as_str().or_else(|| part.get("text")?.as_str());
    words.filter(|_| is_text && !is_thought)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reply of each provider that says `Hello, you.`; in two parts where it has parts.
    fn replies() -> Vec<(Dialect, Value, Value)> {
        let parts = json!([{"type": "text", "text": "Hello, "}, {"type": "text", "text": "you."}]);
        let assistant = json!({"role": "assistant", "content": "Hello, you."});
        let model = json!({"role": "model", "parts": [
            {"text": "Hm.", "thought": true}, {"text": "Hello, "}, {"text": "you."}]});
        let converse =
            json!({"role": "assistant", "content": [{"text": "Hello, "}, {"text": "you."}]});
        let item = json!({"type": "message", "role": "assistant", "content": [
            {"type": "output_text", "text": "Hello, you.", "annotations": []}]});
        let spoken = json!({"role": "assistant", "content": parts});
        let ai = json!({"type": "ai", "content": parts});
        vec![
            (
                Dialect::Anthropic,
                json!({"id": "msg_1", "type": "message", "role": "assistant", "content": parts,
                    "stop_reason": "end_turn"}),
                json!([spoken]),
            ),
            (
                Dialect::OpenaiChat,
                json!({"choices": [{"finish_reason": "stop", "message": assistant}]}),
                json!([assistant]),
            ),
            (
                Dialect::OpenaiResponses,
                json!({"object": "response", "status": "completed", "output": [item]}),
                json!([item]),
            ),
            (
                Dialect::Gemini,
                json!({"candidates": [{"content": model, "finishReason": "STOP"}]}),
                json!([model]),
            ),
            (
                Dialect::BedrockConverse,
                json!({"output": {"message": converse}, "stopReason": "end_turn"}),
                json!([converse]),
            ),
            (
                Dialect::VercelAi,
                json!({"finishReason": "stop", "content": parts, "toolCalls": []}),
                json!([spoken]),
            ),
            (
                Dialect::VercelAi,
                json!({"finishReason": "stop", "text": "", "response": {"messages": [spoken]}}),
                json!([spoken]),
            ),
            (Dialect::Langchain, ai.clone(), json!([ai])),
            (Dialect::Crewai, json!("Hello, you."), json!([assistant])),
        ]
    }

    #[test]
    fn a_reply_becomes_what_the_next_request_repeats_and_its_text() {
        for (dialect, reply, expected) in replies() {
            assert_eq!(json!(dialect.reply_messages(&reply)), expected, "{dialect}");
            assert_eq!(dialect.reply_text(&reply), "Hello, you.", "{dialect}");
        }
    }

    #[test]
    fn a_message_is_repeated_as_it_is() {
        for (dialect, _, expected) in replies() {
            let message = &expected[0];
            assert_eq!(json!(dialect.reply_messages(message)), expected, "{dialect}");
            assert_eq!(dialect.reply_text(message), "Hello, you.", "{dialect}");
        }
    }

    #[test]
    fn a_message_of_a_user_is_in_the_form_of_each_provider() {
        for dialect in Dialect::ALL {
            let message = dialect.user_message("Hi.");
            let expected = match dialect.id() {
                "gemini" => json!({"role": "user", "parts": [{"text": "Hi."}]}),
                "bedrock-converse" => json!({"role": "user", "content": [{"text": "Hi."}]}),
                "autogen" => json!({"type": "UserMessage", "source": "user", "content": "Hi."}),
                "a2a" => {
                    json!({"messageId": "f6597741-b8ea-5f31-8c7c-6a578008ddb5", "role": "ROLE_USER",
                    "parts": [{"text": "Hi."}]})
                }
                "bedrock-agents" | "mcp" => {
                    let error = message.unwrap_err().to_string();
                    assert!(error.contains("`user_message` has no place"), "{error}");
                    continue;
                }
                _ => json!({"role": "user", "content": "Hi."}),
            };
            let message = message.unwrap();
            assert_eq!(message, expected, "{dialect}");
            // The messages of a user are no reply.
            let turn = dialect.turn(&message);
            assert!(!matches!(turn, Ok(crate::Turn::Called(_))), "{dialect}: {turn:?}");
        }
        let id = |text| Dialect::A2a.user_message(text).unwrap()["messageId"].clone();
        assert_ne!(id("Hi."), id("Ho."));
    }
}
