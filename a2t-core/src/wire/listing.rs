//! A server's catalog, written once: pages and signatures are then slices of one buffer.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use serde::Serialize;

use super::body::PageBody;
use super::cursor::{self, Fingerprint};
use super::page::PageQuery;
use super::problem::{Kind, Problem};
use crate::error::{Code, Violation, Violations};
use crate::signature::rule::quote;
use crate::signature::{ToolId, ToolSignature};

/// Every version of every tool of a server, ready to send.
///
/// ```
/// # use a2t_core::wire::{listing::Listing, page::PageQuery};
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","description":"Adds.",
/// #   "version":1,"currentVersion":1,"output_parameters":[]}"#;
/// # let tool = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// let listing = Listing::new([&tool]).unwrap();
/// let page = listing.page(&PageQuery::default()).unwrap().into_bytes();
/// assert!(page.starts_with(br#"{"items":[{"toolId":"0479a45d"#));
/// assert!(page.ends_with(br#"],"paging":{"pageLimit":100}}"#));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The current versions by name, then the older ones; a comma follows each item, so that
    /// neighbours are the inside of an array.
    bytes: Vec<u8>,
    /// By name.
    current: Vec<Item>,
    by_id: HashMap<ToolId, Tool>,
}

#[derive(Clone, Debug)]
struct Item {
    id: ToolId,
    name: Box<str>,
    /// The name in lower case, where that is another.
    folded: Option<Box<str>>,
    tags: Box<[Box<str>]>,
    range: Range<usize>,
}

#[derive(Clone, Debug)]
struct Tool {
    /// The index in `current`.
    position: usize,
    newest: u32,
    /// The versions before the newest, newest first.
    older: Vec<(u32, Range<usize>)>,
}

