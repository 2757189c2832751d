//! Versions of all tools by id, found in constant time, and the tools in the order of their names.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

use a2t_core::{ToolId, ToolSignature};

use crate::Version;
use crate::toolset::version::key;

pub(crate) struct Table<S: 'static> {
    /// Versions of all tools: by the key of their id, by id, newest first.
    pub(crate) versions: Box<[Version<S>]>,
    /// The keys, to be searched without a look at the versions.
    keys: Box<[u64]>,
    /// Position of the first key with these upper bits, for each number that they can be; and the end.
    starts: Box<[u32]>,
    /// Number of lower bits of a key.
    shift: u32,
    pub(crate) tools: usize,
    /// Number of versions that name scopes.
    scoped: usize,
    /// Number of versions that were made while the program runs.
    dynamic: usize,
    /// Tools by name.
    order: OnceLock<Box<[ToolId]>>,
}

impl<S> Table<S> {
    /// A table of versions that are sorted.
    pub(crate) fn new(versions: Vec<Version<S>>) -> Self {
        let keys = versions.iter().map(Version::key).collect();
        let tools = versions.chunk_by(|left, right| left.id() == right.id()).count();
        let scoped = versions.iter().filter(|version| is_scoped(version)).count();
        let dynamic = versions.iter().filter(|version| version.is_dynamic()).count();
        Self::from_parts(versions, keys, tools, (scoped, dynamic))
    }

    fn from_parts(
        versions: Vec<Version<S>>,
        keys: Vec<u64>,
        tools: usize,
        (scoped, dynamic): (usize, usize),
    ) -> Self {
        // One key for each number on average; without a lower bit, nothing is left to shift.
        let bits = tools.next_power_of_two().trailing_zeros().clamp(1, 30);
        let shift = u64::BITS - bits;
        Self {
            starts: starts(&keys, bits),
            shift,
            tools,
            scoped,
            dynamic,
            order: OnceLock::new(),
            keys: keys.into(),
            versions: versions.into(),
        }
    }

    /// The table without the tools that are gone, and with more versions, which are sorted. Versions that
    /// stay are not looked at, because there are many.
    pub(crate) fn changed(&self, gone: &BTreeSet<ToolId>, more: Vec<Version<S>>) -> Self {
        let (mut scoped, mut dynamic, mut tools) = (self.scoped, self.dynamic, self.tools);
        let mut skipped = BTreeSet::new();
        for id in gone {
            let range = self.range(*id);
            let versions = self.versions.get(range.clone()).unwrap_or_default();
            scoped -= versions.iter().filter(|version| is_scoped(version)).count();
            dynamic -= versions.iter().filter(|version| version.is_dynamic()).count();
            tools -= usize::from(!range.is_empty());
            skipped.extend(range);
        }
        for new in more.chunk_by(|left, right| left.id() == right.id()) {
            scoped += new.iter().filter(|version| is_scoped(version)).count();
            dynamic += new.iter().filter(|version| version.is_dynamic()).count();
            let is_new = new
                .first()
                .is_some_and(|new| gone.contains(&new.id()) || self.range(new.id()).is_empty());
            tools += usize::from(is_new);
        }
        let length = self.versions.len() + more.len();
        let (mut versions, mut keys) = (Vec::with_capacity(length), Vec::with_capacity(length));
        let mut more = more.into_iter().map(|version| (version.key(), version)).peekable();
        for (index, (key, version)) in self.keys.iter().zip(&self.versions).enumerate() {
            while let Some((new, added)) = more
                .next_if(|(new, added)| new < key || (new == key && added.rank() < version.rank()))
            {
                keys.push(new);
                versions.push(added);
            }
            if !skipped.contains(&index) {
                keys.push(*key);
                versions.push(version.clone());
            }
        }
        for (key, version) in more {
            keys.push(key);
            versions.push(version);
        }
        Self::from_parts(versions, keys, tools, (scoped, dynamic))
    }

    /// Returns whether some tool names scopes.
    pub(crate) fn is_scoped(&self) -> bool {
        self.scoped > 0
    }

