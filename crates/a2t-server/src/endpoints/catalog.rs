//! Bodies of the four `GET` endpoints: current versions, written once when a part of the catalog is
//! first asked for, and the published ones that later code serves when those are first asked for.
//! Tools whose signatures were read are written one by one (`walk`).

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use a2t_core::wire::body::PageBody;
use a2t_core::wire::listing::{Listing, unknown_tool, unknown_version};
use a2t_core::wire::page::PageQuery;
use a2t_core::wire::problem::Problem;
use a2t_core::wire::route::Route;
use a2t_core::{ToolId, ToolSignature};
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::HeaderValue;

use crate::endpoints::document::Document;
use crate::endpoints::page::page;
use crate::endpoints::visibility::Visibility;
use crate::endpoints::walk;
use crate::reply;
use a2t_tool::dispatch::{LookupError, NotFound};
use a2t_tool::{CallableVersion, Tools, Version, Versions, internal_problem};

/// The catalog of a running server: of all its time, or of one state of tools that come and go.
pub(crate) struct Catalog<S: 'static> {
    tools: Tools<S>,
    written: OnceLock<Written>,
    /// All versions of the tools that have published versions besides, written when asked for.
    histories: HashMap<ToolId, OnceLock<Listing>>,
    etag: OnceLock<HeaderValue>,
    document: Arc<Document>,
    /// A tag of each tool, for toolsets that are not the same to everybody.
    tags: OnceLock<HashMap<ToolId, HeaderValue>>,
}

/// The body of a `GET` endpoint, and its tag.
pub(crate) struct Part<'a> {
    pub(crate) body: Body,
    pub(crate) tag: Cow<'a, HeaderValue>,
}

/// The versions that have their own code.
struct Written {
    listing: Arc<Listing>,
    /// Everything that the listing has written; replies are slices of it.
    text: Bytes,
}

