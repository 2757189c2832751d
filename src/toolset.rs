//! A set of tools: enumerated, looked up by id and version, called. No HTTP.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;

use a2t_core::{ToolId, ToolSignature};

use crate::tool::Entry;

/// The tools that one server offers, and the type `S` of the state they share; made by
/// [`toolset!`](crate::toolset!).
///
/// ```
/// /// Adds two numbers.
/// ///
/// /// # Returns
/// /// The sum.
/// #[a2t::tool(version = 1)]
/// fn add(
///     /// First addend.
///     a: i32,
///     /// Second addend.
///     b: i32,
/// ) -> i32 {
///     a + b
/// }
///
/// let tools: a2t::Toolset<()> = a2t::toolset![add];
/// assert_eq!(tools.len(), 1);
/// let names: Vec<_> = tools.signatures().map(|tool| &*tool.name).collect();
/// assert_eq!(names, ["add"]);
/// ```
pub struct Toolset<S: 'static> {
    /// The versions of each tool, newest first and at least one; tools by name.
    tools: Vec<Vec<&'static Entry<S>>>,
    by_id: HashMap<ToolId, usize>,
}

impl<S> Toolset<S> {
    /// The toolset of these tools and versions, in any order; of two that claim one name, or one
    /// id and version, the first stays.
    #[doc(hidden)]
    pub fn from_entries(entries: impl IntoIterator<Item = &'static Entry<S>>) -> Self {
        let mut by_id: HashMap<ToolId, usize> = HashMap::new();
        let mut tools: Vec<Vec<_>> = Vec::new();
        for entry in entries {
            let next = tools.len();
            let index = *by_id.entry(entry.signature.tool_id).or_insert(next);
            match tools.get_mut(index) {
                Some(versions) => versions.push(entry),
                None => tools.push(vec![entry]),
            }
        }
        for versions in &mut tools {
            versions.sort_by_key(|entry| Reverse(entry.signature.version));
            versions.dedup_by_key(|entry| entry.signature.version);
        }
        tools.sort_by_key(|versions| newest(versions).map(|tool| &*tool.name));
        tools.dedup_by_key(|versions| newest(versions).map(|tool| &*tool.name));
        let ids = tools.iter().map(|versions| newest(versions)).enumerate();
        let by_id = ids
            .filter_map(|(index, tool)| Some((tool?.tool_id, index)))
            .collect();
        Self { tools, by_id }
    }

    /// The current signatures, in the order of enumeration: by tool name.
    pub fn signatures(&self) -> impl Iterator<Item = &'static ToolSignature> + '_ {
        self.tools.iter().filter_map(|versions| newest(versions))
    }

    /// The signatures of all versions: tools by name, each with its newest version first.
    pub(crate) fn versions(&self) -> impl Iterator<Item = &'static ToolSignature> + '_ {
        self.tools.iter().flatten().map(|entry| entry.signature)
    }

    /// A version of a tool; the current one if none is named.
    pub(crate) fn find(&self, id: ToolId, version: Option<u32>) -> Option<&'static Entry<S>> {
        let mut versions = self.tools.get(*self.by_id.get(&id)?)?.iter().copied();
        let wanted =
            |entry: &&Entry<S>| version.is_none_or(|version| entry.signature.version == version);
        versions.find(wanted)
    }

    /// How many tools there are, whatever the number of their versions.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there is no tool at all.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }
}

fn newest<S>(versions: &[&'static Entry<S>]) -> Option<&'static ToolSignature> {
    versions.first().map(|entry| entry.signature)
}

impl<S> fmt::Debug for Toolset<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.signatures().map(|signature| &*signature.name);
        f.debug_list().entries(names).finish()
    }
}