impl Listing {
    /// Writes the signatures of a server: of each tool at least one version, in any order.
    ///
    /// `currentVersion` becomes the newest version that is given of the tool (A2T-11, A2T-29).
    ///
    /// # Errors
    /// One version of a tool given twice, or two tools with one name; pointers are positions in
    /// `signatures`.
    pub fn new<'a>(
        signatures: impl IntoIterator<Item = &'a ToolSignature>,
    ) -> Result<Self, Violations> {
        let mut tools = by_name(signatures)?;
        let mut listing = Self {
            bytes: Vec::new(),
            current: Vec::with_capacity(tools.len()),
            by_id: HashMap::with_capacity(tools.len()),
        };
        let newest = tools.iter().filter_map(|versions| versions.first());
        listing.current.extend(newest.map(|tool| Item {
            range: write(&mut listing.bytes, tool, tool.version),
            ..Item::new(tool)
        }));
        for (position, versions) in tools.drain(..).enumerate() {
            let Some((newest, older)) = versions.split_first() else {
                continue;
            };
            let write = |tool: &&ToolSignature| {
                let range = write(&mut listing.bytes, tool, newest.version);
                (tool.version, range)
            };
            let tool = Tool {
                position,
                newest: newest.version,
                older: older.iter().map(write).collect(),
            };
            listing.by_id.insert(newest.tool_id, tool);
        }
        listing.bytes.shrink_to_fit();
        Ok(listing)
    }

    /// Everything that is written: the items of a page that are [`Borrowed`](std::borrow::Cow::Borrowed)
    /// are part of it.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many tools there are.
    pub fn len(&self) -> usize {
        self.current.len()
    }

    /// Whether there is no tool.
    pub fn is_empty(&self) -> bool {
        self.current.is_empty()
    }

    /// The body of `GET /tools`: tools in the order of their names.
    ///
    /// A page goes on after the tool that its cursor names, so that nothing is skipped or repeated
    /// while the server's tools stay the same.
    ///
    /// # Errors
    /// A cursor of another list, or of a tool that is gone or has another name now.
    pub fn page(&self, query: &PageQuery) -> Result<PageBody<'_>, Problem> {
        let list = tools_fingerprint(query);
        let start = self.after(query, list)?;
        let rest = self.current.get(start..).unwrap_or_default();
        if query.tags.is_empty() && query.name.is_none() {
            let (page, more) = split(rest, query.limit);
            let next = more.then(|| cursor_after(page.last(), list)).flatten();
            return Ok(PageBody::new(self.run(page), query.limit, next.as_deref()));
        }
        let name = query.name.as_ref().map(|name| name.to_lowercase());
        let mut matching = rest
            .iter()
            .filter(|item| item.matches(query, name.as_deref()));
        let page: Vec<_> = matching.by_ref().take(query.limit).collect();
        let next = matching
            .next()
            .and_then(|_| cursor_after(page.last().copied(), list));
        let items = self.collect(page.into_iter().map(|item| &item.range));
        Ok(PageBody::new(items, query.limit, next.as_deref()))
    }

    /// The body of `GET /tools/{toolId}/versions`: newest first (A2T-50). The filters of the query
    /// do not apply to it.
    ///
    /// # Errors
    /// An unknown tool, or a cursor of another list.
    pub fn versions_page(&self, id: ToolId, query: &PageQuery) -> Result<PageBody<'_>, Problem> {
        let tool = self.by_id.get(&id).ok_or_else(|| unknown_tool(id))?;
        let list = Fingerprint::new("versions").with(&id.to_string());
        let start = match &query.cursor {
            None => 0,
            Some(cursor) => tool
                .position_of(cursor::version(cursor))
                .filter(|(_, version)| cursor::after_version(*version, list) == *cursor)
                .map(|(position, _)| position + 1)
                .ok_or_else(|| bad_cursor(cursor))?,
        };
        let versions: Vec<_> = self.versions(tool).skip(start).collect();
        let (page, more) = split(&versions, query.limit);
        let last = page.last().filter(|_| more);
        let next = last.map(|(last, _)| cursor::after_version(*last, list));
        let items = self.collect(page.iter().map(|(_, range)| *range));
        Ok(PageBody::new(items, query.limit, next.as_deref()))
    }

    /// The body of `GET /tools/{toolId}`: the current version (A2T-49).
    ///
    /// # Errors
    /// An unknown tool.
    pub fn tool(&self, id: ToolId) -> Result<&[u8], Problem> {
        let tool = self.by_id.get(&id).ok_or_else(|| unknown_tool(id))?;
        let item = self.current.get(tool.position);
        Ok(item.map_or(&[], |item| self.item(&item.range)))
    }

    /// The body of `GET /tools/{toolId}/versions/{version}`.
    ///
    /// # Errors
    /// An unknown tool or version.
    pub fn version(&self, id: ToolId, version: u32) -> Result<&[u8], Problem> {
        let tool = self.by_id.get(&id).ok_or_else(|| unknown_tool(id))?;
        let found = self.versions(tool).find(|(number, _)| *number == version);
        match found {
            Some((_, range)) => Ok(self.item(range)),
            None => Err(unknown_version(tool, version)),
        }
    }

    /// The versions of a tool, newest first.
    fn versions<'a>(&'a self, tool: &'a Tool) -> impl Iterator<Item = (u32, &'a Range<usize>)> {
        let newest = self.current.get(tool.position);
        let newest = newest.map(|item| (tool.newest, &item.range));
        let older = tool.older.iter().map(|(number, range)| (*number, range));
        newest.into_iter().chain(older)
    }

    /// Where the page begins.
    fn after(&self, query: &PageQuery, list: Fingerprint) -> Result<usize, Problem> {
        let Some(cursor) = &query.cursor else {
            return Ok(0);
        };
        let tool = cursor::tool(cursor).and_then(|id| self.by_id.get(&id));
        tool.filter(|tool| {
            let item = self.current.get(tool.position);
            cursor_after(item, list).as_ref() == Some(cursor)
        })
        .map(|tool| tool.position + 1)
        .ok_or_else(|| bad_cursor(cursor))
    }

    /// An item without the comma that follows it.
    fn item(&self, range: &Range<usize>) -> &[u8] {
        self.bytes.get(range.clone()).unwrap_or_default()
    }

    /// The inside of an array of neighbours.
    fn run(&self, items: &[Item]) -> &[u8] {
        let run = items.first().zip(items.last());
        let run = run.map(|(first, last)| first.range.start..last.range.end);
        run.and_then(|run| self.bytes.get(run)).unwrap_or_default()
    }

    /// The inside of an array of items from everywhere.
    fn collect<'a>(&self, ranges: impl Iterator<Item = &'a Range<usize>>) -> Vec<u8> {
        let items: Vec<_> = ranges.map(|range| self.item(range)).collect();
        items.join(&b","[..])
    }
}

impl Item {
    /// What a page looks for in a tool, before its text is written.
    fn new(tool: &ToolSignature) -> Self {
        let folded = tool.name.to_lowercase();
        Self {
            id: tool.tool_id,
            name: (*tool.name).into(),
            folded: (folded != tool.name).then(|| folded.into()),
            tags: tool.tags.iter().map(|tag| (**tag).into()).collect(),
            range: 0..0,
        }
    }