struct Text(Arc<Listing>);

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl<S> Catalog<S> {
    pub(crate) fn new(tools: Tools<S>) -> Self {
        // Signatures that were read have their own code.
        let is_written = !tools.is_dynamic();
        let older = tools.iter().filter(|tool| is_written && has_older(tool));
        Self {
            written: OnceLock::new(),
            histories: older.map(|tool| (tool.current.tool_id, OnceLock::new())).collect(),
            etag: OnceLock::new(),
            document: Arc::new(Document::new()),
            tags: OnceLock::new(),
            tools,
        }
    }

    fn written(&self) -> &Written {
        self.written.get_or_init(|| {
            // Two tools with one name do not compile, so there is nothing to report here.
            let listing = Listing::new(self.tools.iter().flat_map(code)).unwrap_or_default();
            let listing = Arc::new(listing);
            let text = Bytes::from_owner(Text(Arc::clone(&listing)));
            Written { listing, text }
        })
    }

    fn listing(&self) -> &Listing {
        &self.written().listing
    }

    pub(crate) fn tools(&self) -> &Tools<S> {
        &self.tools
    }

    /// Tag of the whole catalog, one for all parts, as each is a function of the whole; weak,
    /// because a layer may compress a part.
    fn etag(&self) -> &HeaderValue {
        self.etag.get_or_init(|| {
            etag(self.tools.iter().flat_map(|tool| self.texts(&tool).collect::<Vec<_>>()))
        })
    }

    /// Tag of a part of the catalog as one caller sees it: of a list, that of the tools in it; of a
    /// tool, its own, because all callers that see it see the same. `page` is a hash of a part that
    /// has a separate tag, since there may be too many tools to count at each request.
    fn tag(
        &self,
        route: Route,
        page: Option<u64>,
        visibility: &Visibility<'_, S>,
    ) -> Cow<'_, HeaderValue> {
        if let Some(hash) = page {
            return Cow::Owned(tag_of(hash));
        }
        if self.tools.is_dynamic() {
            let tool = route.tool().and_then(|id| self.tools.tool(id));
            return Cow::Owned(etag(walk::texts(tool.as_ref()).iter().map(Vec::as_slice)));
        }
        if self.tools.access().is_none() {
            return Cow::Borrowed(self.etag());
        }
        let tags = self.tags.get_or_init(|| {
            let of = |tool: Versions<'_, S>| (tool.current.tool_id, etag(self.texts(&tool)));
            self.tools.iter().map(of).collect()
        });
        let tag = |id: &ToolId| tags.get(id).map_or(&[][..], HeaderValue::as_bytes);
        Cow::Owned(match route.tool() {
            Some(id) => etag([tag(&id)].into_iter()),
            None => etag(visibility.visible_ids().iter().flatten().map(tag)),
        })
    }

    /// Everything that the versions of a tool are written from.
    fn texts<'a>(&'a self, tool: &Versions<'a, S>) -> impl Iterator<Item = &'a [u8]> + use<'a, S> {
        let id = tool.current.tool_id;
        tool.versions.iter().flat_map(move |version| {
            let text = version.text().map(str::as_bytes);
            let remark = version.remark().into_iter();
            let remark = remark.flat_map(|remark| [remark.since, remark.note]);
            let text = text.or_else(|| self.listing().version(id, version.number()).ok());
            text.into_iter().chain(remark.map(str::as_bytes))
        })
    }

    /// The body of a `GET` endpoint, or the response that takes its place.
    pub(crate) fn part(
        &self,
        route: Route,
        query: Option<&str>,
        visibility: &Visibility<'_, S>,
    ) -> Result<Part<'_>, Box<Response>> {
        let (body, page) = match route {
            Route::Tools => self.list(query, visibility)?,
            Route::Versions(id) => {
                let query = page_query(query).map_err(refuse)?;
                let cut = if self.tools.is_dynamic() {
                    self.versions(id)?.versions_page(id, &query).map(PageBody::into_bytes)
                } else {
                    self.history(id)?.versions_page(id, &query).map(PageBody::into_bytes)
                };
                (cut.map_err(refuse)?.into(), None)
            }
            Route::Tool(id) | Route::Invoke(id) => (self.signature(id, None)?, None),
            Route::Version(id, version) | Route::InvokeVersion(id, version) => {
                (self.signature(id, Some(version))?, None)
            }
        };
        Ok(Part { body, tag: self.tag(route, page, visibility) })
    }

    /// A page of tools, and a hash of what is in it where the tag is of that.
    fn list(
        &self,
        query: Option<&str>,
        visibility: &Visibility<'_, S>,
    ) -> Result<(Body, Option<u64>), Box<Response>> {
        let query = page_query(query).map_err(refuse)?;
        if self.tools.is_dynamic() {
            let (body, hash) = walk::page(&self.tools, &query, visibility).map_err(refuse)?;
            return Ok((body, Some(hash)));
        }
        let Written { listing, text } = self.written();
        if self.tools.access().is_none() {
            return Ok((page(listing.page(&query).map_err(refuse)?, text), None));
        }
        let cut = listing.page_of(&query, |id| visibility.sees(id)).map_err(refuse)?;
        Ok((page(cut, text), None))
    }

    /// The signature of a version, the current one if none is named.
    fn signature(&self, id: ToolId, version: Option<u32>) -> Result<Body, Box<Response>> {
        if self.tools.is_dynamic() {
            let found = self.tools.find(id, version).map_err(|why| Box::new(refused(why)))?;
            return match walk::signature(&found) {
                Some(written) => Ok(written),
                None => Ok(self.served(id, version)?.signature.canonical().into()),
            };
        }
        let Written { listing, text } = self.written();
        let written = match version {
            None => listing.tool(id).map_err(refuse),
            Some(number) => match listing.version(id, number) {
                Ok(written) => Ok(written),
                Err(_) => return Ok(self.served(id, version)?.signature.canonical().into()),
            },
        };
        Ok(Body::from(text.slice_ref(written?)))
    }

    /// The OpenAPI documents of the tools.
    pub(crate) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// Tag of the OpenAPI document for a caller; `None` if it is known when the document is written.
    pub(crate) fn document_tag(&self, visibility: &Visibility<'_, S>) -> Option<HeaderValue> {
        (!self.tools.is_dynamic()).then(|| self.tag(Route::Tools, None, visibility).into_owned())
    }

    /// The remark about the one version that a route stands for.
    pub(crate) fn deprecation(&self, route: Route) -> Option<i64> {
        if matches!(route, Route::Versions(_)) {
            return None;
        }
        self.tools.tool(route.tool()?)?.version(route.version())?.deprecated()
    }

    /// A version with its signature; the current one if none is named.
    fn served(
        &self,
        id: ToolId,
        version: Option<u32>,
    ) -> Result<CallableVersion<S>, Box<Response>> {
        self.tools.accepted(id, version).map_err(|why| Box::new(refused(why)))
    }

    fn history(&self, id: ToolId) -> Result<&Listing, Box<Response>> {
        let Some(history) = self.histories.get(&id) else {
            return Ok(self.listing());
        };
        if let Some(written) = history.get() {
            return Ok(written);
        }
        let written = self.versions(id)?;
        Ok(history.get_or_init(|| written))
    }

    /// All versions of one tool, written.
    fn versions(&self, id: ToolId) -> Result<Listing, Box<Response>> {
        let versions = self.tools.versions(id);
        let served = versions.map(|version| self.served(id, Some(version)));
        let signatures = served.map(|served| Ok(served?.signature));
        let signatures = signatures.collect::<Result<Vec<_>, Box<Response>>>()?;
        let written = Listing::new(signatures.iter().map(|signature| &**signature));
        Ok(written.unwrap_or_default())
    }
}

