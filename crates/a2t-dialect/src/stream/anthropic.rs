//! Anthropic's Messages API: `content_block_*` events between `message_start` and `message_stop`.

use serde_json::{Map, Value};

use super::Result;
use super::draft::{Draft, Format};
use super::edit::{Grown, append, fill, merge, push, text};

pub(super) static FORMAT: Format = Format {
    read,
    done: |_| {},
    fill: |block, arguments| fill(block, "input", arguments),
    id: |block| block.get("id")?.as_str(),
    name: |block| block.get("name")?.as_str(),
    message,
    end: "message_stop",
    waits_for_end: false,
};

fn read(draft: &mut Draft, name: &str, event: &Value) -> Result<()> {
    let name = event.get("type").and_then(Value::as_str).unwrap_or(name);
    draft.begin(name);
    match name {
        "message_start" => start(draft, event),
        "content_block_start" => {
            let block = event.get("content_block").cloned().unwrap_or_default();
            draft.show(text(&block, "text"));
            draft.start(draft.index(event, "index")?, block)
        }
        "content_block_delta" => {
            let index = draft.index(event, "index")?;
            delta(draft, index, event.get("delta").unwrap_or(&Value::Null))
        }
        "content_block_stop" => draft.end(draft.index(event, "index")?, false),
        "message_delta" => {
            for members in [event.get("delta"), Some(event)] {
                draft.merge(members, &["delta", "type"])?;
            }
            if draft.base().get("stop_reason").is_some_and(Value::is_string) {
                draft.stop();
            }
            Ok(())
        }
        "message_stop" => {
            draft.stop();
            Ok(())
        }
        "ping" => Ok(()),
        "error" => Err(draft.reported(event.get("error"))),
        other => {
            draft.ignore(other);
            Ok(())
        }
    }
}

fn start(draft: &mut Draft, event: &Value) -> Result<()> {
    if draft.base().get("role").is_some() {
        return Err(draft.wrong("the events of one message"));
    }
    draft.merge(event.get("message"), &[])
}

fn delta(draft: &mut Draft, index: u64, delta: &Value) -> Result<()> {
    let member = |member: &str| text(delta, member);
    match member("type") {
        "input_json_delta" => draft.arguments(index, member("partial_json")),
        "text_delta" => {
            draft.show(member("text"));
            draft.edit(index, |block| append(block, "text", member("text")))
        }
        "thinking_delta" => {
            draft.edit(index, |block| append(block, "thinking", member("thinking")))
        }
        "compaction_delta" => {
            draft.edit(index, |block| append(block, "content", member("content")))
        }
        "signature_delta" => draft.edit(index, |block| {
            merge(block, "signature", delta.get("signature").unwrap_or(&Value::Null))
        }),
        "citations_delta" => draft.edit(index, |block| match delta.get("citation") {
            Some(citation) => push(block, "citations", citation),
            None => Grown::default(),
        }),
        other => {
            draft.ignore(&format!("content_block_delta {other}"));
            Ok(())
        }
    }
}

fn message(mut base: Map<String, Value>, blocks: Vec<Value>) -> Value {
    base.insert("content".to_owned(), Value::Array(blocks));
    Value::Object(base)
}
