//! A set of tools: enumerated, looked up by id and version, called. No HTTP.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::iter::once;

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
    by_id: ById,
}

type ById = HashMap<ToolId, usize, BuildHasherDefault<IdHasher>>;

/// Mixes the bits of an id. Nobody but the vendor puts ids into the table, so it needs no guard
/// against ids that are made to collide.
#[derive(Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        let words = words.iter().map(|word| u64::from_ne_bytes(*word));
        for word in words.chain(rest.iter().copied().map(u64::from)) {
            // An odd constant without a pattern: 2^64 by the golden ratio.
            self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.0 ^= self.0 >> 32;
        }
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
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
        let entries: Vec<_> = entries.into_iter().collect();
        let mut by_id = ById::with_capacity_and_hasher(entries.len(), BuildHasherDefault::new());
        // A tool mostly has one function; the others are set aside.
        let mut first = Vec::with_capacity(entries.len());
        let mut others = Vec::new();
        for entry in entries {
            let next = first.len();
            match *by_id.entry(entry.signature.tool_id).or_insert(next) {
                index if index == next => first.push(entry),
                index => others.push((index, entry)),
            }
        }
        others.sort_by_key(|(index, _)| *index);
        let tools = first.iter().enumerate();
        let tools = tools.filter_map(|(index, entry)| Tool::of(entry, &others, index));
        let mut tools: Vec<_> = tools.collect();
        tools.sort_by_key(|tool| &*tool.current.name);
        tools.dedup_by_key(|tool| &*tool.current.name);
        by_id.clear();
        let ids = tools.iter().enumerate();
        by_id.extend(ids.map(|(index, tool)| (tool.current.tool_id, index)));
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
    /// The tool of this entry and of those among `others` that have its index.
    fn of(
        entry: &'static Entry<S>,
        others: &[(usize, &'static Entry<S>)],
        index: usize,
    ) -> Option<Self> {
        let start = others.partition_point(|(other, _)| *other < index);
        let others = others.get(start..).unwrap_or_default().iter();
        let others = others.take_while(|(other, _)| *other == index);
        let mut others = others.map(|(_, entry)| *entry).peekable();
        match others.peek() {
            None => Self::new(&[entry]),
            Some(_) => Self::new(&once(entry).chain(others).collect::<Vec<_>>()),
        }
    }

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
