//! A set of tools: enumerated, looked up by id and version, called. No HTTP.

use std::collections::HashMap;
use std::fmt;

use a2t_core::{ToolId, ToolSignature};

use crate::tool::{Entry, Version, versions};

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
    /// By name.
    tools: Vec<Tool<S>>,
    by_id: HashMap<ToolId, usize>,
}

/// The versions of one tool.
pub(crate) struct Tool<S: 'static> {
    /// The signature of the newest version.
    pub(crate) current: &'static ToolSignature,
    /// Newest first.
    pub(crate) versions: Vec<Version<S>>,
}

impl<S> Toolset<S> {
    /// The toolset of these tools and versions, in any order; of two that claim one name, or one
    /// id and version, the first stays.
    #[doc(hidden)]
    pub fn from_entries(entries: impl IntoIterator<Item = &'static Entry<S>>) -> Self {
        let mut by_id: HashMap<ToolId, usize> = HashMap::new();
        let mut grouped: Vec<Vec<_>> = Vec::new();
        for entry in entries {
            let next = grouped.len();
            let index = *by_id.entry(entry.signature.tool_id).or_insert(next);
            match grouped.get_mut(index) {
                Some(entries) => entries.push(entry),
                None => grouped.push(vec![entry]),
            }
        }
        let mut tools: Vec<_> = grouped
            .iter()
            .filter_map(|entries| Tool::new(entries))
            .collect();
        tools.sort_by_key(|tool| &*tool.current.name);
        tools.dedup_by_key(|tool| &*tool.current.name);
        let ids = tools.iter().enumerate();
        let by_id = ids
            .map(|(index, tool)| (tool.current.tool_id, index))
            .collect();
        Self { tools, by_id }
    }

    /// The signatures of the current versions, in the order of enumeration: by tool name.
    pub fn signatures(&self) -> impl Iterator<Item = &'static ToolSignature> + '_ {
        self.tools.iter().map(|tool| tool.current)
    }

    /// The numbers of the versions that a tool is served in, newest first; none of a tool that is not
    /// in the set. They are the versions with a function of their own, and the published ones
    /// that the newest function serves as well.
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
    /// use a2t::Tool;
    /// let tools: a2t::Toolset<()> = a2t::toolset![add];
    /// let versions: Vec<_> = tools.versions(add::SIGNATURE.tool_id).collect();
    /// assert_eq!(versions, [1]);
    /// ```
    pub fn versions(&self, id: ToolId) -> impl Iterator<Item = u32> + '_ {
        let versions = self.tool(id).map(|tool| &*tool.versions);
        versions
            .unwrap_or_default()
            .iter()
            .map(|version| version.number)
    }

    pub(crate) fn tools(&self) -> impl Iterator<Item = &Tool<S>> {
        self.tools.iter()
    }

    pub(crate) fn tool(&self, id: ToolId) -> Option<&Tool<S>> {
        self.tools.get(*self.by_id.get(&id)?)
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

impl<S> Tool<S> {
    fn new(entries: &[&'static Entry<S>]) -> Option<Self> {
        // Of several, the last is found.
        let newest = entries.iter().rev();
        let newest = newest.max_by_key(|entry| entry.signature.version)?;
        Some(Self {
            current: newest.signature,
            versions: versions(entries),
        })
    }

    /// A version of the tool; the current one if none is named.
    pub(crate) fn version(&self, number: Option<u32>) -> Option<&Version<S>> {
        match number {
            None => self.versions.first(),
            Some(number) => self
                .versions
                .iter()
                .find(|version| version.number == number),
        }
    }
}

impl<S> fmt::Debug for Toolset<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.signatures().map(|signature| &*signature.name);
        f.debug_list().entries(names).finish()
    }
}
