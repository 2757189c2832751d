//! Google's `streamGenerateContent`: replies whose parts add up. A call is whole in one part, or comes in
//! `partialArgs` where the request asks for that.
//!
//! The Interactions API, which the dialect reads too, has `interactions`' events.

use serde_json::{Map, Value, json};

use super::draft::{Draft, Format};
use super::edit::{Grown, append, fill, set, size, text};
use super::partial::{path, put};
use super::{Result, interactions};
use crate::Error;

pub(super) static FORMAT: Format = Format {
    read,
    done: |_| {},
    fill: |item, arguments| fill(item, "arguments", arguments),
    id: |part| part.pointer("/functionCall/id").or(part.get("id"))?.as_str(),
    name: |part| part.pointer("/functionCall/name").or(part.get("name"))?.as_str(),
    message,
    end: "finishReason",
    waits_for_end: false,
};

fn read(draft: &mut Draft, name: &str, chunk: &Value) -> Result<()> {
    if chunk.get("event_type").is_some() || name.contains('.') {
        return interactions::read(draft, name, chunk);
    }
    draft.begin("");
    if let Some(error) = chunk.get("error") {
        return Err(draft.reported(Some(error)));
    }
    if !chunk.is_object() {
        return Err(draft.wrong("a reply, an object"));
    }
    draft.merge(Some(chunk), &["candidates"])?;
    let candidates = chunk.get("candidates").and_then(Value::as_array);
    match candidates.map(Vec::as_slice).unwrap_or_default() {
        [] => {}
        [candidate] if candidate.get("index").is_none_or(|index| index == 0) => {
            read_candidate(draft, candidate)?;
        }
        _ => {
            let (id, got) = (draft.dialect.id(), chunk.get("candidates"));
            return Err(Error::message(id, "/candidates", "one candidate, of index 0", got).into());
        }
    }
    let blocked = draft.base().pointer("/promptFeedback/blockReason").is_some();
    let finished = draft.base().pointer("/candidates/0/finishReason").is_some_and(Value::is_string);
    if blocked || finished {
        draft.end_where(|part| !will_continue(part));
        draft.stop();
    }
    Ok(())
}

fn read_candidate(draft: &mut Draft, candidate: &Value) -> Result<()> {
    if draft.base().get("candidates").is_none() {
        draft.set("candidates", &json!([{ "content": { "role": "model" } }]))?;
    }
    draft.merge_at("/candidates/0", Some(candidate), &["content"])?;
    let parts = candidate.pointer("/content/parts").and_then(Value::as_array);
    for part in parts.into_iter().flatten() {
        if !text(part, "text").is_empty() && part.get("thought") != Some(&Value::Bool(true)) {
            draft.show(text(part, "text"));
        }
        read_part(draft, part)?;
    }
    Ok(())
}

fn read_part(draft: &mut Draft, part: &Value) -> Result<()> {
    let open = draft.items().rev().find(|(_, known)| will_continue(known)).map(|(item, _)| item);
    let more = part.get("functionCall").filter(|call| call.get("name").is_none());
    if let (Some(item), Some(more)) = (open, more) {
        return go_on(draft, item, more);
    }
    let last = draft.items().next_back().filter(|(_, last)| is_plain(last) && is_plain(part));
    let last = last.filter(|(_, last)| last.get("thought") == part.get("thought"));
    if let Some(item) = last.map(|(item, _)| item) {
        return draft.edit(item, |known| append(known, "text", text(part, "text")));
    }
    let item = draft.next_index();
    let mut value = part.clone();
    let call = value.get_mut("functionCall").and_then(Value::as_object_mut);
    let partial = call.and_then(|call| call.shift_remove("partialArgs"));
    draft.start(item, value)?;
    if let Some(partial) = &partial {
        add(draft, item, partial)?;
    }
    if is_plain(part) || will_continue(part) { Ok(()) } else { draft.end(item, true) }
}

/// Whether a part is text that the next one may go on with. A signature belongs to its own part.
fn is_plain(part: &Value) -> bool {
    let members = part.as_object().into_iter().flatten();
    part.get("text").is_some()
        && members.into_iter().all(|(name, _)| ["text", "thought"].contains(&&**name))
}

fn will_continue(part: &Value) -> bool {
    part.pointer("/functionCall/willContinue") == Some(&Value::Bool(true))
}

/// Adds to a call that is not whole.
fn go_on(draft: &mut Draft, item: u64, call: &Value) -> Result<()> {
    if let Some(partial) = call.get("partialArgs") {
        add(draft, item, partial)?;
    }
    if call.get("willContinue") == Some(&Value::Bool(true)) {
        return Ok(());
    }
    draft.edit(item, |part| {
        let call = part.get_mut("functionCall").and_then(Value::as_object_mut);
        call.and_then(|call| call.shift_remove("willContinue"));
        Grown::default()
    })?;
    draft.end(item, true)
}

fn add(draft: &mut Draft, item: u64, partial: &Value) -> Result<()> {
    for one in partial.as_array().into_iter().flatten() {
        let value =
            match ["stringValue", "numberValue", "boolValue"].iter().find_map(|kind| one.get(kind))
            {
                Some(value) => value.clone(),
                None => Value::Null,
            };
        let wrong = draft.wrong("a path to a value of the arguments, or to the next of a list");
        let steps = path(text(one, "jsonPath")).ok_or_else(|| wrong.clone())?;
        let mut is_put = None;
        draft.edit(item, |part| {
            let grown = Grown::by(size(&value) + text(one, "jsonPath").len());
            let call = part.get_mut("functionCall").and_then(Value::as_object_mut);
            let args = call.map(|call| call.entry("args").or_insert(Value::Null));
            is_put = args.and_then(|args| put(args, &steps, value));
            grown
        })?;
        is_put.ok_or(wrong)?;
    }
    Ok(())
}

fn message(base: Map<String, Value>, parts: Vec<Value>) -> Value {
    if base.contains_key("status") {
        return interactions::message(base, parts);
    }
    let mut reply = Value::Object(base);
    if let Some(content) = reply.pointer_mut("/candidates/0/content").filter(|_| !parts.is_empty())
    {
        set(content, "parts", parts.into());
    }
    reply
}