    /// Returns whether some version was made while the program runs.
    pub(crate) fn is_dynamic(&self) -> bool {
        self.dynamic > 0
    }

    /// Versions of the tool, newest first.
    pub(crate) fn versions(&self, id: ToolId) -> &[Version<S>] {
        self.versions.get(self.range(id)).unwrap_or_default()
    }

    fn range(&self, id: ToolId) -> Range<usize> {
        let key = key(id);
        let upper = usize::try_from(key >> self.shift).unwrap_or(usize::MAX);
        let start = |at: usize| self.starts.get(at).map_or(0, |start| *start as usize);
        let (start, end) = (start(upper), start(upper.saturating_add(1)));
        let keys = self.keys.get(start..end).unwrap_or_default();
        // More than a few keys need crafted ids, of which there may be many.
        let before = keys.partition_point(|other| *other < key);
        let same = keys.iter().skip(before).take_while(|other| **other == key).count();
        let (mut start, mut end) = (start + before, start + before + same);
        let is_other =
            |start: usize| self.versions.get(start).is_none_or(|version| version.id() != id);
        while start < end && is_other(start) {
            start += 1;
        }
        while start < end && is_other(end - 1) {
            end -= 1;
        }
        start..end
    }

    /// Signature of the newest version.
    pub(crate) fn current(&self, id: ToolId) -> Option<&ToolSignature> {
        self.versions(id).first().map(Version::written)
    }

    fn name(&self, id: ToolId) -> &str {
        self.current(id).map_or("", |signature| &signature.name)
    }

    /// Tools in the order of their names.
    pub(crate) fn order(&self) -> &[ToolId] {
        self.order.get_or_init(|| {
            let tools = self.versions.chunk_by(|left, right| left.id() == right.id());
            let current = tools.filter_map(<[_]>::first).map(Version::written);
            let mut named: Vec<_> =
                current.map(|signature| (&*signature.name, signature.tool_id)).collect();
            named.sort_unstable();
            named.into_iter().map(|(_, id)| id).collect()
        })
    }

    /// Tools behind this name, in the order of their names.
    pub(crate) fn behind(&self, name: Option<&str>) -> &[ToolId] {
        let order = self.order();
        let start = name.map_or(0, |name| order.partition_point(|id| self.name(*id) <= name));
        order.get(start..).unwrap_or_default()
    }

    /// The tools of this name: one, except while they are checked.
    pub(crate) fn all_named(&self, name: &str) -> &[ToolId] {
        let order = self.order();
        let start = order.partition_point(|id| self.name(*id) < name);
        let behind = order.get(start..).unwrap_or_default();
        behind.get(..behind.partition_point(|id| self.name(*id) == name)).unwrap_or_default()
    }

    /// Takes over the order of the table before this one, in which these tools were others.
    pub(crate) fn follow(&self, before: &Self, changed: &BTreeSet<ToolId>) {
        // Each is a search and a move of all behind it: of many, one sort is less.
        let Some(order) = before.order.get().filter(|_| changed.len() <= FEW) else {
            return;
        };
        let mut order: Vec<_> = order.iter().copied().filter(|id| !changed.contains(id)).collect();
        for id in changed.iter().filter(|id| self.current(**id).is_some()) {
            let name = self.name(*id);
            let index = order.partition_point(|other| self.name(*other) < name);
            order.insert(index, *id);
        }
        // It was not asked for yet.
        let _ = self.order.set(order.into());
    }
}

/// Tools that are put into their order one by one.
const FEW: usize = 64;

fn is_scoped<S>(version: &Version<S>) -> bool {
    version.scopes().next().is_some()
}

/// Position of the first key with these upper bits, for each number that they can be; and the end.
fn starts(keys: &[u64], bits: u32) -> Box<[u32]> {
    let mut starts = vec![0_u32; (1 << bits) + 1];
    for key in keys {
        let upper = usize::try_from(key >> (u64::BITS - bits)).unwrap_or(usize::MAX);
        if let Some(count) = starts.get_mut(upper.saturating_add(1)) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    starts.into()
}
