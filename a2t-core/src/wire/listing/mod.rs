//! A server's catalog, written once: pages and signatures are then slices of one buffer.

mod index;
mod prepared;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use self::index::{Index, Version};
use super::body::PageBody;
use super::cursor::{self, Fingerprint};
use super::page::PageQuery;
use super::problem::{Kind, Problem};
use crate::error::{Code, Violation, Violations};
use crate::signature::rule::quote;
use crate::signature::{ToolId, ToolSignature};

pub use prepared::{Prepared, Walk};

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
    /// Texts that the index has the offsets of; a comma follows each item, so that neighbours are the inside of
    /// an array.
    bytes: Vec<u8>,
    index: Index,
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
        let tools = by_name(signatures)?;
        let mut bytes = Vec::new();
        let index = Index::new(&tools, |tool, current| write(&mut bytes, tool, current));
        bytes.shrink_to_fit();
        Ok(Self { bytes, index })
    }

    /// Returns all bytes that are written: the items of a page that are
    /// [`Borrowed`](std::borrow::Cow::Borrowed) are part of it.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of tools.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Returns whether there is no tool.
    pub fn is_empty(&self) -> bool {
        self.index.len() == 0
    }

    /// Returns the body of `GET /tools`: tools in the order of their names.
    ///
    /// A page goes on behind the name that its cursor has, if a tool is called so or not: tools that
    /// are there throughout are neither skipped nor repeated while others come and go.
    ///
    /// # Errors
    /// A cursor of another list.
    pub fn page(&self, query: &PageQuery) -> Result<PageBody<'_>, Problem> {
        let list = tools_fingerprint(query);
        let start = self.after(query, list)?;
        let rest = start..self.index.len();
        if query.tags.is_empty() && query.name.is_none() {
            let page = start..start.saturating_add(query.limit).min(rest.end);
            let last = page.clone().last().filter(|_| page.end < rest.end);
            let next = last.and_then(|last| self.cursor_after(last, list));
            let items = self.neighbours(page);
            return Ok(PageBody::new(items, query.limit, next.as_deref()));
        }
        Ok(self.filtered(query, rest, list, |_| true))
    }

    /// Returns the body of `GET /tools` for a caller who sees only these tools: as
    /// [`Listing::page`] of a listing that has no others.
    ///
    /// ```
    /// # use a2t_core::wire::{listing::Listing, page::PageQuery};
    /// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","description":"Adds.",
    /// #   "version":1,"currentVersion":1,"output_parameters":[]}"#;
    /// # let tool = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
    /// let (listing, none) = (Listing::new([&tool]).unwrap(), Listing::new([]).unwrap());
    /// let query = PageQuery::default();
    /// let page = listing.page_of(&query, |id| id != tool.tool_id).unwrap();
    /// assert_eq!(page.into_bytes(), none.page(&query).unwrap().into_bytes());
    /// ```
    ///
    /// # Errors
    /// A cursor of another list.
    pub fn page_of(
        &self,
        query: &PageQuery,
        sees: impl Fn(ToolId) -> bool,
    ) -> Result<PageBody<'_>, Problem> {
        let list = tools_fingerprint(query);
        let start = self.after(query, list)?;
        let sees = |item: usize| self.index.id(item).is_some_and(&sees);
        Ok(self.filtered(query, start..self.index.len(), list, sees))
    }

    fn filtered(
        &self,
        query: &PageQuery,
        rest: Range<usize>,
        list: Fingerprint,
        sees: impl Fn(usize) -> bool,
    ) -> PageBody<'_> {
        let name = query.name.as_ref().map(|name| name.to_lowercase());
        let matches =
            |item: &usize| sees(*item) && self.index.matches(*item, query, name.as_deref());
        let mut matching = rest.filter(matches);
        let page: Vec<_> = matching.by_ref().take(query.limit).collect();
        let more = matching.next().and(page.last());
        let next = more.and_then(|last| self.cursor_after(*last, list));
        let items = self.collect(page.into_iter());
        PageBody::new(items, query.limit, next.as_deref())
    }

    /// Returns the body of `GET /tools/{toolId}/versions`: newest first (A2T-50). The filters of
    /// the query do not apply to it.
    ///
    /// # Errors
    /// An unknown tool, or a cursor of another list.
    pub fn versions_page(&self, id: ToolId, query: &PageQuery) -> Result<PageBody<'_>, Problem> {
        let versions = self.versions(id)?;
        let list = Fingerprint::new("versions").with(&id.to_string());
        let start = match &query.cursor {
            None => 0,
            Some(cursor) => cursor::version(cursor)
                .filter(|version| cursor::after_version(*version, list) == *cursor)
                .and_then(|last| versions.iter().position(|version| version.number == last))
                .map(|last| last + 1)
                .ok_or_else(|| bad_cursor(cursor))?,
        };
        let versions = versions.get(start..).unwrap_or_default();
        let (page, rest) = versions.split_at_checked(query.limit).unwrap_or((versions, &[]));
        let last = page.last().filter(|_| !rest.is_empty());
        let next = last.map(|last| cursor::after_version(last.number, list));
        let items = self.collect(page.iter().map(|version| version.item()));
        Ok(PageBody::new(items, query.limit, next.as_deref()))
    }

    /// Returns the body of `GET /tools/{toolId}`: the current version (A2T-49).
    ///
    /// # Errors
    /// An unknown tool.
    pub fn tool(&self, id: ToolId) -> Result<&[u8], Problem> {
        let newest = self.versions(id)?.first();
        Ok(newest.map_or(&[], |newest| self.item(newest.item())))
    }

    /// Returns the body of `GET /tools/{toolId}/versions/{version}`.
    ///
    /// # Errors
    /// An unknown tool or version.
    pub fn version(&self, id: ToolId, version: u32) -> Result<&[u8], Problem> {
        let versions = self.versions(id)?;
        let found = versions.iter().find(|found| found.number == version);
        let numbers = versions.iter().map(|version| version.number);
        let found = found.ok_or_else(|| unknown_version(numbers, version))?;
        Ok(self.item(found.item()))
    }

    fn versions(&self, id: ToolId) -> Result<&[Version], Problem> {
        let versions = self.index.versions(id);
        if versions.is_empty() { Err(unknown_tool(id)) } else { Ok(versions) }
    }

    fn after(&self, query: &PageQuery, list: Fingerprint) -> Result<usize, Problem> {
        let name = name_after(query, list)?;
        Ok(name.map_or(0, |name| self.index.behind(&name)))
    }

    fn cursor_after(&self, item: usize, list: Fingerprint) -> Option<String> {
        self.index.id(item)?;
        Some(cursor::after_name(self.index.name(item), list))
    }

    fn item(&self, item: usize) -> &[u8] {
        self.bytes.get(self.index.text(item)).unwrap_or_default()
    }

    fn neighbours(&self, items: Range<usize>) -> &[u8] {
        let Some(last) = items.clone().last() else {
            return &[];
        };
        let run = self.index.text(items.start).start..self.index.text(last).end;
        self.bytes.get(run).unwrap_or_default()
    }

    fn collect(&self, items: impl Iterator<Item = usize>) -> Vec<u8> {
        let items: Vec<_> = items.map(|item| self.item(item)).collect();
        items.join(&b","[..])
    }
}

