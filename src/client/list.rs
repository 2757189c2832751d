//! The catalog of a server, page by page, with guards against lists that never end.

use std::collections::HashSet;

use a2t_core::signature::rule::TOOLS_MAX;
use a2t_core::wire::page::{CURSOR_MAX, DOCUMENT_MAX, PAGES_MAX, PageQuery, read_page};
use a2t_core::wire::route::Route;
use a2t_core::{ToolId, ToolSignature, signature};

use bytes::Bytes;

use super::transport::{Request, deadline};
use super::{Client, Error, Kind, Result};

impl Client {
    /// Every tool of the server at its current version, in the server's order (`GET /tools`, draft
    /// section 6.1), all pages.
    ///
    /// # Errors
    /// Every [`Kind`] of failure on the wire, a page that breaks the protocol, and a list with a
    /// cursor that returns or has more than 4,096 bytes, more than 1,000 pages, 10,000 tools or
    /// 8 MiB.
    pub async fn tools(&self) -> Result<Vec<ToolSignature>> {
        self.list(Route::Tools).await
    }

    /// Every version of a tool, newest first (`GET /tools/{toolId}/versions`, draft section 6.3).
    ///
    /// # Errors
    /// Those of [`Client::tools`].
    pub async fn versions(&self, id: ToolId) -> Result<Vec<ToolSignature>> {
        self.list(Route::Versions(id)).await
    }

    /// The current version of a tool (`GET /tools/{toolId}`, draft section 6.2).
    ///
    /// # Errors
    /// Every [`Kind`] of failure on the wire, and a signature that breaks the protocol.
    pub async fn tool(&self, id: ToolId) -> Result<ToolSignature> {
        self.signature(Route::Tool(id)).await
    }

    /// One version of a tool (`GET /tools/{toolId}/versions/{version}`, draft section 6.3).
    ///
    /// # Errors
    /// Those of [`Client::tool`].
    pub async fn version(&self, id: ToolId, version: u32) -> Result<ToolSignature> {
        self.signature(Route::Version(id, version)).await
    }

    async fn signature(&self, route: Route) -> Result<ToolSignature> {
        let request = get(route, String::new());
        let sending = self
            .transport
            .send(&request, self.retry, deadline(self.total));
        let body = sending.await?;
        let parsed = signature::parse(&body);
        parsed
            .map(|parsed| parsed.signature)
            .map_err(|invalid| self.malformed(route, invalid))
    }

    async fn list(&self, route: Route) -> Result<Vec<ToolSignature>> {
        let deadline = deadline(self.total);
        let (mut tools, mut bytes) = (Vec::new(), 0);
        let (mut query, mut cursors) = (String::new(), HashSet::new());
        for _ in 0..PAGES_MAX {
            let request = get(route, query);
            let body = self.transport.send(&request, self.retry, deadline).await?;
            bytes += body.len();
            let page = read_page(&body).map_err(|invalid| self.malformed(route, invalid))?;
            tools.extend(page.items.into_iter().map(|parsed| parsed.signature));
            if tools.len() > TOOLS_MAX || bytes > DOCUMENT_MAX {
                let fault = format!("more than {TOOLS_MAX} tools or {DOCUMENT_MAX} bytes");
                return Err(self.endless(route, fault));
            }
            let Some(next) = page.next else {
                return Ok(tools);
            };
            if next.len() > CURSOR_MAX {
                return Err(
                    self.endless(route, format!("a cursor of more than {CURSOR_MAX} bytes"))
                );
            }
            if !cursors.insert(next.clone()) {
                return Err(self.endless(route, "a page cursor came back".to_owned()));
            }
            query = PageQuery {
                cursor: Some(next),
                ..PageQuery::default()
            }
            .to_query();
        }
        Err(self.endless(route, format!("more than {PAGES_MAX} pages")))
    }

    fn malformed(&self, route: Route, invalid: a2t_core::Invalid) -> Error {
        Error::new(Kind::Malformed { invalid }).at(|| self.place(route))
    }

    fn endless(&self, route: Route, fault: String) -> Error {
        Error::new(Kind::Endless { fault }).at(|| self.place(route))
    }

    fn place(&self, route: Route) -> String {
        format!("GET {}{route}", self.url())
    }
}

fn get(route: Route, query: String) -> Request {
    Request {
        route,
        query,
        body: Bytes::new(),
        key: None,
    }
}
