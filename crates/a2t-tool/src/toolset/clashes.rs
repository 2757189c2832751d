//! The tools of a toolset, compared at build time: no two have one name, one id or one version, except
//! versions of a renamed tool, and none is behind what is published of it.

// Indices come from loops over the length, and a const function has nothing else.
#![allow(clippy::indexing_slicing)]

use crate::Key;
use a2t_core::message::Message;

/// Slots of a hash table of keys; a toolset has at most half as many tools and versions.
const SLOTS: usize = 8_192;

/// The tools of one path in a toolset.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    pub keys: &'static [Key],
    pub path: &'static str,
}

/// The clash of each of the `N` paths of a toolset, if it has one.
#[derive(Debug)]
pub struct Clashes<const N: usize>([Option<Clash>; N]);

#[derive(Clone, Copy, Debug)]
struct Clash {
    name: &'static str,
    other: &'static str,
    first: &'static str,
    kind: ClashKind,
}

#[derive(Clone, Copy, Debug)]
enum ClashKind {
    Name,
    /// The help for two that are versions of one tool, if there is one.
    Id(&'static str),
    Version(u32),
    /// A newer version is published.
    Behind {
        version: u32,
        published: u32,
    },
}

impl<const N: usize> Clashes<N> {
    pub const fn find(listings: [Listing; N]) -> Self {
        let mut clashes = [None; N];
        let (mut names, mut ids) = (Table::new(), Table::new());
        let (mut path, mut refused) = (0, false);
        while path < N {
            let keys = listings[path].keys;
            let mut index = 0;
            while index < keys.len() {
                let at = At { path, index };
                // Its own error is reported. Whether it would clash with the others is not known.
                if keys[index].is_refused() {
                    refused = true;
                    index += 1;
                    continue;
                }
                let by_name = names.insert(&listings, at, By::Name);
                let by_id = ids.insert(&listings, at, By::Id);
                clashes[path] = first_of(clashes[path], first_of(by_name, by_id));
                index += 1;
            }
            path += 1;
        }
        path = 0;
        while path < N && !refused {
            clashes[path] = first_of(clashes[path], behind(&listings, path));
            path += 1;
        }
        Self(clashes)
    }

    /// Stops the build if the path at `index` clashes with one before it.
    #[track_caller]
    pub const fn check(&self, index: usize) {
        if let Some(clash) = self.0[index] {
            clash.refuse();
        }
    }
}

/// Stops the build if the toolset's only path is behind what is published.
#[track_caller]
pub const fn not_behind(keys: &'static [Key]) {
    if let Some(clash) = behind(&[Listing { keys, path: "" }], 0) {
        clash.refuse();
    }
}

/// The first tool of this path whose newest version in the toolset is older than the newest
/// published one.
const fn behind<const N: usize>(listings: &[Listing; N], path: usize) -> Option<Clash> {
    let keys = listings[path].keys;
    let mut index = 0;
    while index < keys.len() {
        let key = keys[index];
        if key.published > key.version && !surpassed(listings, &key) {
            return Some(Clash {
                name: key.name,
                other: key.name,
                first: listings[path].path,
                kind: ClashKind::Behind { version: key.version, published: key.published },
            });
        }
        index += 1;
    }
    None
}

const fn surpassed<const N: usize>(listings: &[Listing; N], key: &Key) -> bool {
    let mut path = 0;
    while path < N {
        let keys = listings[path].keys;
        let mut index = 0;
        while index < keys.len() {
            if keys[index].id == key.id && keys[index].version > key.version {
                return true;
            }
            index += 1;
        }
        path += 1;
    }
    false
}

impl Clash {
    #[track_caller]
    const fn refuse(&self) -> ! {
        match self.kind {
            ClashKind::Name => Message::new("two tools of this toolset are named `")
                .text(self.name)
                .text("`; the first is in `")
                .text(self.first)
                .text("`\nhelp: give one of them another `name = \"…\"` [A2T-15]")
                .refuse(),
            ClashKind::Id(help) => Message::new("two tools of this toolset have the same id: `")
                .text(self.other)
                .text("` in `")
                .text(self.first)
                .text("`, and `")
                .text(self.name)
                .text("`\nhelp: give one of them another `id = \"…\"`, or none, to have it ")
                .text("derived")
                .text(help)
                .text(" [A2T-13]")
                .refuse(),
            ClashKind::Version(version) => Message::new("two tools of this toolset are named `")
                .text(self.name)
                .text("` and have version ")
                .integer(version as i128)
                .text("; the first is in `")
                .text(self.first)
                .text("`\nhelp: give one of them another `name = \"…\"`, or another `version` ")
                .text("if both are versions of one tool [A2T-15]")
                .refuse(),
            ClashKind::Behind { version, published } => Message::new("the newest version of `")
                .text(self.name)
                .text("` in this toolset is ")
                .integer(version as i128)
                .text(", and version ")
                .integer(published as i128)
                .text(" is published\n  rule A2T-L004 version-went-backwards")
                .text("\n  broken: every call of version ")
                .integer(published as i128)
                .text("\n  help: list the function of version ")
                .integer(published as i128)
                .text(" as well, or restore it; a version is withdrawn with ")
                .text("`cargo a2t publish --retire`\n  more: cargo a2t explain A2T-L004")
                .refuse(),
        }
    }
}

#[derive(Clone, Copy)]
struct At {
    path: usize,
    index: usize,
}

#[derive(Clone, Copy)]
enum By {
    Name,
    Id,
}

/// Hash table with open addressing.
struct Table {
    slots: [Option<At>; SLOTS],
    used: usize,
}

impl Table {
    const fn new() -> Self {
        Self { slots: [None; SLOTS], used: 0 }
    }

