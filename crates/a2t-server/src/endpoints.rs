//! The six endpoints of the draft (sections 6 and 7) and the OpenAPI document, as one axum handler.

use std::future::ready;
use std::sync::Arc;

use a2t_core::error::inert;
use a2t_core::wire::openapi::OpenApi;
use a2t_core::wire::problem::{Kind, Problem};
use a2t_core::wire::route::Route;
use axum::body::Body;
use axum::extract::{NestedPath, Request};
use axum::handler::Handler;
use axum::response::{IntoResponse, Response};
use http::header::ALLOW;
use http::{HeaderValue, Method};

use super::catalog::{Catalog, Part, refused, tag_of};
use super::document::Document;
use super::invoke::{Answer, invoke};
use super::seen::Way;
use super::sight::{Sight, private};
use super::work::overloaded;
use super::{Idempotency, Limits, reply};
use a2t_tool::dispatch::Uncallable;
use a2t_tool::{Following, Served, Shares, Tools};

/// Answers every path from `/tools` on.
pub(super) struct Endpoints<S: 'static>(Arc<Shared<S>>);

struct Shared<S: 'static> {
    catalog: Following<S, Catalog<S>>,
    /// Shares of this router. Within a server it uses those of the server, unless it has its own limits.
    shares: Arc<Shares>,
    has_limits: bool,
    /// Store of replies to calls with a key, if the program sets none.
    replies: Idempotency,
}

impl<S> Endpoints<S> {
    pub(super) fn new(tools: Tools<S>, limits: Option<Limits>) -> Self {
        let catalog = Following::new(tools, Catalog::new);
        let shares = Shares::new(limits.unwrap_or_default(), None);
        let (has_limits, replies) = (limits.is_some(), Idempotency::default());
        Self(Arc::new(Shared { catalog, shares, has_limits, replies }))
    }

    fn shares(&self) -> Arc<Shares> {
        let around = if self.0.has_limits { None } else { Shares::current() };
        around.unwrap_or_else(|| Arc::clone(&self.0.shares))
    }
}

impl<S> Clone for Endpoints<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: Clone + Send + Sync + 'static> Handler<(), S> for Endpoints<S> {
    type Future = Answer;

    fn call(self, mut request: Request, state: S) -> Self::Future {
        let mut way = Way::of(&mut request);
        // All of one request is of one state of the tools.
        let catalog = self.0.catalog.now();
        match route(&catalog, &request) {
            Ok(Target::Catalog(route)) => Box::pin(ready(way.out(read(&catalog, route, &request)))),
            Ok(Target::Document) => document(&catalog, self.shares(), request, way),
            Ok(Target::Tool(served)) => {
                invoke(served, self.shares(), &self.0.replies, request, state, way)
            }
            Err(response) => Box::pin(ready(way.out(told(&catalog, *response)))),
        }
    }
}

enum Target<S: 'static> {
    Catalog(Route),
    Document,
    Tool(Served<S>),
}

/// The response, marked as private if it depends on the caller.
fn told<S>(catalog: &Catalog<S>, response: Response) -> Response {
    match catalog.tools().access() {
        None => response,
        Some(access) => private(response, access),
    }
}

/// Finds the target of a request. An unknown target is 404 whatever the method.
fn route<S>(catalog: &Catalog<S>, request: &Request) -> Result<Target<S>, Box<Response>> {
    let path = request.uri().path();
    let Some(route) = Route::parse(path) else {
        if path == OpenApi::PATH {
            return is_read(request).then_some(Target::Document).ok_or_else(|| wrong_method(READ));
        }
        return Err(Box::new(reply::problem(&nothing_at(catalog, request, path))));
    };
    let sight = Sight::of(catalog.tools(), request);
    let callable = |id, version| catalog.tools().callable(sight.caller(), id, version);
    let called = match route {
        Route::Invoke(id) => callable(id, None),
        Route::InvokeVersion(id, version) => callable(id, Some(version)),
        route => {
            sight.admit(route).map_err(|problem| Box::new(reply::problem(&problem)))?;
            let route = existing(catalog, route)?;
            return is_read(request)
                .then_some(Target::Catalog(route))
                .ok_or_else(|| wrong_method(READ));
        }
    };
    match called {
        Err(why @ (Uncallable::NoTool(_) | Uncallable::NoVersion { .. })) => {
            Err(Box::new(refused(why)))
        }
        _ if request.method() != Method::POST => Err(wrong_method("POST")),
        Err(Uncallable::Refused(refusal)) => {
            Err(Box::new(refusal.within(request.extensions()).into_response()))
        }
        Err(why) => Err(Box::new(refused(why))),
        Ok(served) => Ok(Target::Tool(served)),
    }
}

