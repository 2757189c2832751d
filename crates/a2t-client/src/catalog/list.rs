//! The catalog of a server, page by page, with guards against lists that never end.

use std::collections::HashSet;

use a2t_core::catalog::Newest;
use a2t_core::wire::page::{Page, PageQuery, read_document, read_page};
use a2t_core::wire::rejected;
use a2t_core::wire::route::Route;
use a2t_core::wire::walk::Walk;
use a2t_core::{ToolId, ToolSignature, ValidationError, Violations, signature};
use bytes::Bytes;
use tokio::time::Instant;

use crate::transport::{Link, Request, deadline};
use crate::{Client, Error, Kind, Result};

impl Client {
    /// Returns every tool of the server at its current version, in the server's order (`GET /tools`, draft
    /// section 6.1), all pages; [`Client::tools_stream`] hands them out as they come.
    ///
    /// # Errors
    /// Every [`Kind`] of failure on the wire, a page that breaks the protocol, a last page which indicates that the list
    /// goes on in a style that is not the protocol's, and a list with a cursor that returns or has more than 4,096 bytes, more than 1,000 pages, 10,000 tools or
    /// 8 MiB.
    pub async fn tools(&self) -> Result<Vec<ToolSignature>> {
        self.list(Route::Tools, deadline(self.total)).await
    }

    /// Returns every version of a tool, newest first (`GET /tools/{toolId}/versions`, draft section 6.3);
    /// [`Client::versions_stream`] hands them out as they come.
    ///
    /// # Errors
    /// Those of [`Client::tools`].
    pub async fn versions(&self, id: ToolId) -> Result<Vec<ToolSignature>> {
        self.list(Route::Versions(id), deadline(self.total)).await
    }

    /// Returns the current version of a tool (`GET /tools/{toolId}`, draft section 6.2).
    ///
    /// # Errors
    /// Every [`Kind`] of failure on the wire, and a signature that breaks the protocol.
    pub async fn tool(&self, id: ToolId) -> Result<ToolSignature> {
        self.signature(Route::Tool(id), deadline(self.total)).await
    }

    /// Returns one version of a tool (`GET /tools/{toolId}/versions/{version}`, draft section 6.3).
    ///
    /// # Errors
    /// Those of [`Client::tool`].
    pub async fn version(&self, id: ToolId, version: u32) -> Result<ToolSignature> {
        let route = Route::Version(id, version);
        self.signature(route, deadline(self.total)).await
    }

    pub(crate) async fn signature(
        &self,
        route: Route,
        deadline: Option<Instant>,
    ) -> Result<ToolSignature> {
        let request = self.get(route, String::new(), None);
        let body = self.transport.send(&request, self.retry, deadline).await?;
        let parsed = signature::parse(&body);
        parsed.map(|parsed| parsed.signature).map_err(|invalid| self.malformed(route, invalid))
    }

    pub(crate) async fn list(
        &self,
        route: Route,
        deadline: Option<Instant>,
    ) -> Result<Vec<ToolSignature>> {
        let mut pages = Pages::new(self.clone(), route);
        let mut tools = Vec::new();
        while let Some(page) = pages.next(deadline).await? {
            tools.extend(page);
        }
        Ok(tools)
    }

    /// Lists those of the wanted tools that the server has. Violations in others do not matter.
    pub(crate) async fn listed(
        &self,
        wanted: &HashSet<ToolId>,
        deadline: Option<Instant>,
    ) -> Result<Vec<(ToolId, Result<ToolSignature, ValidationError>)>> {
        let mut pages = Pages::new(self.clone(), Route::Tools);
        let mut tools = Vec::new();
        while let Some(body) = pages.body(deadline).await? {
            let sorted = read_document(&body)
                .and_then(|document| rejected::sort(&document).map_err(ValidationError::Rules))
                .map_err(|invalid| self.malformed(Route::Tools, invalid))?;
            let (mut page, broken) = (sorted.page, sorted.rejected);
            let count = page.items.len().saturating_add(broken.len());
            let next = page.next.take();
            pages.read(count, body.len(), next)?;
            pages.incomplete(&mut page)?;
            let sound = page.items.into_iter();
            let sound = sound.map(|item| (item.signature.tool_id, Ok(item.signature)));
            let broken = broken.into_iter().filter_map(|item| {
                let id = item.id.as_ref()?.parse().ok()?;
                Some((id, Err(ValidationError::Rules(item.violations))))
            });
            tools.extend(sound.chain(broken).filter(|(id, _)| wanted.contains(id)));
        }
        Ok(tools)
    }