    fn matches(&self, query: &PageQuery, name: Option<&str>) -> bool {
        let folded = self.folded.as_ref().unwrap_or(&self.name);
        name.is_none_or(|name| folded.contains(name))
            && query
                .tags
                .iter()
                .all(|wanted| self.tags.iter().any(|tag| **tag == **wanted))
    }
}

impl Tool {
    fn position_of(&self, version: Option<u32>) -> Option<(usize, u32)> {
        let version = version?;
        let mut older = self.older.iter();
        let position = match version == self.newest {
            true => 0,
            false => 1 + older.position(|(number, _)| *number == version)?,
        };
        Some((position, version))
    }
}

fn split<T>(items: &[T], limit: usize) -> (&[T], bool) {
    match items.split_at_checked(limit) {
        Some((page, rest)) => (page, !rest.is_empty()),
        None => (items, false),
    }
}

fn cursor_after(item: Option<&Item>, list: Fingerprint) -> Option<String> {
    item.map(|item| cursor::after_tool(item.id, list.with(&item.name)))
}

/// Lists with other filters are other lists; the page size may change on the way.
fn tools_fingerprint(query: &PageQuery) -> Fingerprint {
    let list = Fingerprint::new("tools").with(query.name.as_deref().unwrap_or_default());
    let mut tags: Vec<_> = query.tags.iter().collect();
    tags.sort_unstable();
    tags.into_iter().fold(list, |list, tag| list.with(tag))
}

/// The versions of each tool, newest first; tools by the name of the newest.
fn by_name<'a>(
    signatures: impl IntoIterator<Item = &'a ToolSignature>,
) -> Result<Vec<Vec<&'a ToolSignature>>, Violations> {
    let mut found = Violations::default();
    let mut by_id: BTreeMap<ToolId, BTreeMap<u32, (usize, &ToolSignature)>> = BTreeMap::new();
    for (index, tool) in signatures.into_iter().enumerate() {
        let versions = by_id.entry(tool.tool_id).or_default();
        if let Some((first, _)) = versions.insert(tool.version, (index, tool)) {
            let expected = format!("another version than that of signature {first}");
            let violation = duplicate(index, "version").expected(expected);
            found.push(violation.got(tool.version.to_string()));
        }
    }
    let mut by_name: BTreeMap<&str, (usize, Vec<&ToolSignature>)> = BTreeMap::new();
    for versions in by_id.values() {
        let Some((index, newest)) = versions.values().next_back() else {
            continue;
        };
        let newest_first = versions.values().rev().map(|(_, tool)| *tool).collect();
        if let Some((first, _)) = by_name.insert(&newest.name, (*index, newest_first)) {
            let expected = format!("another name than that of signature {first}");
            let violation = duplicate(*index, "name").expected(expected);
            found.push(violation.got(quote(&newest.name)));
        }
    }
    found.into_result()?;
    Ok(by_name
        .into_values()
        .map(|(_, versions)| versions)
        .collect())
}

fn duplicate(index: usize, member: &str) -> Violation {
    Violation::new(Code::DuplicateTool, format!("/{index}/{member}"))
}

/// Appends a signature and a comma; the range is without the comma.
fn write(bytes: &mut Vec<u8>, tool: &ToolSignature, current_version: u32) -> Range<usize> {
    let start = bytes.len();
    let signature = ToolSignature {
        current_version,
        ..tool.clone()
    };
    let mut writer = serde_json::Serializer::new(&mut *bytes);
    // Writing strings, integers and booleans to memory has no way to fail.
    let _: Result<(), _> = signature.serialize(&mut writer);
    let range = start..bytes.len();
    bytes.push(b',');
    range
}

/// The answer to a path with an id that no tool has.
pub fn unknown_tool(id: ToolId) -> Problem {
    Problem::new(
        Kind::UnknownTool,
        format!("there is no tool {id}; GET /tools lists them all"),
    )
}

fn unknown_version(tool: &Tool, version: u32) -> Problem {
    let newest = tool.newest;
    let detail = format!("there is no version {version}; the newest is {newest}");
    Problem::new(Kind::UnknownVersion, detail)
}

fn bad_cursor(cursor: &str) -> Problem {
    let violation = Violation::new(Code::BadCursor, "").parameter("pageCursor");
    let expected = "the paging.next of a page of this list";
    Problem::page(violation.expected(expected).got(quote(cursor)).into())
}
