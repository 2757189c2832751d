//! A set of tools: enumerated, looked up by id and version, called. No HTTP.

use std::collections::HashMap;

use a2t_core::{ToolId, ToolSignature};

use crate::tool::Entry;

/// The tools that one server offers, and the type `S` of the state they share.
pub struct Toolset<S: 'static> {
    /// In the order of the tool names, which paging relies on.
    entries: Vec<&'static Entry<S>>,
    by_id: HashMap<ToolId, usize>,
}

impl<S> Toolset<S> {
    /// The signatures, in the order of enumeration: by tool name.
    pub fn signatures(&self) -> impl ExactSizeIterator<Item = &'static ToolSignature> + '_ {
        self.entries.iter().map(|entry| entry.signature)
    }

    /// The current version of a tool.
    pub(crate) fn current(&self, id: ToolId) -> Option<&'static Entry<S>> {
        self.by_id
            .get(&id)
            .and_then(|index| self.entries.get(*index))
            .copied()
    }
}
