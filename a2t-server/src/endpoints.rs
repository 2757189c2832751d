//! The six endpoints of the draft (sections 6 and 7) and the OpenAPI document, as one axum handler.

use std::future::ready;
use std::sync::Arc;

use a2t_core::error::inert;
use a2t_core::wire::openapi::OpenApi;
use a2t_core::wire::problem::{Kind, Problem};
use a2t_core::wire::route::Route;
use axum::extract::{NestedPath, Request};
use axum::handler::Handler;
use axum::response::Response;
use http::header::ALLOW;
use http::{HeaderValue, Method};

use super::catalog::Catalog;
use super::invoke::{Answer, invoke};
use super::seen::Way;
use super::sight::{Sight, private};
use super::work::Work;
use super::{Limits, reply};
use a2t_tool::{Served, Tools};

/// Answers every path from `/tools` on.
pub(super) struct Endpoints<S: 'static>(Arc<Shared<S>>);

struct Shared<S: 'static> {
    catalog: Catalog<S>,
    limits: Limits,
    work: Arc<Work>,
}

impl<S> Endpoints<S> {
    pub(super) fn new(tools: Tools<S>, limits: Limits) -> Self {
        let catalog = Catalog::new(tools);
        let work = Arc::new(Work::new(&limits));
        Self(Arc::new(Shared { catalog, limits, work }))
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
        match self.0.route(&request) {
            Ok(Target::Catalog(route)) => Box::pin(ready(way.out(self.0.read(route, &request)))),
            Ok(Target::Document) => Box::pin(ready(way.out(self.0.document(&request)))),
            Ok(Target::Tool(served)) => {
                let work = (self.0.limits, Arc::clone(&self.0.work));
                invoke(served, work, request, state, way)
            }
            Err(response) => Box::pin(ready(way.out(self.0.told(*response)))),
        }
    }
}

enum Target<S: 'static> {
    Catalog(Route),
    Document,
    Tool(Served<S>),
}

impl<S> Shared<S> {
    /// The response, marked as private if it depends on the caller.
    fn told(&self, response: Response) -> Response {
        match self.catalog.tools().access() {
            None => response,
            Some(access) => private(response, access),
        }
    }

    /// Finds the target of a request. An unknown target is 404 whatever the method.
    fn route(&self, request: &Request) -> Result<Target<S>, Box<Response>> {
        let path = request.uri().path();
        let Some(route) = Route::parse(path) else {
            if path == OpenApi::PATH {
                return is_read(request)
                    .then_some(Target::Document)
                    .ok_or_else(|| wrong_method(READ));
            }
            return Err(Box::new(reply::problem(&self.nothing_at(request, path))));
        };
        let sight = Sight::of(self.catalog.tools(), request);
        sight.admit(route).map_err(|problem| Box::new(reply::problem(&problem)))?;
        let target = match route {
            Route::Invoke(id) => Target::Tool(self.catalog.served(id, None)?),
            Route::InvokeVersion(id, version) => {
                Target::Tool(self.catalog.served(id, Some(version))?)
            }
            route => Target::Catalog(self.existing(route)?),
        };
        match target {
            Target::Tool(_) if request.method() != Method::POST => Err(wrong_method("POST")),
            Target::Catalog(_) if !is_read(request) => Err(wrong_method(READ)),
            Target::Tool(served) => sight.grant(route, request).map(|()| Target::Tool(served)),
            target => Ok(target),
        }
    }

    fn existing(&self, route: Route) -> Result<Route, Box<Response>> {
        match route {
            Route::Tool(id) | Route::Versions(id) => self.catalog.existing(id, None).map(drop)?,
            Route::Version(id, version) => self.catalog.existing(id, Some(version)).map(drop)?,
            Route::Tools | Route::Invoke(_) | Route::InvokeVersion(..) => {}
        }
        Ok(route)
    }

    fn read(&self, route: Route, request: &Request) -> Response {
        let seen = match route {
            Route::Tools => Sight::of(self.catalog.tools(), request).seen(),
            _ => None,
        };
        let response = match self.catalog.body(route, request.uri().query(), seen.as_ref()) {
            Ok(body) => {
                let etag = self.catalog.tag(route, seen.as_ref());
                reply::tagged(request.headers(), &etag, body)
            }
            Err(response) => *response,
        };
        let response = reply::remarked(response, self.catalog.deprecation(route));
        answer(self.told(response), request)
    }

    fn document(&self, request: &Request) -> Response {
        let seen = Sight::of(self.catalog.tools(), request).seen();
        let body = self.catalog.document(prefix(request), seen.as_ref());
        let etag = self.catalog.tag(Route::Tools, seen.as_ref());
        answer(self.told(reply::tagged(request.headers(), &etag, body)), request)
    }

    /// Names the id if the path has a tool's name in its place, because that is the likeliest slip.
    fn nothing_at(&self, request: &Request, path: &str) -> Problem {
        let (prefix, sight) = (prefix(request), Sight::of(self.catalog.tools(), request));
        let segment = path.split('/').nth(2).unwrap_or_default();
        let name = segment.split(':').next().unwrap_or_default();
        let meant =
            self.catalog.tools().iter().map(|tool| tool.current).find(|tool| tool.name == name);
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
}

fn answer(response: Response, request: &Request) -> Response {
    if request.method() == Method::HEAD { reply::without_body(response) } else { response }
}

/// Answers every other path of a server that has nothing else.
pub(super) async fn nothing_here(mut request: Request) -> Response {
    let mut way = Way::of(&mut request);
    way.out(reply::problem(&Problem::new(Kind::NotFound, "the tools are listed at /tools")))
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