/// The name that the cursor of a query stands behind.
fn name_after(query: &PageQuery, list: Fingerprint) -> Result<Option<String>, Problem> {
    let Some(cursor) = &query.cursor else {
        return Ok(None);
    };
    cursor::name(cursor, list).map(Some).ok_or_else(|| bad_cursor(cursor))
}

/// Lists with other filters are other lists; the page size may change on the way.
fn tools_fingerprint(query: &PageQuery) -> Fingerprint {
    let list = Fingerprint::new("tools").with(query.name.as_deref().unwrap_or_default());
    let mut tags: Vec<_> = query.tags.iter().collect();
    tags.sort_unstable();
    tags.into_iter().fold(list, |list, tag| list.with(tag))
}

/// Appends a signature and a comma; the end is that of the signature.
fn write(bytes: &mut Vec<u8>, tool: &ToolSignature, current_version: u32) -> usize {
    let signature = ToolSignature { current_version, ..tool.clone() };
    let mut writer = serde_json::Serializer::new(&mut *bytes);
    // Writing strings, integers and booleans to memory has no way to fail.
    let _: Result<(), _> = signature.serialize(&mut writer);
    let end = bytes.len();
    bytes.push(b',');
    end
}

/// Returns the answer to a path with an id that no tool has.
pub fn unknown_tool(id: ToolId) -> Problem {
    Problem::new(Kind::UnknownTool, format!("there is no tool {id}; GET /tools lists them all"))
}

/// Returns the answer to a path with a version that a tool does not have; it has these, newest
/// first.
pub fn unknown_version(versions: impl IntoIterator<Item = u32>, version: u32) -> Problem {
    let newest = versions.into_iter().next().unwrap_or_default();
    let detail = format!("there is no version {version}; the newest is {newest}");
    Problem::new(Kind::UnknownVersion, detail)
}

fn bad_cursor(cursor: &str) -> Problem {
    let violation = Violation::new(Code::BadCursor, "").parameter("pageCursor");
    let expected = "the paging.next of a page of this list";
    Problem::page(violation.expected(expected).got(quote(cursor)).into())
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
    Ok(by_name.into_values().map(|(_, versions)| versions).collect())
}

fn duplicate(index: usize, member: &str) -> Violation {
    Violation::new(Code::DuplicateTool, format!("/{index}/{member}"))
}
