//! Signatures of A2T in a snapshot.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use a2t_core::{ToolId, ToolSignature, Violation, Violations, signature};
use a2t_schema::Source;
use a2t_schema::snapshot::{Kind, Protocol};
use serde::ser::SerializeMap;
use serde_json::{Value, json};

use crate::Selection;

/// Signatures, the tools of A2T.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signatures {}

impl Kind for Signatures {
    type Tool = ToolSignature;
    type Selection = Selection;

    const PROTOCOLS: &'static [Protocol] = &[Protocol::A2t];

    fn protocol(_: &Source) -> Protocol {
        Protocol::A2t
    }

    /// By the name of a tool's newest version, and of one tool the newest first.
    fn sort(tools: &mut [ToolSignature]) {
        let mut newest: HashMap<ToolId, (u32, String)> = HashMap::new();
        for tool in tools.iter() {
            let found = newest.entry(tool.tool_id).or_default();
            if found.0 <= tool.version {
                *found = (tool.version, tool.name.clone().into_owned());
            }
        }
        tools.sort_by_cached_key(|tool| {
            let name = newest.get(&tool.tool_id).map(|(_, name)| name.clone());
            (name, tool.tool_id, Reverse(tool.version))
        });
    }

    fn select(_: &mut Selection, _: &mut Vec<ToolSignature>) {}

    fn selection_value(selection: &Selection) -> Option<Value> {
        (!selection.is_everything()).then(|| json!(selection))
    }

    fn read_selection(value: &Value) -> Option<Selection> {
        Selection::from_json(value)
    }

    /// Versions of a tool are one tool.
    fn is_too_many(items: &[Value], most: usize) -> bool {
        let ids = items.iter().filter_map(|item| item.get("toolId")?.as_str());
        items.len() > most && ids.collect::<HashSet<_>>().len() > most
    }

    fn read(item: &Value, at: &str) -> Result<ToolSignature, Violations> {
        signature::parse_value(item, at).map(|parsed| parsed.signature)
    }

    fn name(tool: &ToolSignature) -> &str {
        &tool.name
    }

    fn check(_: &[ToolSignature], _: &str) -> Vec<(usize, Violation)> {
        Vec::new()
    }

    fn serialize_members<M: SerializeMap>(
        tool: &ToolSignature,
        map: &mut M,
    ) -> Result<(), M::Error> {
        tool.serialize_members(map)
    }

    fn canonical(tool: &ToolSignature) -> Vec<u8> {
        tool.canonical()
    }
}
