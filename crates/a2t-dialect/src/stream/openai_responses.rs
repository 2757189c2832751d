//! OpenAI's Responses API: `response.*` events. `response.output_item.done` has the whole item, and
//! the last event the whole response.

use serde_json::{Map, Value};

use super::Result;
use super::draft::{Draft, Format};
use super::edit::{set, text};

pub(super) static FORMAT: Format = Format {
    read,
    done: |_| {},
    fill,
    id: |item| item.get("call_id")?.as_str(),
    name: |item| item.get("name")?.as_str(),
    message,
    end: "response.completed",
    waits_for_end: false,
};

fn read(draft: &mut Draft, name: &str, event: &Value) -> Result<()> {
    let name = event.get("type").and_then(Value::as_str).unwrap_or(name);
    draft.begin(name);
    match name {
        "response.created" | "response.in_progress" | "response.queued" => {
            draft.merge(event.get("response"), &["output"])
        }
        "response.output_item.added" => {
            let item = event.get("item").cloned().unwrap_or_default();
            draft.start(draft.index(event, "output_index")?, item)
        }
        "response.function_call_arguments.delta" => {
            draft.arguments(draft.index(event, "output_index")?, text(event, "delta"))
        }
        "response.output_text.delta" => {
            draft.show(text(event, "delta"));
            Ok(())
        }
        "response.output_item.done" => {
            let item = event.get("item").cloned().unwrap_or_default();
            let index = draft.index(event, "output_index")?;
            done(draft, index, item)
        }
        "response.completed" | "response.incomplete" | "response.failed" => {
            draft.merge(event.get("response"), &["output"])?;
            let items = event.pointer("/response/output").and_then(Value::as_array);
            for (position, item) in (0..).zip(items.into_iter().flatten()) {
                let index = index_of(draft, item, position);
                done(draft, index, item.clone())?;
            }
            draft.stop();
            Ok(())
        }
        "error" => Err(draft.reported(event.get("error").or(Some(event)))),
        "keepalive" => Ok(()),
        progress if is_progress(progress) => Ok(()),
        other => {
            draft.ignore(other);
            Ok(())
        }
    }
}

/// Kinds of events that report the progress of an item. They are skipped, because the last event of the item has
/// the whole of it.
const PROGRESS: &[&str] = &[
    "apply_patch_call_operation_diff",
    "code_interpreter_call",
    "code_interpreter_call_code",
    "compaction",
    "content_part",
    "custom_tool_call_input",
    "file_search_call",
    "function_call_arguments",
    "image_generation_call",
    "mcp_call",
    "mcp_call_arguments",
    "mcp_list_tools",
    "output_text",
    "reasoning_summary_part",
    "reasoning_summary_text",
    "reasoning_text",
    "refusal",
    "shell_call_command",
    "shell_call_output_content",
    "web_search_call",
];

fn is_progress(event: &str) -> bool {
    let kind = event.strip_prefix("response.").and_then(|event| event.split_once('.'));
    kind.is_some_and(|(kind, _)| PROGRESS.contains(&kind))
}

/// The index of an item of the last event, which may have fewer items than came before.
fn index_of(draft: &Draft, item: &Value, position: u64) -> u64 {
    let id = item.get("id").filter(|id| id.is_string());
    let mut items = draft.items();
    let known = items.find(|(_, known)| id.is_some() && known.get("id") == id);
    let is_other = |known: &Value| id.is_some() && known.get("id").is_some();
    match known {
        Some((index, _)) => index,
        None if draft.items().any(|(index, known)| index == position && is_other(known)) => {
            draft.next_index()
        }
        None => position,
    }
}

/// Takes a whole item, unless it ended before.
fn done(draft: &mut Draft, index: u64, item: Value) -> Result<()> {
    if !draft.has(index) {
        draft.start(index, item.clone())?;
    }
    let is_whole = text(&item, "status") == "completed";
    let has_arguments = !text(&item, "arguments").is_empty();
    draft.replace(index, item, has_arguments)?;
    draft.end(index, is_whole)
}

fn fill(item: &mut Value, arguments: &str) {
    if !arguments.is_empty() {
        set(item, "arguments", arguments.into());
    }
}

fn message(mut base: Map<String, Value>, items: Vec<Value>) -> Value {
    base.insert("output".to_owned(), items.into());
    Value::Object(base)
}
