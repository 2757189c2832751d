//! A set of tools: enumerated, looked up by id and version, called. No HTTP.

use std::fmt;

use a2t_core::{ToolId, ToolSignature};

use crate::tool::{Entry, Version, key, versions};

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
    /// Those of all tools, by the key of their id, by id, newest first.
    versions: Box<[Version<S>]>,
    /// The keys, to be searched without a look at the versions.
    keys: Box<[u64]>,
}

/// The versions of one tool.
pub(crate) struct Tool<'a, S: 'static> {
    /// The signature of the newest version.
    pub(crate) current: &'static ToolSignature,
    /// Newest first.
    pub(crate) versions: &'a [Version<S>],
}

impl<S> Toolset<S> {
    /// The toolset of these tools and versions, in any order; of two that claim one id and version, the
    /// first stays. No two tools have one name.
    #[doc(hidden)]
    pub fn from_entries(entries: impl IntoIterator<Item = &'static Entry<S>>) -> Self {
        let versions = versions(entries.into_iter().collect());
        Self {
            keys: versions.iter().map(Version::key).collect(),
            versions,
        }
    }

    /// The signatures of the current versions, in the order of enumeration: by tool name, sorted at each call.
    pub fn signatures(&self) -> impl Iterator<Item = &'static ToolSignature> + '_ {
        let mut signatures: Vec<_> = self.tools().map(|tool| tool.current).collect();
        signatures.sort_by_key(|signature| &*signature.name);
        signatures.into_iter()
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
        let versions = self.tool(id).map(|tool| tool.versions);
        versions.unwrap_or_default().iter().map(Version::number)
    }

    /// The tools, in an order of their own.
    pub(crate) fn tools(&self) -> impl Iterator<Item = Tool<'_, S>> {
        apart(&self.versions)
    }

    pub(crate) fn tool(&self, id: ToolId) -> Option<Tool<'_, S>> {
        let key = key(id);
        let start = self.keys.partition_point(|other| *other < key);
        let same = self
            .keys
            .iter()
            .skip(start)
            .take_while(|other| **other == key);
        let versions = self.versions.get(start..start + same.count())?;
        apart(versions).find(|tool| tool.current.tool_id == id)
    }

    /// How many tools there are, whatever the number of their versions.
    pub fn len(&self) -> usize {
        self.tools().count()
    }

    /// Whether there is no tool at all.
    pub fn is_empty(&self) -> bool {
        self.versions.is_empty()
    }
}

/// Versions in their order, tool by tool.
fn apart<S>(versions: &[Version<S>]) -> impl Iterator<Item = Tool<'_, S>> {
    let tools = versions.chunk_by(|left, right| left.id() == right.id());
    tools.filter_map(Tool::of)
}

impl<'a, S> Tool<'a, S> {
    fn of(versions: &'a [Version<S>]) -> Option<Self> {
        let current = versions.first()?.written();
        Some(Self { current, versions })
    }

    /// A version of the tool; the current one if none is named.
    pub(crate) fn version(&self, number: Option<u32>) -> Option<&'a Version<S>> {
        match number {
            None => self.versions.first(),
            Some(number) => self
                .versions
                .iter()
                .find(|version| version.number() == number),
        }
    }
}

impl<S> fmt::Debug for Toolset<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.signatures().map(|signature| &*signature.name);
        f.debug_list().entries(names).finish()
    }
}
