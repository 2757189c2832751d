//! Google's Interactions API: `step.*` events between `interaction.created` and
//! `interaction.completed`.

use serde_json::{Map, Value, json};

use super::Result;
use super::draft::Draft;
use super::edit::{Grown, append, merge, push, set, text};

pub(super) fn read(draft: &mut Draft, name: &str, event: &Value) -> Result<()> {
    let name = event.get("event_type").and_then(Value::as_str).unwrap_or(name);
    draft.begin(name);
    match name {
        "interaction.created" => draft.merge(event.get("interaction"), &["steps"]),
        "interaction.status_update" => {
            draft.set("status", event.get("status").unwrap_or(&Value::Null))
        }
        "step.start" => {
            let step = event.get("step").cloned().unwrap_or_default();
            draft.start(draft.index(event, "index")?, step)
        }
        "step.delta" => {
            let index = draft.index(event, "index")?;
            delta(draft, index, event.get("delta").unwrap_or(&Value::Null))
        }
        "step.stop" => draft.end(draft.index(event, "index")?, false),
        "interaction.completed" => {
            draft.merge(event.get("interaction"), &["steps"])?;
            let steps = event.pointer("/interaction/steps").and_then(Value::as_array);
            for (index, step) in (0..).zip(steps.into_iter().flatten()) {
                if !draft.has(index) {
                    draft.start(index, step.clone())?;
                    draft.end(index, true)?;
                }
            }
            draft.stop();
            Ok(())
        }
        "error" => Err(draft.reported(event.get("error"))),
        other => {
            draft.ignore(other);
            Ok(())
        }
    }
}

fn delta(draft: &mut Draft, index: u64, delta: &Value) -> Result<()> {
    match text(delta, "type") {
        "arguments_delta" => draft.arguments(index, text(delta, "arguments")),
        "text" => {
            if draft.value(index).is_some_and(|step| text(step, "type") != "thought") {
                draft.show(text(delta, "text"));
            }
            draft.edit(index, |step| {
                let content = step.get_mut("content").and_then(Value::as_array_mut);
                let last = content.and_then(|parts| parts.last_mut());
                match last.filter(|part| text(part, "type") == "text") {
                    Some(part) => append(part, "text", text(delta, "text")),
                    None => push(step, "content", delta),
                }
            })
        }
        "thought_summary" => draft.edit(index, |step| match delta.get("content") {
            Some(content) => push(step, "summary", content),
            None => Grown::default(),
        }),
        "thought_signature" => draft.edit(index, |step| {
            merge(step, "signature", delta.get("signature").unwrap_or(&Value::Null))
        }),
        "audio" | "document" | "image" | "video" => {
            draft.edit(index, |step| push(step, "content", delta))
        }
        // The steps of the provider's own tools.
        kind if kind.ends_with("_call") || kind.ends_with("_result") => draft.edit(index, |step| {
            let members = delta.as_object().into_iter().flatten();
            members
                .filter(|(name, _)| *name != "type")
                .map(|(name, value)| merge(step, name, value))
                .sum()
        }),
        other => {
            draft.ignore(&format!("step.delta {other}"));
            Ok(())
        }
    }
}

pub(super) fn message(base: Map<String, Value>, steps: Vec<Value>) -> Value {
    let mut interaction = Value::Object(base);
    set(&mut interaction, "steps", json!(steps));
    interaction
}
