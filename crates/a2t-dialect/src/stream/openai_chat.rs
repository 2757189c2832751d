//! OpenAI's Chat Completions API: chunks, whose deltas of `tool_calls` have an index.
//!
//! No event ends a call: it ends when the next one starts, or with the message. Servers that speak
//! like OpenAI's leave the index out, or give each call the index 0 and its own id.

use serde_json::{Map, Value, json};

use super::draft::{Draft, Format};
use super::edit::{Grown, append, merge, push, set, text};
use super::{Result, StreamError};
use crate::Error;

pub(super) static FORMAT: Format = Format {
    read,
    done: |_| {},
    fill,
    id: |call| call.get("id")?.as_str(),
    name: |call| call.pointer("/function/name")?.as_str(),
    message,
    end: "finish_reason",
    waits_for_end: false,
};

const CHOICE: &str = "/choices/0";
const MESSAGE: &str = "/choices/0/message";

fn read(draft: &mut Draft, _name: &str, chunk: &Value) -> Result<()> {
    draft.begin(text(chunk, "object"));
    if let Some(error) = chunk.get("error").filter(|error| !error.is_null()) {
        return Err(draft.reported(Some(error)));
    }
    if !chunk.is_object() {
        return Err(draft.wrong("a chunk, an object"));
    }
    draft.merge(Some(chunk), &["choices", "object"])?;
    let Some(choices) = chunk.get("choices").and_then(Value::as_array) else {
        draft.ignore(text(chunk, "object"));
        return Ok(());
    };
    if draft.base().get("choices").is_none() {
        draft.set("choices", &json!([{ "index": 0, "message": {} }]))?;
    }
    match choices.as_slice() {
        [] => Ok(()),
        [choice] if choice.get("index").is_none_or(|index| index == 0) => {
            read_choice(draft, choice)
        }
        // They are alternatives: to call the tools of all would answer none of them.
        _ => Err(one(draft, chunk)),
    }
}

fn one(draft: &Draft, chunk: &Value) -> StreamError {
    let expected = "one choice, of index 0";
    Error::message(draft.dialect.id(), "/choices", expected, chunk.get("choices")).into()
}

fn read_choice(draft: &mut Draft, choice: &Value) -> Result<()> {
    draft.merge_at(CHOICE, Some(choice), &["delta", "index"])?;
    for (name, value) in choice.get("delta").and_then(Value::as_object).into_iter().flatten() {
        match (&**name, value) {
            ("tool_calls", calls) => {
                for call in calls.as_array().into_iter().flatten() {
                    read_call(draft, call)?;
                }
            }
            ("content", Value::String(more)) => {
                draft.show(more);
                draft.edit_base(MESSAGE, |message| append(message, name, more))?;
            }
            (_, value) => draft.edit_base(MESSAGE, |message| extend(message, name, value))?,
        }
    }
    if !text(choice, "finish_reason").is_empty() {
        draft.end_where(|_| true);
        draft.stop();
    }
    Ok(())
}

fn read_call(draft: &mut Draft, delta: &Value) -> Result<()> {
    let item = item(draft, delta)?;
    for (name, value) in delta.as_object().into_iter().flatten() {
        if name == "function" {
            for (name, value) in value.as_object().into_iter().flatten() {
                match (&**name, value) {
                    ("arguments", Value::String(text)) => draft.arguments(item, text)?,
                    // Some servers send an object.
                    ("arguments", Value::Object(_)) => draft.arguments(item, &value.to_string())?,
                    ("arguments", _) => {}
                    (name, value)
                        if !is_known(draft, item, &format!("/function/{name}"), value) =>
                    {
                        draft.edit(item, |call| in_function(call, name, value))?;
                    }
                    _ => {}
                }
            }
        } else if !is_known(draft, item, &format!("/{name}"), value) {
            draft.edit(item, |call| extend(call, name, value))?;
        }
    }
    Ok(())
}

/// Whether a call has this value already: some servers repeat the id and the name.
fn is_known(draft: &Draft, item: u64, pointer: &str, value: &Value) -> bool {
    let known = draft.value(item).and_then(|call| call.pointer(pointer));
    known == Some(value) && !pointer.starts_with("/custom")
}

fn in_function(call: &mut Value, name: &str, value: &Value) -> Grown {
    match call.get_mut("function") {
        Some(function) => merge(function, name, value),
        None => merge(call, "function", &json!({ name: value })),
    }
}

/// The item of a call's delta; a new one ends the last.
fn item(draft: &mut Draft, delta: &Value) -> Result<u64> {
    let index = match delta.get("index") {
        None | Some(Value::Null) => None,
        Some(_) => Some(draft.index(delta, "index")?),
    };
    let id = Some(text(delta, "id")).filter(|id| !id.is_empty());
    let is_of = |call: &Value| {
        let known = Some(text(call, "id")).filter(|id| !id.is_empty());
        let is_same = id.is_none() || known.is_none() || id == known;
        match index {
            Some(index) => call.get("index") == Some(&Value::from(index)) && is_same,
            None => id.is_none() || id == known,
        }
    };
    if let Some((item, _)) = draft.items().rev().find(|(_, call)| is_of(call)) {
        return Ok(item);
    }
    let last = draft.items().next_back().map(|(item, _)| item);
    if let Some(last) = last {
        draft.end_if_whole(last);
    }
    let item = draft.next_index();
    draft.start(item, json!({}))?;
    Ok(item)
}

/// Adds a part of a delta. Texts go on, except for those that name something.
fn extend(object: &mut Value, name: &str, value: &Value) -> Grown {
    match value {
        Value::String(more) if !["id", "name", "role", "type"].contains(&name) => {
            append(object, name, more)
        }
        Value::Array(items) => items.iter().map(|item| push(object, name, item)).sum(),
        Value::Object(members) => match object.get_mut(name) {
            Some(known) => members.iter().map(|(name, value)| extend(known, name, value)).sum(),
            None => merge(object, name, value),
        },
        _ => merge(object, name, value),
    }
}

fn fill(call: &mut Value, arguments: &str) {
    if let Some(members) = call.as_object_mut() {
        members.shift_remove("index");
    }
    if let Some(function) = call.get_mut("function") {
        set(function, "arguments", arguments.into());
    }
}

fn message(mut base: Map<String, Value>, calls: Vec<Value>) -> Value {
    base.insert("object".to_owned(), "chat.completion".into());
    let mut completion = Value::Object(base);
    if let Some(message) = completion.pointer_mut(MESSAGE).filter(|_| !calls.is_empty()) {
        set(message, "tool_calls", calls.into());
    }
    completion
}