/// The response to a request for a version that is not there, cannot be served, or is not this caller's.
pub(crate) fn refused(why: LookupError) -> Response {
    match why {
        LookupError::NotFound(NotFound::Tool(id)) => reply::problem(&unknown_tool(id)),
        LookupError::NotFound(NotFound::Version { version, served }) => {
            reply::problem(&unknown_version(served, version))
        }
        LookupError::Refused(refusal) => refusal.into_response(),
        LookupError::Adapt(fault) => {
            let mut response = reply::problem(&internal_problem());
            response.extensions_mut().insert(*fault);
            response
        }
    }
}

fn code<'a, S>(tool: Versions<'a, S>) -> impl Iterator<Item = &'a ToolSignature> {
    tool.versions.iter().filter_map(Version::code)
}

fn has_older<S>(tool: &Versions<S>) -> bool {
    tool.versions.iter().any(|version| version.code().is_none())
}

fn refuse(problem: Problem) -> Box<Response> {
    Box::new(reply::problem(&problem))
}

fn page_query(query: Option<&str>) -> Result<PageQuery, Problem> {
    PageQuery::parse(query).map_err(Problem::page)
}

/// Returns the tag of a part with this hash.
pub(crate) fn tag_of(hash: u64) -> HeaderValue {
    etag([&hash.to_be_bytes()[..]].into_iter())
}

/// Returns a hash (FNV-1a) of the catalog and of the release that writes it. Carriage returns do not count: a
/// checkout may add them to the line ends of published files, and within JSON they are escaped.
fn etag<'a>(signatures: impl Iterator<Item = &'a [u8]>) -> HeaderValue {
    let release = env!("CARGO_PKG_VERSION").as_bytes();
    let bytes = signatures.chain([release]).flatten().filter(|byte| **byte != b'\r');
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    HeaderValue::try_from(format!("W/\"{hash:016x}\""))
        .unwrap_or(HeaderValue::from_static("W/\"\""))
}
