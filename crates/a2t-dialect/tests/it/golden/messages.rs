//! Messages of models: the messages of each provider that call tools, put together by hand after
//! the providers' own documents, not by the code under test.

use a2t_dialect::Dialect;
use serde_json::{Map, Value, json};

/// One call in a message: the tool and its arguments by the names that the model was shown.
pub(crate) struct GivenCall<'a> {
    pub(crate) name: &'a str,
    pub(crate) arguments: &'a Map<String, Value>,
}

/// A message with calls, as short as the provider has it, or as whole as it has it.
pub(crate) fn message(dialect: Dialect, given: &[GivenCall<'_>], whole: bool) -> Value {
    let of_an_api = api_message(dialect.id(), given, whole);
    let message = of_an_api.or_else(|| framework_message(dialect.id(), given, whole));
    message.unwrap_or_else(|| panic!("how does a message of {dialect} look?"))
}

fn api_message(dialect: &str, given: &[GivenCall<'_>], whole: bool) -> Option<Value> {
    let each = |call| each(given, call);
    Some(match (dialect, whole) {
        ("anthropic", false) => json!({ "role": "assistant", "content": each(tool_use) }),
        ("anthropic", true) => json!({
            "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-opus-4-6",
            "stop_reason": "tool_use", "stop_sequence": null,
            "usage": { "input_tokens": 10, "output_tokens": 20 },
            "content": with_text(json!({ "type": "text", "text": "Let me look." }), each(tool_use)),
        }),
        ("azure-foundry" | "openai-assistants", _) => json!({
            "type": "submit_tool_outputs",
            "submit_tool_outputs": { "tool_calls": each(openai_call) },
        }),
        ("bedrock-agents", _) => json!({
            "returnControl": { "invocationId": "inv-1", "invocationInputs": each(invocation) },
        }),
        ("bedrock-converse", false) => {
            json!({ "role": "assistant", "content": each(tool_use_block) })
        }
        ("bedrock-converse", true) => json!({
            "output": { "message": {
                "role": "assistant",
                "content": with_text(json!({ "text": "Let me look." }), each(tool_use_block)),
            } },
            "stopReason": "tool_use",
            "usage": { "inputTokens": 1, "outputTokens": 1, "totalTokens": 2 },
            "metrics": { "latencyMs": 1 },
        }),
        ("gemini", false) => json!({ "role": "model", "parts": each(|_, given| json!({
            "functionCall": { "name": given.name, "args": given.arguments },
        })) }),
        ("gemini", true) => json!({ "candidates": [{
            "content": { "role": "model", "parts": each(|index, given| json!({
                "functionCall": { "id": format!("id{index}"), "name": given.name, "args": given.arguments },
            })) },
            "finishReason": "STOP",
        }] }),
        ("openai-chat", false) => json!({
            "role": "assistant", "content": null, "tool_calls": each(openai_call),
        }),
        ("openai-chat", true) => json!({
            "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-4o",
            "choices": [{ "index": 0, "finish_reason": "tool_calls", "logprobs": null, "message": {
                "role": "assistant", "content": null, "refusal": null,
                "tool_calls": each(openai_call),
            } }],
        }),
        ("azure-foundry-v2", false) => one(each(openai_item)),
        ("azure-foundry-v2", true) => Value::Array(each(openai_item)),
        ("openai-responses", false) => one(each(openai_item)),
        ("openai-responses", true) => response(each(openai_item).into()),
        _ => return None,
    })
}

fn framework_message(dialect: &str, given: &[GivenCall<'_>], whole: bool) -> Option<Value> {
    let each = |call| each(given, call);
    Some(match (dialect, whole) {
        ("a2a", _) => json!({
            "jsonrpc": "2.0", "id": "r1", "method": "SendMessage",
            "params": { "message": {
                "messageId": "m1", "role": "ROLE_USER", "parts": each(data_part),
            } },
        }),
        ("autogen", false) => one(each(function_call)),
        ("autogen", true) => json!({
            "type": "AssistantMessage", "source": "assistant", "content": each(function_call),
        }),
        ("crewai", false) => one(each(|_, given| {
            let input = Value::Object(given.arguments.clone());
            json!(format!("Thought: I need it.\nAction: {}\nAction Input: {input}", given.name))
        })),
        ("crewai", true) => Value::Array(each(openai_call)),
        ("langchain", _) => {
            json!({ "type": "ai", "content": "", "tool_calls": each(|index, given| json!({
            "type": "tool_call", "id": id(index), "name": given.name, "args": given.arguments,
        })) })
        }
        ("mcp", false) => one(each(request)),
        ("mcp", true) => Value::Array(each(request)),
        ("vercel-ai", _) => json!({ "role": "assistant", "content": each(tool_call_part) }),

        _ => return None,
    })
}

fn each(given: &[GivenCall<'_>], call: fn(usize, &GivenCall<'_>) -> Value) -> Vec<Value> {
    let calls = given.iter().enumerate();
    calls.map(|(index, given)| call(index + 1, given)).collect()
}

/// Other shapes that a message with calls has, each with its name.
pub(crate) fn forms(dialect: Dialect, given: &[GivenCall<'_>]) -> Vec<(&'static str, Value)> {
    let message = |whole| message(dialect, given, whole);
    let inner = |pointer: &str| message(true).pointer(pointer).unwrap().clone();
    let each = |call| Value::Array(each(given, call));
    match dialect.id() {
        "a2a" => a2a_forms(&inner("/params")),
        "anthropic" => vec![("blocks", inner("/content"))],
        "autogen" => vec![("calls", inner("/content"))],
        "azure-foundry-v2" => vec![("response", response(each(openai_item)))],
        "bedrock-agents" => vec![
            ("payload", inner("/returnControl")),
            ("members", inner("/returnControl/invocationInputs")),
            ("lambda event", lambda_event(&given[0])),
            ("operations", each(operation)),
        ],
        "bedrock-converse" => {
            vec![("message", inner("/output/message")), ("blocks", each(tool_use_block))]
        }
        "crewai" => vec![
            (
                "message",
                json!({ "role": "assistant", "content": null, "tool_calls": each(openai_call) }),
            ),
            (
                "tool calling",
                json!({ "tool_name": given[0].name, "arguments": given[0].arguments }),
            ),
            ("items", each(function_call)),
        ],
        "gemini" => vec![
            ("candidate", inner("/candidates/0")),
            ("content", inner("/candidates/0/content")),
            ("parts", inner("/candidates/0/content/parts")),
        ],
        "langchain" => vec![("calls", inner("/tool_calls"))],
        "mcp" => vec![("bare", inner("/0/params"))],
        "azure-foundry" | "openai-assistants" => {
            vec![("calls", inner("/submit_tool_outputs/tool_calls"))]
        }
        "openai-chat" => vec![("message", message(false)), ("calls", each(openai_call))],
        "openai-responses" => vec![("items", each(openai_item))],
        "vercel-ai" => vec![("parts", inner("/content"))],
        other => panic!("how does a message of {other} look?"),
    }
}

fn response(output: Value) -> Value {
    json!({
        "id": "resp_1", "object": "response", "created_at": 1, "model": "gpt-4o",
        "error": null, "incomplete_details": null, "instructions": null, "metadata": {},
        "output": output, "parallel_tool_calls": true, "temperature": 1.0,
        "tool_choice": "auto", "tools": [], "top_p": 1.0,
    })
}

fn one(mut messages: Vec<Value>) -> Value {
    assert_eq!(messages.len(), 1, "this form holds one call");
    messages.remove(0)
}

fn with_text(text: Value, calls: Vec<Value>) -> Vec<Value> {
    std::iter::once(text).chain(calls).collect()
}

fn id(index: usize) -> String {
    format!("call_{index}")
}

fn json_text(given: &GivenCall<'_>) -> String {
    Value::Object(given.arguments.clone()).to_string()
}

fn tool_use(index: usize, given: &GivenCall<'_>) -> Value {
    let id = format!("toolu_0{index}");
    json!({ "type": "tool_use", "id": id, "name": given.name, "input": given.arguments })
}

fn tool_use_block(index: usize, given: &GivenCall<'_>) -> Value {
    let id = format!("tooluse_{index}");
    json!({ "toolUse": { "toolUseId": id, "name": given.name, "input": given.arguments } })
}

fn function_call(index: usize, given: &GivenCall<'_>) -> Value {
    json!({ "id": id(index), "name": given.name, "arguments": json_text(given) })
}

fn openai_call(index: usize, given: &GivenCall<'_>) -> Value {
    let function = json!({ "name": given.name, "arguments": json_text(given) });
    json!({ "id": id(index), "type": "function", "function": function })
}

fn openai_item(index: usize, given: &GivenCall<'_>) -> Value {
    json!({
        "type": "function_call", "id": format!("fc_{index}"), "call_id": id(index),
        "name": given.name, "arguments": json_text(given), "status": "completed",
    })
}

fn tool_call_part(index: usize, given: &GivenCall<'_>) -> Value {
    json!({
        "type": "tool-call", "toolCallId": id(index),
        "toolName": given.name, "input": given.arguments,
    })
}

fn request(index: usize, given: &GivenCall<'_>) -> Value {
    let params = json!({ "name": given.name, "arguments": given.arguments });
    json!({ "jsonrpc": "2.0", "id": index, "method": "tools/call", "params": params })
}

fn data_part(_: usize, given: &GivenCall<'_>) -> Value {
    json!({ "data": { "skill": given.name, "input": given.arguments } })
}

/// Values are text in a call of Bedrock's agents, with their types next to them.
fn parameters(given: &GivenCall<'_>) -> Vec<Value> {
    let parameter = |(name, value): (&String, &Value)| {
        let (kind, text) = match value {
            Value::String(text) => ("string", text.clone()),
            Value::Bool(flag) => ("boolean", flag.to_string()),
            other => ("integer", other.to_string()),
        };
        json!({ "name": name, "type": kind, "value": text })
    };
    given.arguments.iter().map(parameter).collect()
}

fn invocation(_: usize, given: &GivenCall<'_>) -> Value {
    json!({ "functionInvocationInput": {
        "actionGroup": "tools", "actionInvocationType": "RESULT", "agentId": "AGENT12345",
        "function": given.name, "parameters": parameters(given),
    } })
}

fn operation(_: usize, given: &GivenCall<'_>) -> Value {
    json!({ "apiInvocationInput": {
        "actionGroup": "tools", "apiPath": format!("/{}", given.name), "httpMethod": "POST",
        "requestBody": { "content": { "application/json": { "properties": parameters(given) } } },
    } })
}

fn lambda_event(given: &GivenCall<'_>) -> Value {
    json!({
        "messageVersion": "1.0", "function": given.name, "inputText": "Look it up.", "sessionId": "s1",
        "agent": { "name": "n", "id": "AGENT12345", "alias": "TSTALIASID", "version": "DRAFT" },
        "actionGroup": "tools", "sessionAttributes": {}, "promptSessionAttributes": {},
        "parameters": parameters(given),
    })
}

fn a2a_forms(params: &Value) -> Vec<(&'static str, Value)> {
    let mut old = params["message"].clone();
    old["kind"] = json!("message");
    old["role"] = json!("user");
    for part in old["parts"].as_array_mut().unwrap() {
        part["kind"] = json!("data");
    }
    let old_params = json!({ "message": old });
    let request = json!({
        "jsonrpc": "2.0", "id": 7, "method": "message/send", "params": old_params,
    });
    let mut in_a_task = params["message"].clone();
    in_a_task["taskId"] = json!("t1");
    in_a_task["contextId"] = json!("c1");
    vec![
        ("params", params.clone()),
        ("message of a task", in_a_task),
        ("version 0.3", request),
        ("params of 0.3", old_params),
        ("message of 0.3", old),
    ]
}
