//! Names that stay: two tools whose names are one in Rust (`getTime`, `get_time`) must not swap them
//! when one is added.

use a2t_core::json::segment;
use a2t_schema::{Snapshot, Tool};

use crate::ident::{self, Ident, Scope, ToolName};
use crate::names::{Memory, Table, recorded};

/// Path under which the snapshot remembers the method of a tool.
fn method(tool: &str) -> String {
    segment(tool)
}

/// Path under which it remembers the types of its call and reply.
fn kind(tool: &str) -> String {
    format!("{}/type", segment(tool))
}

/// Names of the tools of a snapshot: those that it remembers, and what follows from the wire.
pub(super) fn names(tools: &[&Tool], memory: &Table) -> Vec<ToolName> {
    let memory = Memory::new(memory);
    ident::tools(tools.iter().map(|tool| ident::Wire {
        name: &tool.name,
        number: None,
        id: hex(&tool.name),
        method: memory.get(Scope::Method, || method(&tool.name)),
        kind: memory.get(Scope::Kind, || kind(&tool.name)),
    }))
}

/// Digits that no other name has.
fn hex(name: &str) -> String {
    name.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// The names to remember for the client of `new`, so that tools that were in `old` keep theirs.
pub(crate) fn kept(old: &Snapshot, new: &Snapshot) -> Table {
    let (mut wanted, own) = (table(old, &old.names), table(new, &Table::new()));
    wanted.retain(|path, _| own.contains_key(path));
    recorded(Table::new(), &wanted, |names| table(new, names))
}

/// Every name by its path.
fn table(snapshot: &Snapshot, memory: &Table) -> Table {
    let tools: Vec<_> = snapshot.tools.iter().collect();
    let named = tools.iter().zip(names(&tools, memory)).flat_map(|(tool, name)| {
        let text = |name: &Ident| name.as_str().to_owned();
        [(method(&tool.name), text(&name.method)), (kind(&tool.name), text(&name.kind))]
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use a2t_schema::Schema;
    use serde_json::json;

    use super::*;
    use crate::snapshot::following;

    fn snapshot(tools: &[&str]) -> Snapshot {
        let object = Schema::read(&json!({"type": "object"}), "").unwrap();
        let tools = tools.iter().map(|name| Tool::new(*name, object.clone()));
        Snapshot::new("https://tools.example/mcp", tools.collect())
    }

    fn methods(snapshot: &Snapshot) -> Vec<String> {
        let tools: Vec<_> = snapshot.tools.iter().collect();
        let names = names(&tools, &snapshot.names);
        names.iter().map(|name| format!("{} {}", name.method, name.kind)).collect()
    }

    #[test]
    fn a_tool_that_is_added_takes_no_name_from_another() {
        let old = snapshot(&["getTime", "get-sum"]);
        assert_eq!(methods(&old), ["get_sum GetSum", "get_time GetTime"]);
        let new = following(snapshot(&["getTime", "get-sum", "get_time", "getSum"]), &old);
        // In the order of the wire: `get-sum`, `getSum`, `getTime`, `get_time`.
        let names = methods(&new);
        assert_eq!((&*names[0], &*names[2]), ("get_sum GetSum", "get_time GetTime"));
        assert!(names[1].starts_with("get_sum_") && names[3].starts_with("get_time_"), "{names:?}");
        let third = following(snapshot(&["getTime", "get_time", "get.time"]), &new);
        assert_eq!(methods(&third)[1..], names[2..]);
    }

    #[test]
    fn nothing_is_remembered_where_names_follow_from_the_tools() {
        let old = snapshot(&["a", "b"]);
        assert!(following(snapshot(&["a", "b", "c"]), &old).names.is_empty());
        assert!(following(snapshot(&["b"]), &old).names.is_empty());
    }
}
