//! The AI SDK's UI message stream: chunks with an id for each text and each call.
//!
//! A server answers calls itself, or asks for an approval, after it announced them: calls are
//! returned when the message ends. The message has the parts of a `ModelMessage`.

use serde_json::{Map, Value, json};

use super::draft::{Draft, Format};
use super::edit::{append, merge, set, text};
use super::{Result, StreamError};

pub(super) static FORMAT: Format = Format {
    read,
    done: Draft::stop,
    fill: |_, _| {},
    id: |part| part.get("toolCallId")?.as_str(),
    name: |part| part.get("toolName")?.as_str(),
    message,
    end: "finish",
    waits_for_end: true,
};

fn read(draft: &mut Draft, name: &str, chunk: &Value) -> Result<()> {
    let name = chunk.get("type").and_then(Value::as_str).unwrap_or(name);
    draft.begin(name);
    match name {
        "text-start" | "reasoning-start" => {
            let kind = name.trim_end_matches("-start");
            add(draft, json!({ "type": kind, "id": chunk.get("id"), "text": "" }), false)
        }
        "text-delta" | "reasoning-delta" => {
            if name == "text-delta" {
                draft.show(text(chunk, "delta"));
            }
            let item = find(draft, name.trim_end_matches("-delta"), "id", chunk)?;
            draft.edit(item, |part| append(part, "text", text(chunk, "delta")))
        }
        "text-end" | "reasoning-end" => {
            let item = find(draft, name.trim_end_matches("-end"), "id", chunk)?;
            let metadata = chunk.get("providerMetadata").unwrap_or(&Value::Null);
            draft.edit(item, |part| merge(part, "providerOptions", metadata))?;
            draft.end(item, false)
        }
        "tool-input-start" => call(draft, chunk, false),
        // The SDK answers an input that it could not read.
        "tool-input-available" | "tool-input-error" => call(draft, chunk, true),
        "tool-output-available" | "tool-output-error" | "tool-output-denied" => {
            answer(draft, chunk)
        }
        "custom"
        | "file"
        | "reasoning-file"
        | "tool-approval-request"
        | "tool-approval-response" => add(draft, chunk.clone(), true),
        "start-step" => add(draft, json!({ "type": STEP }), true),
        "reset-step" => {
            draft.discard_after(|part| part.get("type").is_some_and(|kind| kind == STEP))
        }
        "finish" => {
            draft.set("finishReason", chunk.get("finishReason").unwrap_or(&Value::Null))?;
            draft.stop();
            Ok(())
        }
        "error" => Err(draft.reported(chunk.get("errorText"))),
        "abort" => {
            let reason = format!("the server stopped: {}", text(chunk, "reason"));
            Err(draft.reported(Some(&reason.into())))
        }
        // The whole input follows.
        "tool-input-delta" | "start" | "finish-step" | "message-metadata" | "source-url"
        | "source-document" | "steering-message" => Ok(()),
        data if data.starts_with("data-") => Ok(()),
        other => {
            draft.ignore(other);
            Ok(())
        }
    }
}

/// The part that begins a step, which is none of the message's.
const STEP: &str = "step-start";

fn add(draft: &mut Draft, part: Value, has_ended: bool) -> Result<()> {
    let item = draft.next_index();
    draft.start(item, part)?;
    if has_ended { draft.end(item, false) } else { Ok(()) }
}

/// The newest part of this type with the id of a chunk.
fn find(draft: &Draft, kind: &str, member: &str, chunk: &Value) -> Result<u64> {
    find_any(draft, &[kind], member, chunk).ok_or_else(|| unknown(draft, chunk, member))
}

fn find_any(draft: &Draft, kinds: &[&str], member: &str, chunk: &Value) -> Option<u64> {
    let id = chunk.get(member).filter(|id| id.is_string())?;
    let is_of = |part: &Value| kinds.contains(&text(part, "type")) && part.get(member) == Some(id);
    let (item, _) = draft.items().rev().find(|(_, part)| is_of(part))?;
    Some(item)
}

fn unknown(draft: &Draft, chunk: &Value, member: &str) -> StreamError {
    draft.wrong(&format!("a start of `{}` first", text(chunk, member)))
}

/// Takes the start of a call or, at its end, the whole of it.
fn call(draft: &mut Draft, chunk: &Value, has_ended: bool) -> Result<()> {
    let mut part = json!({ "type": "tool-call" });
    for member in ["toolCallId", "toolName", "input", "providerExecuted"] {
        if let Some(value) = chunk.get(member) {
            set(&mut part, member, value.clone());
        }
    }
    if let Some(metadata) = chunk.get("providerMetadata") {
        set(&mut part, "providerOptions", metadata.clone());
    }
    if chunk.get("errorText").is_some() {
        set(&mut part, "invalid", true.into());
    }
    match find_any(draft, &["tool-call"], "toolCallId", chunk) {
        Some(item) if has_ended => {
            draft.replace(item, part, true)?;
            draft.end(item, false)
        }
        Some(_) => Ok(()),
        None => add(draft, part, has_ended),
    }
}

/// Takes the server's result of a call, or the next of several.
fn answer(draft: &mut Draft, chunk: &Value) -> Result<()> {
    let output = match (chunk.get("output"), chunk.get("errorText")) {
        (Some(Value::String(text)), _) => json!({ "type": "text", "value": text }),
        (Some(output), _) => json!({ "type": "json", "value": output }),
        (None, Some(error)) => json!({ "type": "error-text", "value": error }),
        (None, None) => json!({ "type": "execution-denied" }),
    };
    let call = find_any(draft, &["tool-call"], "toolCallId", chunk);
    let name = call.and_then(|call| draft.value(call)?.get("toolName").cloned());
    let id = chunk.get("toolCallId");
    let part =
        json!({ "type": "tool-result", "toolCallId": id, "toolName": name, "output": output });
    match find_any(draft, &["tool-result"], "toolCallId", chunk) {
        Some(item) => draft.replace(item, part, true),
        None => add(draft, part, true),
    }
}

fn message(base: Map<String, Value>, mut parts: Vec<Value>) -> Value {
    parts.retain(|part| part.get("type").is_none_or(|kind| kind != STEP));
    for part in &mut parts {
        let is_text = ["text", "reasoning"].contains(&text(part, "type"));
        if let Some(members) = part.as_object_mut().filter(|_| is_text) {
            members.shift_remove("id");
        }
    }
    let mut message = json!({ "role": "assistant", "content": parts });
    if let Some(reason) = base.get("finishReason") {
        set(&mut message, "finishReason", reason.clone());
    }
    message
}
