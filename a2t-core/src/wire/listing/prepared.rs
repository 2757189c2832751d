//! Tools that are written one by one, each once: a page is collected of those that it has, so that a
//! catalog may change between two pages and be larger than anybody reads.

use std::sync::Arc;

use super::cursor::{self, Fingerprint};
use super::index::Words;
use super::{name_after, tools_fingerprint, write};
use crate::signature::{ToolId, ToolSignature};
use crate::wire::body::PageBody;
use crate::wire::page::PageQuery;
use crate::wire::problem::Problem;

/// The newest version of a tool, ready to be sent as an item of `GET /tools`.
#[derive(Debug)]
pub struct Prepared {
    id: ToolId,
    name: Box<str>,
    words: Option<Box<Words>>,
    text: Box<[u8]>,
    hash: u64,
}

impl Prepared {
    /// Writes the signature, whose `currentVersion` becomes its own version.
    pub fn new(tool: &ToolSignature) -> Self {
        let mut text = Vec::new();
        let end = write(&mut text, tool, tool.version);
        text.truncate(end);
        let hash = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let (id, name, words) = (tool.tool_id, (*tool.name).into(), Words::new(tool));
        Self { id, name, words, text: text.into(), hash }
    }

    /// Returns the tool.
    pub fn id(&self) -> ToolId {
        self.id
    }

    /// Returns the signature in JSON.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the hash of the text, the same in every process.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

/// A walk over tools in the order of their names, a page at a time.
///
/// ```
/// # use a2t_core::wire::{listing::{Prepared, Walk}, page::{PageQuery, read_page}};
/// # let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","description":"Adds.",
/// #   "version":1,"currentVersion":1,"output_parameters":[]}"#;
/// # let tool = a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
/// let tools = [std::sync::Arc::new(Prepared::new(&tool))];
/// let query = PageQuery::default();
/// let walk = Walk::new(&query).unwrap();
/// assert_eq!(walk.behind(), None); // the first page
/// let (page, _) = walk.page(tools.into_iter());
/// assert_eq!(read_page(&page.into_bytes()).unwrap().items[0].signature, tool);
/// ```
#[derive(Debug)]
pub struct Walk<'q> {
    query: &'q PageQuery,
    list: Fingerprint,
    behind: Option<String>,
}

impl<'q> Walk<'q> {
    /// Creates the page that the query asks for.
    ///
    /// # Errors
    /// A cursor of another list.
    pub fn new(query: &'q PageQuery) -> Result<Self, Problem> {
        let list = tools_fingerprint(query);
        let behind = name_after(query, list)?;
        Ok(Self { query, list, behind })
    }

    /// Returns the name behind which the page begins, if a tool is called so or not; `None` for the
    /// first page.
    pub fn behind(&self) -> Option<&str> {
        self.behind.as_deref()
    }

    /// Returns the page of these tools, which are those behind [`Walk::behind`] by name, as far as
    /// it needs them; and a hash of all that is in it.
    pub fn page(&self, tools: impl Iterator<Item = Arc<Prepared>>) -> (PageBody<'static>, u64) {
        let name = self.query.name.as_ref().map(|name| name.to_lowercase());
        let wanted = |tool: &Arc<Prepared>| {
            Words::match_(tool.words.as_deref(), &tool.name, self.query, name.as_deref())
        };
        let mut tools = tools.filter(wanted);
        let page: Vec<_> = tools.by_ref().take(self.query.limit).collect();
        let more = tools.next().and(page.last());
        let next = more.map(|last| cursor::after_name(&last.name, self.list));
        let hash = page.iter().fold(u64::from(next.is_some()), |hash, tool| {
            hash.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ tool.hash
        });
        let items: Vec<_> = page.iter().map(|tool| tool.text()).collect();
        let items = items.join(&b","[..]);
        (PageBody::new(items, self.query.limit, next.as_deref()), hash)
    }
}
