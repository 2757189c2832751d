//! Replies that depend on the caller: what it sees of the catalog, and how caches may keep that.

use std::collections::BTreeSet;

use a2t_core::ToolId;
use a2t_core::wire::listing::unknown_tool;
use a2t_core::wire::problem::Problem;
use a2t_core::wire::route::Route;
use a2t_tool::{Access, Caller, Tools};
use axum::extract::Request;
use axum::response::Response;
use http::header::{CACHE_CONTROL, VARY};
use http::{HeaderName, HeaderValue};

/// One caller, before the tools of a toolset.
pub(super) struct Sight<'a, S: 'static> {
    tools: &'a Tools<S>,
    caller: Option<&'a Caller>,
}

impl<'a, S> Sight<'a, S> {
    pub(super) fn of(tools: &'a Tools<S>, request: &'a Request) -> Self {
        // Nobody asks for the caller of an open toolset.
        let caller = tools.access().and_then(|_| request.extensions().get());
        Self { tools, caller }
    }

    /// Refuses a path of a tool that the caller may not know of, as one of a tool that there is not.
    pub(super) fn admit(&self, route: Route) -> Result<(), Problem> {
        match tool(route) {
            Some(id) if !self.tools.sees(self.caller, id) => Err(unknown_tool(id)),
            _ => Ok(()),
        }
    }

    /// The caller, unless every caller sees and calls all tools.
    pub(super) fn caller(&self) -> Option<&'a Caller> {
        self.caller
    }

    pub(super) fn sees(&self, id: ToolId) -> bool {
        self.tools.sees(self.caller, id)
    }

    /// Tools that the caller sees; `None` if everybody sees all.
    pub(super) fn seen(&self) -> Option<BTreeSet<ToolId>> {
        self.tools.seen(self.caller)
    }
}

/// Tool of a path.
pub(super) fn tool(route: Route) -> Option<ToolId> {
    match route {
        Route::Tools => None,
        Route::Tool(id) | Route::Versions(id) | Route::Version(id, _) => Some(id),
        Route::Invoke(id) | Route::InvokeVersion(id, _) => Some(id),
    }
}

/// The response, kept by nobody but this caller (RFC 9111 section 5.2.2.7, RFC 9110 section 12.5.5).
pub(super) fn private(mut response: Response, access: &Access) -> Response {
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
