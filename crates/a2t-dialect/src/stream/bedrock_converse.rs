//! Amazon Bedrock's ConverseStream: events of one member, such as `contentBlockDelta`, or the value of that
//! member under its name.

use serde_json::{Map, Value, json};

use super::Result;
use super::draft::{Draft, Format};
use super::edit::{Grown, append, merge, parsed, push, set, text};

pub(super) static FORMAT: Format = Format {
    read,
    done: |_| {},
    fill,
    id: |block| block.pointer("/toolUse/toolUseId")?.as_str(),
    name: |block| block.pointer("/toolUse/name")?.as_str(),
    message,
    end: "messageStop",
    waits_for_end: false,
};

/// The member of an event that only hides its length.
const PADDING: &str = "p";

fn read(draft: &mut Draft, name: &str, event: &Value) -> Result<()> {
    let only = event.as_object().filter(|event| event.len() == 1);
    let (name, event) = match only.and_then(|event| event.iter().next()) {
        Some((member, inner)) if inner.is_object() && ["", "message", member].contains(&name) => {
            (&**member, inner)
        }
        _ => (name, event),
    };
    draft.begin(name);
    match name {
        "messageStart" => draft.set("role", event.get("role").unwrap_or(&Value::Null)),
        "contentBlockStart" => {
            let start = event.get("start").cloned().unwrap_or_default();
            draft.start(draft.index(event, "contentBlockIndex")?, start)
        }
        "contentBlockDelta" => {
            let index = draft.index(event, "contentBlockIndex")?;
            if !draft.has(index) {
                draft.start(index, json!({}))?;
            }
            let delta = event.get("delta").and_then(Value::as_object);
            let mut delta = delta.into_iter().flatten();
            delta.try_for_each(|(kind, value)| read_delta(draft, index, kind, value))
        }
        "contentBlockStop" => draft.end(draft.index(event, "contentBlockIndex")?, false),
        "messageStop" => {
            draft.merge(Some(event), &[PADDING])?;
            draft.stop();
            Ok(())
        }
        "metadata" => draft.merge(Some(event), &[PADDING]),
        error if error.ends_with("Exception") => Err(draft.reported(Some(event))),
        other => {
            draft.ignore(other);
            Ok(())
        }
    }
}

fn read_delta(draft: &mut Draft, index: u64, kind: &str, value: &Value) -> Result<()> {
    match (kind, value) {
        ("text", Value::String(more)) => {
            draft.show(more);
            draft.edit(index, |block| append(block, "text", more))
        }
        ("toolUse", value) => draft.arguments(index, text(value, "input")),
        ("reasoningContent", value) => draft.edit(index, |block| reason(block, value)),
        ("citation", value) => draft.edit(index, |block| push(block, "citations", value)),
        ("toolResult", Value::Array(parts)) => {
            draft.edit(index, |block| match block.get_mut("toolResult") {
                Some(result) => parts.iter().map(|part| push(result, "content", part)).sum(),
                None => Grown::default(),
            })
        }
        (other, _) => {
            draft.ignore(&format!("contentBlockDelta {other}"));
            Ok(())
        }
    }
}

/// Adds to the model's reasoning, whose text and signature come separately.
fn reason(block: &mut Value, delta: &Value) -> Grown {
    let mut grown = merge(block, "reasoningContent", &json!({}));
    let Some(content) = block.get_mut("reasoningContent") else { return grown };
    for (member, value) in delta.as_object().into_iter().flatten() {
        let added = match (&**member, value) {
            ("text", Value::String(more)) => {
                let object = merge(content, "reasoningText", &json!({}));
                let text = content.get_mut("reasoningText").map(|text| append(text, "text", more));
                [object, text.unwrap_or_default()].into_iter().sum()
            }
            ("signature", signature) => {
                merge(content, "reasoningText", &json!({ "signature": signature }))
            }
            (member, value) => merge(content, member, value),
        };
        grown = [grown, added].into_iter().sum();
    }
    grown
}

fn fill(block: &mut Value, arguments: &str) {
    if let Some(used) = block.get_mut("toolUse") {
        let input = if arguments.trim().is_empty() { json!({}) } else { parsed(arguments) };
        set(used, "input", input);
    }
    // A whole message has a text and its citations in one member.
    if let Some(members) = block.as_object_mut()
        && let Some(citations) = members.shift_remove("citations")
    {
        let text = members.shift_remove("text").unwrap_or_default();
        let content = json!({ "content": [{ "text": text }], "citations": citations });
        members.insert("citationsContent".to_owned(), content);
    }
}

fn message(mut base: Map<String, Value>, blocks: Vec<Value>) -> Value {
    let role = base.shift_remove("role").unwrap_or_else(|| "assistant".into());
    let message = json!({ "role": role, "content": blocks });
    base.insert("output".to_owned(), json!({ "message": message }));
    Value::Object(base)
}
