//! Replies that depend on the caller: what it sees of the catalog, and how caches may keep that.

use std::collections::BTreeSet;

use a2t_core::ToolId;
use a2t_tool::{Access, Caller, Tools};
use axum::response::Response;
use http::header::{CACHE_CONTROL, VARY};
use http::{HeaderName, HeaderValue};

/// The tools of a toolset that one caller sees.
pub(crate) struct Visibility<'a, S: 'static> {
    tools: &'a Tools<S>,
    caller: Option<&'a Caller>,
}

impl<'a, S> Visibility<'a, S> {
    pub(crate) fn new(tools: &'a Tools<S>, caller: Option<&'a Caller>) -> Self {
        Self { tools, caller }
    }

    pub(crate) fn sees(&self, id: ToolId) -> bool {
        self.tools.sees(self.caller, id)
    }

    /// Tools that the caller sees; `None` if every caller sees all.
    pub(crate) fn visible_ids(&self) -> Option<BTreeSet<ToolId>> {
        self.tools.visible_ids(self.caller)
    }
}

/// Marks a response as one that only this caller may keep (RFC 9111 section 5.2.2.7, RFC 9110 section 12.5.5), if the
/// tools depend on the caller.
pub(crate) fn private(mut response: Response, access: Option<&Access>) -> Response {
    let Some(access) = access else {
        return response;
    };
    let headers = response.headers_mut();
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("private"));
    let names = access.vary().iter().map(HeaderName::as_str).collect::<Vec<_>>().join(", ");
    if let Ok(names) = HeaderValue::try_from(names)
        && !names.is_empty()
    {
        headers.append(VARY, names);
    }
    response
}
