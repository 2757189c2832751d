//! A set of tools: enumerated, looked up by id and version, called. No HTTP.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;

use a2t_core::{ToolId, ToolSignature};

use crate::tool::{Call, Entry, Reply};

/// The tools that one server offers, and the type `S` of the state they share.
pub struct Toolset<S: 'static> {
    /// In the order of the tool names, which paging relies on.
    tools: Vec<Versions<S>>,
    by_id: HashMap<ToolId, usize>,
}

/// The versions of one tool, the newest first; never empty.
pub(crate) struct Versions<S: 'static>(Vec<&'static Entry<S>>);

impl<S> Toolset<S> {
    /// The toolset of these tools and versions, in any order; the first of two that claim one id
    /// and version wins.
    #[doc(hidden)]
    pub fn from_entries(entries: impl IntoIterator<Item = &'static Entry<S>>) -> Self {
        let mut grouped: HashMap<ToolId, Vec<&'static Entry<S>>> = HashMap::new();
        for entry in entries {
            grouped
                .entry(entry.signature.tool_id)
                .or_default()
                .push(entry);
        }
        let mut tools: Vec<_> = grouped.into_values().map(Versions::new).collect();
        tools.sort_by_key(|tool| {
            tool.current()
                .map(|entry| (&*entry.signature.name, entry.signature.tool_id))
        });
        let ids = tools.iter().enumerate();
        let by_id = ids
            .filter_map(|(index, tool)| Some((tool.current()?.signature.tool_id, index)))
            .collect();
        Self { tools, by_id }
    }

    /// The current signatures, in the order of enumeration: by tool name.
    pub fn signatures(&self) -> impl Iterator<Item = &'static ToolSignature> + '_ {
        self.tools
            .iter()
            .filter_map(|tool| Some(tool.current()?.signature))
    }

    /// How many tools there are, whatever the number of their versions.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there is no tool at all.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// The tools with all their versions, in the order of enumeration.
    pub(crate) fn tools(&self) -> &[Versions<S>] {
        &self.tools
    }

    /// A tool's position in the order of enumeration, and its versions.
    pub(crate) fn tool(&self, id: ToolId) -> Option<(usize, &Versions<S>)> {
        let index = *self.by_id.get(&id)?;
        Some((index, self.tools.get(index)?))
    }
}

impl<S> Versions<S> {
    fn new(mut entries: Vec<&'static Entry<S>>) -> Self {
        entries.sort_by_key(|entry| Reverse(entry.signature.version));
        entries.dedup_by_key(|entry| entry.signature.version);
        Self(entries)
    }

    /// The newest version.
    pub(crate) fn current(&self) -> Option<&'static Entry<S>> {
        self.0.first().copied()
    }

    /// The position, from the newest, and the code of a version; of the current one if none is named.
    pub(crate) fn find(&self, version: Option<u32>) -> Option<(usize, &'static Entry<S>)> {
        let Some(version) = version else {
            return Some((0, self.current()?));
        };
        let mut versions = self.0.iter().copied().enumerate();
        versions.find(|(_, entry)| entry.signature.version == version)
    }

    /// Every version, the newest first.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &'static Entry<S>> + '_ {
        self.0.iter().copied()
    }
}

impl<S> Entry<S> {
    /// Runs the tool.
    pub(crate) fn run(&self, call: Call<S>) -> Reply {
        (self.call)(call)
    }
}

impl<S> fmt::Debug for Toolset<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.signatures().map(|signature| &*signature.name);
        f.debug_list().entries(names).finish()
    }
}
