//! The index of a listing: signatures in the order they are written, out come the positions of tools and versions.

use std::cmp::Reverse;
use std::ops::Range;

use crate::signature::{ToolId, ToolSignature};
use crate::wire::page::PageQuery;

/// Offsets of texts and names, in little memory: members that every tool has inline, and those that
/// few tools have in boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// As they are written: the current versions by name, then the older ones.
    items: Vec<Item>,
    tools: usize,
    versions: Vec<Version>,
}

#[derive(Clone, Debug)]
struct Item {
    id: ToolId,
    /// End of the text. It begins behind the comma of the item before.
    end: usize,
    /// Empty unless it is a current version.
    name: Box<str>,
    words: Option<Box<Words>>,
}

/// Words that pages are filtered by, apart from the name.
#[derive(Clone, Debug)]
pub(super) struct Words {
    folded: Option<Box<str>>,
    tags: Box<[Box<str>]>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Version {
    pub(super) number: u32,
    item: u32,
}

impl Version {
    pub(super) fn item(self) -> usize {
        self.item as usize
    }
}

impl Index {
    /// The index of these tools, each with its versions, newest first. `write` gets the signature
    /// and the newest version of a tool, writes it, and returns where its text ends.
    pub(super) fn new(
        tools: &[Vec<&ToolSignature>],
        mut write: impl FnMut(&ToolSignature, u32) -> usize,
    ) -> Self {
        let split = || tools.iter().filter_map(|versions| versions.split_first());
        let current = split().map(|(newest, _)| (*newest, newest.version));
        let older =
            split().flat_map(|(newest, older)| older.iter().map(|tool| (*tool, newest.version)));
        let length = tools.iter().map(Vec::len).sum();
        let mut index = Self {
            items: Vec::with_capacity(length),
            tools: split().count(),
            versions: Vec::with_capacity(length),
        };
        for (item, (tool, newest)) in (0..=u32::MAX).zip(current.chain(older)) {
            let current = tool.version == newest;
            index.items.push(Item {
                id: tool.tool_id,
                end: write(tool, newest),
                name: if current { &*tool.name } else { "" }.into(),
                words: current.then(|| Words::new(tool)).flatten(),
            });
            let number = tool.version;
            index.versions.push(Version { number, item });
        }
        let items = &index.items;
        let id = |version: &Version| items.get(version.item()).map(|item| item.id);
        index.versions.sort_unstable_by_key(|version| (id(version), Reverse(version.number)));
        index
    }

    pub(super) fn len(&self) -> usize {
        self.tools
    }

    pub(super) fn id(&self, item: usize) -> Option<ToolId> {
        Some(self.items.get(item)?.id)
    }

    pub(super) fn name(&self, item: usize) -> &str {
        self.items.get(item).map_or("", |item| &item.name)
    }

    /// Number of tools with this name or one before it.
    pub(super) fn behind(&self, name: &str) -> usize {
        let current = self.items.get(..self.tools).unwrap_or_default();
        current.partition_point(|item| &*item.name <= name)
    }

    pub(super) fn text(&self, item: usize) -> Range<usize> {
        let before = item.checked_sub(1).and_then(|before| self.items.get(before));
        let start = before.map_or(0, |before| before.end + 1);
        start..self.items.get(item).map_or(start, |item| item.end)
    }

    pub(super) fn versions(&self, id: ToolId) -> &[Version] {
        let id_of = |version: &Version| self.id(version.item());
        let start = self.versions.partition_point(|version| id_of(version) < Some(id));
        let from = self.versions.get(start..).unwrap_or_default();
        let length = from.iter().take_while(|version| id_of(version) == Some(id));
        from.get(..length.count()).unwrap_or_default()
    }

    /// Current versions with all tags that are wanted, and `name`, in lower case, in their name.
    pub(super) fn matches(&self, item: usize, query: &PageQuery, name: Option<&str>) -> bool {
        let words = self.items.get(item).and_then(|item| item.words.as_deref());
        Words::match_(words, self.name(item), query, name)
    }
}

impl Words {
    /// Returns whether a tool of this name, with these words if it has others, is one that the query asks for.
    pub(super) fn match_(
        words: Option<&Self>,
        own: &str,
        query: &PageQuery,
        name: Option<&str>,
    ) -> bool {
        let folded = words.and_then(|words| words.folded.as_deref());
        let tags = words.map_or(&[][..], |words| &words.tags);
        name.is_none_or(|name| folded.unwrap_or(own).contains(name))
            && query.tags.iter().all(|wanted| tags.iter().any(|tag| **tag == **wanted))
    }

    pub(super) fn new(tool: &ToolSignature) -> Option<Box<Self>> {
        let folded = tool.name.to_lowercase();
        let words = Self {
            folded: (folded != tool.name).then(|| folded.into()),
            tags: tool.tags.iter().map(|tag| (**tag).into()).collect(),
        };
        let none = words.folded.is_none() && words.tags.is_empty();
        (!none).then(|| Box::new(words))
    }
}
