//! A set of tools: enumerated, looked up by id and version, called. No HTTP.

use std::fmt;

use a2t_core::{ToolId, ToolSignature};

use crate::served::{key, versions};
use crate::{Access, Entry, Version};

/// Tools that run with the state `S`, and their versions: enumerated, found, called.
///
/// Programs have them as `a2t::Toolset<S>`, made by `a2t::toolset!`, which becomes one of these.
pub struct Tools<S: 'static> {
    /// Versions of all tools: by the key of their id, by id, newest first.
    versions: Box<[Version<S>]>,
    /// The keys, to be searched without a look at the versions.
    keys: Box<[u64]>,
    pub(crate) rules: Box<Access>,
}

/// Versions of one tool.
pub struct Versions<'a, S: 'static> {
    /// The signature of the newest version.
    pub current: &'static ToolSignature,
    /// Newest first.
    pub versions: &'a [Version<S>],
}

impl<S> Tools<S> {
    /// Collects these tools and versions, in any order; the first of two with one id and version
    /// stays. No two tools have one name.
    pub fn from_entries(entries: impl IntoIterator<Item = &'static Entry<S>>) -> Self {
        let versions = versions(entries.into_iter().collect());
        let is_scoped = versions.iter().any(|version| !version.scopes().is_empty());
        let keys = versions.iter().map(Version::key).collect();
        let rules = Box::new(Access::new(is_scoped));
        Self { keys, versions, rules }
    }

    /// The signatures of the current versions, in the order of enumeration: by tool name, sorted at
    /// each call.
    pub fn signatures(&self) -> impl Iterator<Item = &'static ToolSignature> + '_ {
        let mut signatures: Vec<_> = self.iter().map(|tool| tool.current).collect();
        signatures.sort_by_key(|signature| &*signature.name);
        signatures.into_iter()
    }

    /// The numbers of the versions that a tool is served in, newest first; none of a tool that is
    /// not in the set. They are the versions with a function of their own, and the published ones
    /// that the newest function serves as well.
    pub fn versions(&self, id: ToolId) -> impl Iterator<Item = u32> + '_ {
        let versions = self.tool(id).map(|tool| tool.versions);
        versions.unwrap_or_default().iter().map(Version::number)
    }

    /// The tools, in an order of their own.
    pub fn iter(&self) -> impl Iterator<Item = Versions<'_, S>> {
        apart(&self.versions)
    }

    /// The tool of this id.
    pub fn tool(&self, id: ToolId) -> Option<Versions<'_, S>> {
        let key = key(id);
        let start = self.keys.partition_point(|other| *other < key);
        let same = self.keys.iter().skip(start).take_while(|other| **other == key);
        let versions = self.versions.get(start..start + same.count())?;
        apart(versions).find(|tool| tool.current.tool_id == id)
    }

    /// Number of tools, however many versions they have.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// True if there are no tools.
    pub fn is_empty(&self) -> bool {
        self.versions.is_empty()
    }
}

fn apart<S>(versions: &[Version<S>]) -> impl Iterator<Item = Versions<'_, S>> {
    let tools = versions.chunk_by(|left, right| left.id() == right.id());
    tools.filter_map(Versions::of)
}

impl<'a, S> Versions<'a, S> {
    fn of(versions: &'a [Version<S>]) -> Option<Self> {
        let current = versions.first()?.written();
        Some(Self { current, versions })
    }

    /// A version of the tool; the current one if none is named.
    pub fn version(&self, number: Option<u32>) -> Option<&'a Version<S>> {
        match number {
            None => self.versions.first(),
            Some(number) => self.versions.iter().find(|version| version.number() == number),
        }
    }
}

impl<S> fmt::Debug for Tools<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.signatures().map(|signature| &*signature.name);
        f.debug_list().entries(names).finish()
    }
}

/// Tools of a program that runs with the state `S`, such as an `a2t::Toolset<S>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a toolset that runs with the state `{S}`",
    label = "expected a `Toolset<{S}>`",
    note = "the state of `a2t::toolset![…]` follows from where it is used; a toolset of another state is made for that \
            state: name the same type in both places"
)]
pub trait IntoTools<S> {
    /// The tools.
    fn into_tools(self) -> Tools<S>;
}

impl<S> IntoTools<S> for Tools<S> {
    fn into_tools(self) -> Self {
        self
    }
}