fn existing<S>(catalog: &Catalog<S>, route: Route) -> Result<Route, Box<Response>> {
    match route {
        Route::Tool(id) | Route::Versions(id) => catalog.existing(id, None).map(drop)?,
        Route::Version(id, version) => catalog.existing(id, Some(version)).map(drop)?,
        Route::Tools | Route::Invoke(_) | Route::InvokeVersion(..) => {}
    }
    Ok(route)
}

fn read<S>(catalog: &Catalog<S>, route: Route, request: &Request) -> Response {
    let sight = Sight::of(catalog.tools(), request);
    let part = catalog.part(route, request.uri().query(), &sight);
    let response = reply::remarked(tagged(part, request), catalog.deprecation(route));
    answer(told(catalog, response), request)
}

/// Answers with the OpenAPI document; with 304 before it is written, if the client has it.
fn document<S: Clone + Send + Sync + 'static>(
    catalog: &Catalog<S>,
    shares: Arc<Shares>,
    request: Request,
    mut way: Way,
) -> Answer {
    let sight = Sight::of(catalog.tools(), &request);
    let mut out = |response| Box::pin(ready(way.out(told(catalog, response))));
    if let Err(problem) = Document::check(catalog.tools(), prefix(&request)) {
        return out(reply::problem(&problem));
    }
    let (seen, tag) = (sight.seen(), catalog.document_tag(&sight));
    if let Some(tag) = tag.as_ref().filter(|tag| reply::is_known(request.headers(), tag)) {
        return out(reply::tagged(request.headers(), tag, Body::empty()));
    }
    let (document, tools) = (Arc::clone(catalog.document()), catalog.tools().clone());
    let access = tools.clone();
    let writing = document.written(tools, seen, shares);
    Box::pin(async move {
        let response = match writing.await {
            Some(written) => {
                let tag = tag.unwrap_or_else(|| tag_of(written.hash));
                reply::tagged(request.headers(), &tag, written.body(prefix(&request)))
            }
            None => overloaded(),
        };
        let response = match access.access() {
            None => response,
            Some(access) => private(response, access),
        };
        way.out(answer(response, &request))
    })
}

fn tagged(part: Result<Part<'_>, Box<Response>>, request: &Request) -> Response {
    match part {
        Ok(Part { body, tag }) => reply::tagged(request.headers(), &tag, body),
        Err(response) => *response,
    }
}

/// Names the id if the path has a tool's name in its place, because that is the likeliest slip.
fn nothing_at<S>(catalog: &Catalog<S>, request: &Request, path: &str) -> Problem {
    let (prefix, sight) = (prefix(request), Sight::of(catalog.tools(), request));
    let segment = path.split('/').nth(2).unwrap_or_default();
    let name = segment.split(':').next().unwrap_or_default();
    let meant = catalog.tools().named(name).map(|tool| tool.current);
    let meant = meant.filter(|tool| sight.sees(tool.tool_id));
    let detail = match meant {
        Some(tool) => format!("tools are addressed by id: `{name}` is {}", tool.tool_id),
        None => {
            let (prefix, path) = (inert(prefix), inert(path));
            format!("there is nothing at {prefix}{path}; GET {prefix}/tools lists the tools")
        }
    };
    Problem::new(Kind::NotFound, detail)
}

fn answer(response: Response, request: &Request) -> Response {
    if request.method() == Method::HEAD { reply::without_body(response) } else { response }
}

/// Answers every other path of a server whose tools are below this one.
pub(super) async fn nothing_here(prefix: String, mut request: Request) -> Response {
    let mut way = Way::of(&mut request);
    let detail = format!("the tools are listed at {prefix}/tools");
    way.out(reply::problem(&Problem::new(Kind::NotFound, detail)))
}

/// Path under which the router is nested, without a slash behind.
fn prefix(request: &Request) -> &str {
    let nested = request.extensions().get::<NestedPath>().map(NestedPath::as_str);
    nested.unwrap_or_default().trim_end_matches('/')
}

const READ: &str = "GET, HEAD";

fn is_read(request: &Request) -> bool {
    matches!(request.method(), &Method::GET | &Method::HEAD)
}

fn wrong_method(allowed: &'static str) -> Box<Response> {
    let problem = Problem::new(Kind::MethodNotAllowed, format!("the path takes {allowed}"));
    let mut response = reply::problem(&problem);
    let allowed = HeaderValue::from_static(allowed);
    response.headers_mut().insert(ALLOW, allowed);
    Box::new(response)
}
