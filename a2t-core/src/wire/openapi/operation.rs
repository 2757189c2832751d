//! A version of a tool becomes operations: one at the path of its version, and one at the path of
//! the tool if it is the current one.

use serde_json::{Value, json};

use super::terms::Terms;
use super::text::{inert, line};
use super::{insert, pairs, problems, reference};
use crate::signature::ToolSignature;
use crate::wire::route::Route;

pub(super) fn paths(
    tool: &ToolSignature,
    terms: &Terms,
    stem: &str,
    is_current: bool,
) -> Vec<(String, Value)> {
    let (id, version) = (tool.tool_id, tool.version);
    let named = |route: Route, name| {
        let mut operation = operation(tool, stem, name);
        insert(&mut operation, "parameters", json!([terms.parameter()]));
        terms.secure(&mut operation);
        (route.to_string(), json!({ "post": operation }))
    };
    let current = is_current.then(|| named(Route::Invoke(id), format!("invoke_{stem}")));
    // No stem makes the one name of the other: what follows `invoke` is `_` or `V`.
    let fixed = named(Route::InvokeVersion(id, version), format!("invokeVersion{version}_{stem}"));
    current.into_iter().chain([fixed]).collect()
}

fn operation(tool: &ToolSignature, stem: &str, name: String) -> Value {
    let [body, reply] = pairs::references(tool, stem);
    let mut answer = json!({
        "description": "The outputs of the call.",
        "content": { "application/json": { "schema": reply } },
    });
    if tool.deprecated.is_some() {
        insert(
            &mut answer,
            "headers",
            json!({ "Deprecation": reference("headers", "Deprecation") }),
        );
    }
    let mut responses = problems::of_calls();
    insert(&mut responses, "200", answer);
    for (status, response) in problems::declared(tool) {
        insert(&mut responses, &status, response);
    }
    let mut operation = json!({
        "operationId": name,
        "summary": tool.title.as_ref().unwrap_or(&tool.name),
        "tags": tool.tags,
        "requestBody": { "required": true, "content": { "application/json": { "schema": body } } },
        "responses": responses,
        "x-a2t": { "toolId": tool.tool_id.to_string(), "name": tool.name, "version": tool.version },
    });
    let description = description(tool);
    if !description.is_empty() {
        insert(&mut operation, "description", description);
    }
    if tool.deprecated.is_some() {
        insert(&mut operation, "deprecated", true);
    }
    if !tool.hints.is_none()
        && let Some(extension) = operation.get_mut("x-a2t")
    {
        let hints = tool.hints.iter().map(|(name, hint)| (name.to_owned(), hint.into()));
        insert(extension, "annotations", super::object(hints));
    }
    operation
}

fn description(tool: &ToolSignature) -> String {
    let remark = tool.deprecated.as_ref().map(|deprecated| {
        format!("Deprecated since {}: {}", line(&deprecated.since), line(&deprecated.note))
    });
    let parts = [Some(inert(&tool.description)), remark].into_iter().flatten();
    let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}
