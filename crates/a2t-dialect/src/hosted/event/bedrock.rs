//! Amazon Bedrock: the system tools in a message of Converse, and the trace and the returned
//! control of an agent.

use serde_json::Value;

use super::{Events, RunBy, Stage, Status, parts, reserved, text};
use crate::hosted::Kind;

pub(super) fn converse(message: &Value, events: &mut Events) {
    let message = message.pointer("/output/message").unwrap_or(message);
    for block in parts(message, &["content"]) {
        for (word, raw) in block.as_object().into_iter().flatten() {
            content(word, raw, block, events);
        }
    }
}

fn content(word: &str, raw: &Value, block: &Value, events: &mut Events) {
    let id = text(raw, "toolUseId");
    match word {
        "toolUse" if raw.get("type").is_some() => {
            let kind = system_tool(text(raw, "name").unwrap_or_default());
            events.add(kind, Stage::Call, word, block).id(id);
        }
        "toolResult" if raw.get("type").is_some() => {
            let known = events.kind_of(id);
            let kind = known.unwrap_or_else(|| system_tool(text(raw, "type").unwrap_or_default()));
            let has_error = raw.get("content").and_then(Value::as_array).is_some_and(|parts| {
                parts.iter().any(|part| part.pointer("/json/isError") == Some(&Value::Bool(true)))
            });
            let status =
                if has_error { Some(Status::Failed) } else { Status::read(text(raw, "status")) };
            let new = events.add(kind, Stage::Result, word, block);
            new.id(id).status(status);
        }
        "toolUse" | "toolResult" | "text" | "image" | "document" | "video" | "audio"
        | "guardContent" | "cachePoint" | "reasoningContent" | "searchResult" | "toolAddition"
        | "toolRemoval" | "role" | "content" => {}
        "citationsContent" => {
            let citations = raw.get("citations").and_then(Value::as_array);
            let of_web = |citation: &Value| citation.pointer("/location/web").is_some();
            let is_web = citations.is_some_and(|citations| citations.iter().any(of_web));
            let kind = if is_web { Kind::WebSearch } else { Kind::Other };
            events.add(kind, Stage::Sources, word, block);
        }
        _ => {
            events.add(Kind::Other, Stage::Other, word, block);
        }
    }
}

fn system_tool(word: &str) -> Kind {
    if word.starts_with("nova_grounding") {
        Kind::WebSearch
    } else if word.starts_with("nova_code_interpreter") {
        Kind::CodeInterpreter
    } else {
        Kind::Other
    }
}

/// One event of an agent's stream, or a list of them.
pub(super) fn agents(message: &Value, events: &mut Events) {
    for event in parts(message, &["completion"]) {
        if let Some(payload) = event.get("returnControl") {
            return_control(payload, events);
        } else if let Some(trace) = event.pointer("/trace/trace") {
            trace_event(trace, events);
        } else if let Some(attribution) = event.pointer("/chunk/attribution") {
            events.add(Kind::Search, Stage::Sources, "attribution", attribution);
        } else if event.pointer("/files/files").is_some() {
            events.add(Kind::CodeInterpreter, Stage::Result, "files", event);
        } else if event.get("invocationInputs").is_some() {
            return_control(event, events);
        } else if event.get("trace").is_some() {
            let trace = event.get("trace").unwrap_or(event);
            trace_event(trace, events);
        }
    }
}

/// The calls of a computer or of an editor; all others are those of functions.
fn return_control(payload: &Value, events: &mut Events) {
    let inputs = payload.get("invocationInputs").and_then(Value::as_array);
    for input in inputs.into_iter().flatten() {
        if let Some((kind, word)) = run_by_program(input) {
            let new = events.add(kind, Stage::Call, word, input);
            new.id(text(payload, "invocationId")).run_by(RunBy::Program);
        }
    }
}

/// The hosted tool that an invocation input calls; none for a function of the program's own.
pub(crate) fn run_by_program(input: &Value) -> Option<(Kind, &str)> {
    let input = input.get("functionInvocationInput")?;
    let name = text(input, "function")?;
    let parameters = input.get("parameters").and_then(Value::as_array);
    let has = |argument: &str| {
        let mut parameters = parameters.into_iter().flatten();
        parameters.any(|parameter| text(parameter, "name") == Some(argument))
    };
    reserved(name, has).map(|kind| (kind, name))
}

fn trace_event(trace: &Value, events: &mut Events) {
    for (part, stage) in [("invocationInput", Stage::Call), ("observation", Stage::Result)] {
        let step = trace.pointer(&format!("/orchestrationTrace/{part}"));
        for (word, raw) in step.and_then(Value::as_object).into_iter().flatten() {
            if let Some(step) = step.filter(|_| raw.is_object()) {
                trace_step(word, raw, step, stage, events);
            }
        }
    }
}

fn trace_step(word: &str, raw: &Value, step: &Value, stage: Stage, events: &mut Events) {
    let id = text(step, "traceId");
    // `returnControl` asks for what the program runs.
    if text(raw, "executionType") == Some("RETURN_CONTROL") {
        return;
    }
    let kind = match word {
        "finalResponse" | "repromptResponse" => return,
        "codeInterpreterInvocationInput" | "codeInterpreterInvocationOutput" => {
            Kind::CodeInterpreter
        }
        "knowledgeBaseLookupInput" | "knowledgeBaseLookupOutput" => Kind::Search,
        "actionGroupInvocationInput" if raw.get("apiPath").is_some() => Kind::OpenApi,
        "actionGroupInvocationInput" => Kind::StatefulFunction,
        _ => events.kind_of(id).unwrap_or(Kind::Other),
    };
    let failed = raw.get("executionError").is_some()
        || raw.get("executionTimeout") == Some(&Value::Bool(true));
    let status = match stage {
        Stage::Result => Status::failed(failed),
        _ => None,
    };
    events.add(kind, stage, word, raw).id(id).status(status);
}