    fn malformed(&self, route: Route, invalid: ValidationError) -> Error {
        Error::new(Kind::Malformed { invalid }).at(|| self.location(route))
    }

    fn get<'a>(&self, route: Route, query: String, link: Option<&'a Link>) -> Request<'a> {
        let span = self.transport.trace.reading();
        let (body, key, signature) = (Bytes::new(), None, None);
        Request { route, query, body, key, repeatable: true, signature, link, span }
    }

    pub(crate) fn location(&self, route: Route) -> String {
        format!("{} {}{route}", route.method(), self.url())
    }
}

pub(crate) struct Pages {
    pub(crate) client: Client,
    route: Route,
    /// Query of the next page; `None` after the last one.
    query: Option<String>,
    walk: Walk,
    newest: Newest,
    /// The next page by the header of the last one.
    link: Link,
}

impl Pages {
    pub(crate) fn new(client: Client, route: Route) -> Self {
        let (query, walk) = (Some(String::new()), Walk::default());
        Self { client, route, query, walk, newest: Newest::default(), link: Link::default() }
    }

    /// The next page; `None` after the last one.
    pub(crate) async fn next(
        &mut self,
        deadline: Option<Instant>,
    ) -> Result<Option<Vec<ToolSignature>>> {
        let Some(body) = self.body(deadline).await? else {
            return Ok(None);
        };
        let mut page =
            read_page(&body).map_err(|invalid| self.client.malformed(self.route, invalid))?;
        let next = page.next.take();
        self.read(page.items.len(), body.len(), next)?;
        self.incomplete(&mut page)?;
        let newest = &mut self.newest;
        let items = page.items.into_iter().map(|mut parsed| {
            newest.settle(&mut parsed);
            parsed.signature
        });
        Ok(Some(items.collect()))
    }

    /// The bytes of the next page; `None` after the last one. [`Pages::read`] takes their content.
    async fn body(&mut self, deadline: Option<Instant>) -> Result<Option<Vec<u8>>> {
        let Some(query) = self.query.take() else {
            return Ok(None);
        };
        let client = &self.client;
        self.link = Link::default();
        let request = client.get(self.route, query, Some(&self.link));
        let sending = client.transport.send(&request, client.retry, deadline);
        sending.await.map(Some)
    }

    /// Refuses a last page which indicates that the list goes on (spec note AMB-9).
    fn incomplete(&self, page: &mut Page) -> Result<()> {
        let read = self.walk.so_far();
        match page.take_further(read.pages, read.tools).filter(|_| self.query.is_none()) {
            Some(further) => {
                let invalid = Violations::from(further).into();
                Err(self.client.malformed(self.route, invalid))
            }
            None => Ok(()),
        }
    }

    /// Counts a page of so many tools and bytes, and goes on to the next.
    fn read(&mut self, tools: usize, bytes: usize, next: Option<String>) -> Result<()> {
        // The protocol's own cursor comes first (spec note AMB-9).
        let is_link = next.is_none();
        let next = next.or_else(|| self.link.take());
        let next = self.walk.read(tools, bytes, next).map_err(|endless| {
            let fault = endless.to_string();
            Error::new(Kind::Endless { fault }).at(|| self.client.location(self.route))
        })?;
        self.query = next.map(|cursor| {
            if is_link {
                cursor.split_once('?').map_or("", |(_, query)| query).to_owned()
            } else {
                PageQuery::of_cursor(&cursor)
            }
        });
        Ok(())
    }
}
