//! Reads the message in a body that is not problem details: a server's own members, or plain text.

use serde_json::Value;

/// The maximum number of characters that are kept.
const SAID_MAX: usize = 1_000;
/// The maximum number of lines, one for each of several errors.
const LINES_MAX: usize = 16;

/// Members whose text is a message, the most informative first.
const SAYS: [&str; 6] = ["detail", "message", "msg", "error_description", "error", "reason"];
/// Members that list several errors.
const LISTS: [&str; 2] = ["detail", "errors"];

/// Returns the message in a body, shortened: the text of a well-known member, one line for each
/// listed error, the whole object if no member is known, or plain text. A page of HTML has no
/// message.
pub(super) fn message(body: &[u8], json: Option<&Value>) -> String {
    match json {
        Some(Value::Null) => String::new(),
        Some(value) => shortened(&meant(value).unwrap_or_else(|| value.to_string())),
        None => {
            let text = String::from_utf8_lossy(body);
            let text = text.trim();
            if text.starts_with('<') { String::new() } else { shortened(text) }
        }
    }
}

/// Returns what is plainly meant for a reader.
fn meant(value: &Value) -> Option<String> {
    let members = match value {
        Value::String(text) => return Some(text.clone()),
        Value::Array(_) => return listed(value),
        Value::Object(members) => members,
        _ => return None,
    };
    let text = SAYS.iter().find_map(|name| match members.get(*name)? {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        inner @ Value::Object(_) => meant(inner),
        _ => None,
    });
    let list = LISTS.iter().find_map(|name| listed(members.get(*name)?));
    match (text, list) {
        (Some(text), Some(list)) => Some(format!("{text}\n{list}")),
        (text, list) => text.or(list),
    }
}

/// Returns a line for each error of a list, or of an object by the names of inputs:
/// `body.city: field required`.
fn listed(errors: &Value) -> Option<String> {
    let message = |error: &Value| meant(error).unwrap_or_else(|| error.to_string());
    let located = |location: Option<String>, error: &Value| match location {
        Some(location) => format!("{location}: {}", message(error)),
        None => message(error),
    };
    let mut lines: Vec<_> = match errors {
        Value::Array(items) => items.iter().map(|item| located(location(item), item)).collect(),
        Value::Object(named) => {
            named.iter().map(|(name, error)| located(Some(name.clone()), error)).collect()
        }
        _ => return None,
    };
    if lines.len() > LINES_MAX {
        let more = lines.len() - LINES_MAX;
        lines.truncate(LINES_MAX);
        lines.push(format!("and {more} more"));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Returns the location of an error, as FastAPI, express-validator and JSON:API write it.
fn location(item: &Value) -> Option<String> {
    let member =
        ["loc", "path", "field", "param", "pointer"].iter().find_map(|name| item.get(*name))?;
    match member {
        Value::String(location) => Some(location.clone()),
        Value::Array(steps) => {
            let step = |step: &Value| step.as_str().map_or_else(|| step.to_string(), str::to_owned);
            Some(steps.iter().map(step).collect::<Vec<_>>().join("."))
        }
        _ => None,
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SAID_MAX) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
