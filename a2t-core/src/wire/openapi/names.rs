//! Names of tools become stems of `operationId`s and of schemas: letters, digits and underscores,
//! one for each tool.

use std::collections::HashMap;

use crate::signature::{ToolId, ToolSignature};

/// Stems of the tools of one document.
pub(super) struct Stems(HashMap<ToolId, String>);

impl Stems {
    /// A name that has no letter or digit, or differs from another's in nothing else, gives way to
    /// the tool's id, whose hyphens no stem of a name has.
    pub(super) fn new<'a>(tools: impl Iterator<Item = &'a ToolSignature> + Clone) -> Self {
        let mut holders: HashMap<String, usize> = HashMap::new();
        for tool in tools.clone() {
            *holders.entry(stem(&tool.name).to_lowercase()).or_default() += 1;
        }
        let named = tools.map(|tool| {
            let stem = stem(&tool.name);
            let alone = holders.get(&stem.to_lowercase()) == Some(&1);
            let is_telling = stem.contains(|letter: char| letter.is_ascii_alphanumeric());
            (tool.tool_id, if alone && is_telling { stem } else { tool.tool_id.to_string() })
        });
        Self(named.collect())
    }

    pub(super) fn of(&self, tool: &ToolSignature) -> String {
        self.0.get(&tool.tool_id).cloned().unwrap_or_else(|| tool.tool_id.to_string())
    }
}

fn stem(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    name.chars().map(plain).collect()
}
