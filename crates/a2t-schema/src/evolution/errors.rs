//! The errors of one tool in two snapshots, matched by their types.

use a2t_core::rule::SchemaChange;
use a2t_core::signature::{JsonMember, problem_types_value};
use a2t_core::{ProblemType, ToolId};
use serde_json::{Value, json};

use super::change::Change;

/// The list of errors in a listed tool.
const AT: &str = "/_meta/dev.a2t~1errors";

/// Returns every change. If a tool lists no errors, nothing is known of them, so nothing is compared.
pub(super) fn changes(old: &[ProblemType], new: &[ProblemType]) -> Vec<Change> {
    let mut found = Vec::new();
    if old.is_empty() {
        return found;
    }
    for (index, was) in old.iter().enumerate() {
        match new.iter().position(|is| is.uri == was.uri) {
            Some(position) => {
                found.extend(new.get(position).and_then(|is| kept(was, is, position)))
            }
            None => found.push(whole(SchemaChange::ErrorRemoved, index).from(&*was.name).gone()),
        }
    }
    for (index, is) in new.iter().enumerate() {
        if !old.iter().any(|was| was.uri == is.uri) {
            found.push(whole(SchemaChange::ErrorAdded, index).to(&*is.name));
        }
    }
    found
}

fn whole(rule: SchemaChange, index: usize) -> Change {
    Change::new(rule, format!("{AT}/{index}"))
}

/// Returns the first change of one error, the most important first.
fn kept(was: &ProblemType, is: &ProblemType, index: usize) -> Option<Change> {
    let change = |rule, member: &str| Change::new(rule, format!("{AT}/{index}/{member}"));
    if was.status != is.status {
        return Some(change(SchemaChange::ErrorChanged, "status").from(was.status).to(is.status));
    }
    let (before, after) = (schema(was), schema(is));
    if before != after {
        let rule = match promise(&was.members, &is.members) {
            Promise::Kept => SchemaChange::TextChanged,
            Promise::More => SchemaChange::ErrorExtended,
            Promise::Broken => SchemaChange::ErrorChanged,
        };
        return Some(change(rule, "schema").from(before).to(after));
    }
    let text = |member, was: &str, is: &str| {
        let text = || change(SchemaChange::TextChanged, member).from(was).to(is);
        (was != is).then(text)
    };
    text("name", &was.name, &is.name)
        .or_else(|| text("description", &was.description, &is.description))
}

/// The members of an error as its document has them.
fn schema(error: &ProblemType) -> Value {
    let mut listed = problem_types_value(std::slice::from_ref(error), ToolId::from_u128(0));
    listed.pointer_mut("/0/schema").map(Value::take).unwrap_or_else(|| json!(null))
}

enum Promise {
    Kept,
    More,
    Broken,
}

/// Compares what readers of the members may rely on. If the shape of a member changed, its content is not compared.
fn promise(old: &[JsonMember], new: &[JsonMember]) -> Promise {
    let mut more = new.len() > old.len();
    for was in old {
        let Some(is) = new.iter().find(|is| is.name == was.name) else {
            return Promise::Broken;
        };
        if is.shape != was.shape || was.required && !is.required {
            return Promise::Broken;
        }
        more |= is.required && !was.required;
    }
    if more { Promise::More } else { Promise::Kept }
}
