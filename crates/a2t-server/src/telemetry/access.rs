//! A line in the log for each request, and its count: route, status, time and size, and nothing that
//! its sender wrote but an id.

use std::borrow::Cow;
use std::time::Instant;

use a2t_core::wire::route::Route;
use axum::Router;
use axum::extract::{MatchedPath, NestedPath, Request};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use http::{Method, StatusCode};

#[cfg(feature = "metrics")]
use a2t_tool::telemetry::metrics::REQUESTS;
#[cfg(feature = "tracing")]
use a2t_tool::telemetry::{REQUEST_ID, ReplyProblem, rule};
#[cfg(feature = "tracing")]
use http_body::Body as _;

/// A request until it is reported.
// Only the log line has method and time.
#[cfg_attr(not(feature = "tracing"), allow(dead_code))]
pub(crate) struct Access {
    method: Method,
    started: Instant,
    is_over: bool,
}

impl Access {
    pub(crate) fn start(method: &Method) -> Self {
        Self { method: method.clone(), started: Instant::now(), is_over: false }
    }

    pub(crate) fn end(&mut self, response: &Response) {
        self.is_over = true;
        let route_pattern = response.extensions().get::<RoutePattern>();
        let route = route_pattern.and_then(|RoutePattern(route)| route.as_deref());
        #[cfg(feature = "tracing")]
        self.line(route, response);
        count(route.unwrap_or("unknown"), response.status().as_str());
    }

    #[cfg(feature = "tracing")]
    fn line(&self, route: Option<&str>, response: &Response) {
        let reply_problem = response.extensions().get::<ReplyProblem>();
        let id = response.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
        tracing::info!(
            target: "a2t::access",
            duration = format_args!("{:.1?}", self.started.elapsed()),
            "http.request.method" = known(&self.method),
            "http.route" = route,
            "http.response.status_code" = response.status().as_u16(),
            "http.response.body.size" = response.body().size_hint().exact(),
            "error.type" = reply_problem.map(|ReplyProblem(problem)| rule(problem)),
            "a2t.request.id" = id,
        );
    }
}

/// A client that left before there was a reply.
impl Drop for Access {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        #[cfg(feature = "tracing")]
        tracing::info!(
            target: "a2t::access",
            duration = format_args!("{:.1?}", self.started.elapsed()),
            "http.request.method" = known(&self.method),
            "error.type" = "abandoned",
        );
        count("unknown", "abandoned");
    }
}

#[cfg(feature = "metrics")]
fn count(route: &str, status: &str) {
    metrics::counter!(REQUESTS, "route" => route.to_owned(), "status" => status.to_owned())
        .increment(1);
}

#[cfg(not(feature = "metrics"))]
fn count(_: &str, _: &str) {}

/// The method, unless its sender made it up (OpenTelemetry's `_OTHER`).
#[cfg(feature = "tracing")]
fn known(method: &Method) -> &str {
    match *method {
        Method::GET
        | Method::HEAD
        | Method::POST
        | Method::PUT
        | Method::DELETE
        | Method::CONNECT
        | Method::OPTIONS
        | Method::TRACE
        | Method::PATCH => method.as_str(),
        _ => "_OTHER",
    }
}

/// Route of a request as its router writes it, never its path, whose segments may be secrets.
#[derive(Clone)]
pub(crate) struct RoutePattern(Option<Cow<'static, str>>);

impl RoutePattern {
    /// The endpoint of the protocol that a request is for.
    pub(crate) fn from_request<B>(request: &http::Request<B>, route: Option<Route>) -> Self {
        let Some(route) = route else {
            return Self(None);
        };
        let pattern = pattern(route);
        let nested = request.extensions().get::<NestedPath>();
        let prefix = nested.map_or("", |path| path.as_str().trim_end_matches('/'));
        Self(Some(if prefix.is_empty() {
            pattern.into()
        } else {
            format!("{prefix}{pattern}").into()
        }))
    }

    pub(crate) fn record(&self, response: &mut Response) {
        response.extensions_mut().insert(self.clone());
    }
}

fn pattern(route: Route) -> &'static str {
    match route {
        Route::Tools => "/tools",
        Route::Tool(_) => "/tools/{toolId}",
        Route::Versions(_) => "/tools/{toolId}/versions",
        Route::Version(..) => "/tools/{toolId}/versions/{version}",
        Route::Invoke(_) => "/tools/{toolId}:invoke",
        Route::InvokeVersion(..) => "/tools/{toolId}/versions/{version}:invoke",
    }
}

/// The router, which marks each reply with the program's own route that it came by.
pub(crate) fn routed(router: Router) -> Router {
    router.layer(from_fn(async |request: Request, next: Next| {
        let path = request.extensions().get::<MatchedPath>().cloned();
        let mut response = next.run(request).await;
        if response.extensions().get::<RoutePattern>().is_none()
            && response.status() != StatusCode::SWITCHING_PROTOCOLS
        {
            let route = path.map(|path| path.as_str().to_owned().into());
            RoutePattern(route).record(&mut response);
        }
        response
    }))
}