    /// Adds a key and returns its clash with an earlier one.
    const fn insert<const N: usize>(
        &mut self,
        listings: &[Listing; N],
        at: At,
        by: By,
    ) -> Option<Clash> {
        let key = listings[at.path].keys[at.index];
        let mut slot = by.hash(&key) % SLOTS;
        let mut found = None;
        while let Some(earlier) = self.slots[slot] {
            let listing = listings[earlier.path];
            found = first_of(found, by.clash(&listing.keys[earlier.index], &key, listing.path));
            slot = (slot + 1) % SLOTS;
        }
        self.used += 1;
        if self.used > SLOTS / 2 {
            Message::new("a toolset has at most 4096 tools and versions\nhelp: split it").refuse();
        }
        self.slots[slot] = Some(at);
        found
    }
}

impl By {
    const fn hash(self, key: &Key) -> usize {
        match self {
            Self::Name => key.hash as usize,
            Self::Id => (key.id ^ (key.id >> 64)) as usize,
        }
    }

    const fn clash(self, first: &Key, second: &Key, path: &'static str) -> Option<Clash> {
        let (id, name) = (first.id == second.id, same_name(first, second));
        let kind = match self {
            Self::Name if name && !id => ClashKind::Name,
            Self::Name if name && first.version == second.version => {
                ClashKind::Version(first.version)
            }
            Self::Id if id && !name && !is_renamed(first, second) => {
                ClashKind::Id(versions(first, second))
            }
            _ => return None,
        };
        Some(Clash { name: second.name, other: first.name, first: path, kind })
    }
}

/// Returns `true` for two versions of a renamed tool: the older one keeps the name under which it is published.
const fn is_renamed(first: &Key, second: &Key) -> bool {
    let older = if first.version < second.version { first } else { second };
    first.version != second.version && older.published >= older.version
}

/// Returns the help for two keys with one id and two names, if they are versions of one tool.
const fn versions(first: &Key, second: &Key) -> &'static str {
    if first.version != second.version {
        "; if both are versions of one tool, give them one `name`"
    } else if first.published >= first.version {
        "; if both are versions of one tool, give one of them another `version`"
    } else {
        ""
    }
}

const fn same_name(left: &Key, right: &Key) -> bool {
    let (left_bytes, right_bytes) = (left.name.as_bytes(), right.name.as_bytes());
    if left.hash != right.hash || left_bytes.len() != right_bytes.len() {
        return false;
    }
    let mut index = 0;
    while index < left_bytes.len() {
        if left_bytes[index] != right_bytes[index] {
            return false;
        }
        index += 1;
    }
    true
}

const fn first_of(left: Option<Clash>, right: Option<Clash>) -> Option<Clash> {
    match left {
        Some(_) => left,
        None => right,
    }
}
