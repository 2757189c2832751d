//! What the four `GET` endpoints return: written once, when the router is made.

use a2t_core::ToolId;
use a2t_core::wire::listing::Listing;
use a2t_core::wire::page::PageQuery;
use a2t_core::wire::problem::Problem;
use a2t_core::wire::route::Route;
use bytes::Bytes;
use http::HeaderValue;

use crate::Toolset;

/// The catalog of a running server, which never changes.
pub(super) struct Catalog {
    listing: Listing,
    /// `GET /tools` without a query: what most clients begin with.
    first_page: Bytes,
    /// One for all: every part of the catalog is a function of the whole.
    etag: HeaderValue,
}

impl Catalog {
    pub(super) fn new<S>(toolset: &Toolset<S>) -> Self {
        // Two tools with one name do not compile, so there is nothing to report here.
        let listing = Listing::new(toolset.versions()).unwrap_or_default();
        let first_page = listing.page(&PageQuery::default()).unwrap_or_default();
        let versions = toolset.versions();
        let versions = versions.filter_map(|tool| listing.version(tool.tool_id, tool.version).ok());
        let etag = etag(versions);
        Self {
            first_page: first_page.into(),
            etag,
            listing,
        }
    }

    /// The tag of the whole catalog; weak, because a layer may compress what it stands for.
    pub(super) fn etag(&self) -> &HeaderValue {
        &self.etag
    }

    /// The body of a `GET` endpoint.
    pub(super) fn body(&self, route: Route, query: Option<&str>) -> Result<Bytes, Problem> {
        match route {
            Route::Tools if query.is_none() => Ok(self.first_page.clone()),
            Route::Tools => self.listing.page(&page_query(query)?).map(Bytes::from),
            Route::Versions(id) => {
                let page = self.listing.versions_page(id, &page_query(query)?);
                page.map(Bytes::from)
            }
            Route::Tool(id) | Route::Invoke(id) => {
                self.listing.tool(id).map(Bytes::copy_from_slice)
            }
            Route::Version(id, version) | Route::InvokeVersion(id, version) => {
                self.version(id, version).map(Bytes::copy_from_slice)
            }
        }
    }

    /// One version's signature.
    pub(super) fn version(&self, id: ToolId, version: u32) -> Result<&[u8], Problem> {
        self.listing.version(id, version)
    }
}

fn page_query(query: Option<&str>) -> Result<PageQuery, Problem> {
    PageQuery::parse(query).map_err(Problem::page)
}

/// A hash (FNV-1a) of the catalog and of the release that writes it.
fn etag<'a>(signatures: impl Iterator<Item = &'a [u8]>) -> HeaderValue {
    let release = env!("CARGO_PKG_VERSION").as_bytes();
    let bytes = signatures.chain([release]).flatten();
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    HeaderValue::try_from(format!("W/\"{hash:016x}\""))
        .unwrap_or(HeaderValue::from_static("W/\"\""))
}
