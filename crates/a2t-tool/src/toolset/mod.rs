//! A set of tools: enumerated, looked up by id and version, called. No HTTP.

pub(crate) mod adapted;
#[allow(missing_docs)]
pub(crate) mod clashes;
pub(crate) mod code;
pub(crate) mod entry;
pub(crate) mod error;
pub(crate) mod extend;
#[allow(missing_docs)]
pub(crate) mod listed;
pub(crate) mod live;
pub(crate) mod merge;
pub(crate) mod table;
pub(crate) mod version;

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use a2t_core::{ToolId, ToolSignature};

use crate::toolset::live::Source;
use crate::toolset::merge::Origin;
use crate::toolset::table::Table;
use crate::toolset::version::versions;
use crate::{Access, Entry, SignatureRef, Version};

/// Tools that run with the state `S`, and their versions: enumerated, found, called. A clone is cheap,
/// and has the same tools for as long as it is there.
///
/// Programs have them as `a2t::Toolset<S>`, made by `a2t::toolset!`, which becomes one of these.
pub struct Tools<S: 'static> {
    pub(crate) table: Arc<Table<S>>,
    pub(crate) rules: Arc<Access>,
    /// The set that these are one state of.
    pub(crate) source: Option<Source<S>>,
    /// Package whose `toolset!` lists them, if there is one.
    pub(crate) package: Option<Package>,
    /// Locations in the program that list them.
    pub(crate) origins: Vec<Origin<S>>,
}

/// Name and version of a package, as a server reports them to its clients.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    pub name: &'static str,
    pub version: &'static str,
}

impl Package {
    /// Returns the package from these variables of cargo, if cargo builds the program.
    pub fn from_env(name: Option<&'static str>, version: Option<&'static str>) -> Option<Self> {
        Some(Self { name: name?, version: version? })
    }
}

/// Versions of one tool.
pub struct Versions<'a, S: 'static> {
    /// The signature of the newest version.
    pub current: &'a ToolSignature,
    /// Newest first.
    pub versions: &'a [Version<S>],
}

impl<S> Tools<S> {
    /// Collects tools and versions, in any order. Of two with the same id and version, the first is
    /// kept. Two tools cannot have the same name.
    #[track_caller]
    pub fn from_entries(entries: impl IntoIterator<Item = &'static Entry<S>>) -> Self {
        let table = Arc::new(Table::new(versions(entries.into_iter().collect())));
        let origins = vec![Origin { location: Location::caller(), table: Arc::clone(&table) }];
        Self { table, rules: Arc::new(Access::new()), source: None, package: None, origins }
    }

    /// Sets the package that lists the tools.
    #[doc(hidden)]
    #[must_use]
    pub fn of_package(self, package: Option<Package>) -> Self {
        Self { package, ..self }
    }

    /// Returns the package that lists the tools, for servers that report a name to their clients.
    #[doc(hidden)]
    pub fn package(&self) -> Option<Package> {
        self.package
    }

    /// Returns the signatures of the current versions, in the order of enumeration, by tool name.
    pub fn signatures(&self) -> impl Iterator<Item = &ToolSignature> {
        self.behind(None).map(|tool| tool.current)
    }

    /// Returns the tools whose names are behind this one, or all, by name.
    #[doc(hidden)]
    pub fn behind(&self, name: Option<&str>) -> impl Iterator<Item = Versions<'_, S>> {
        self.table.behind(name).iter().filter_map(|id| self.tool(*id))
    }

    /// Returns the tool of this name.
    #[doc(hidden)]
    pub fn named(&self, name: &str) -> Option<Versions<'_, S>> {
        self.tool(*self.table.all_named(name).first()?)
    }

    /// Returns the numbers of the versions that a tool is served in, newest first; none of a tool
    /// that is not in the set. They are the versions with a separate function, and the published
    /// ones that the newest function serves as well.
    pub fn versions(&self, id: ToolId) -> impl Iterator<Item = u32> + '_ {
        self.table.versions(id).iter().map(Version::number)
    }

    /// Returns the tools, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = Versions<'_, S>> {
        let tools = self.table.versions.chunk_by(|left, right| left.id() == right.id());
        tools.filter_map(Versions::new)
    }

    /// Returns the tool of this id, in constant time.
    pub fn tool(&self, id: ToolId) -> Option<Versions<'_, S>> {
        Versions::new(self.table.versions(id))
    }

    /// Returns the number of tools, however many versions they have.
    pub fn len(&self) -> usize {
        self.table.tools
    }

    /// Returns whether there are no tools.
    pub fn is_empty(&self) -> bool {
        self.table.tools == 0
    }

    /// Returns whether there may be tools whose signatures were read, so many or so short-lived that a protocol writes
    /// them one by one.
    #[doc(hidden)]
    pub fn is_dynamic(&self) -> bool {
        self.table.is_dynamic() || self.source.is_some()
    }
}

impl<S> Clone for Tools<S> {
    fn clone(&self) -> Self {
        let (table, rules) = (Arc::clone(&self.table), Arc::clone(&self.rules));
        let (source, origins) = (self.source.clone(), self.origins.clone());
        Self { table, rules, source, package: self.package, origins }
    }
}

impl<'a, S> Versions<'a, S> {
    pub(crate) fn new(versions: &'a [Version<S>]) -> Option<Self> {
        let current = versions.first()?.written();
        Some(Self { current, versions })
    }

    /// Returns the signature of the newest version, to be kept.
    #[doc(hidden)]
    pub fn signature_ref(&self) -> SignatureRef {
        let newest = self.versions.first().map(Version::signature_ref);
        newest.unwrap_or_else(|| SignatureRef::Shared(Arc::new(self.current.clone())))
    }

    /// Returns a version of the tool; the current one if none is named.
    pub fn version(&self, number: Option<u32>) -> Option<&'a Version<S>> {
        match number {
            None => self.versions.first(),
            Some(number) => self.versions.iter().find(|version| version.number() == number),
        }
    }
}

/// Names that `Debug` shows at most.
const SHOWN: usize = 1_000;

impl<S> fmt::Debug for Tools<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.signatures().map(|signature| &*signature.name);
        f.debug_list().entries(names.take(SHOWN)).finish()
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
