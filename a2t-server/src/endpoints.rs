//! The six endpoints of the draft (sections 6 and 7), as one axum handler.

use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;

use a2t_core::error::inert;
use a2t_core::wire::problem::{Kind, Problem};
use a2t_core::wire::route::Route;
use axum::extract::{NestedPath, Request};
use axum::handler::Handler;
use axum::response::Response;
use http::header::ALLOW;
use http::{HeaderValue, Method};

use super::catalog::Catalog;
use super::invoke::invoke;
use super::work::Work;
use super::{Limits, reply};
use a2t_tool::{Served, Tools};

/// Answers every path from `/tools` on.
pub(super) struct Endpoints<S: 'static>(Arc<Shared<S>>);

struct Shared<S: 'static> {
    catalog: Catalog<S>,
    limits: Limits,
    work: Work,
}

impl<S> Endpoints<S> {
    pub(super) fn new(tools: Tools<S>, limits: Limits) -> Self {
        let catalog = Catalog::new(tools);
        let work = Work::new(&limits);
        Self(Arc::new(Shared { catalog, limits, work }))
    }
}

impl<S> Clone for Endpoints<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

type Answer = Pin<Box<dyn Future<Output = Response> + Send>>;

impl<S: Clone + Send + Sync + 'static> Handler<(), S> for Endpoints<S> {
    type Future = Answer;

    fn call(self, request: Request, state: S) -> Self::Future {
        match self.0.route(&request) {
            Ok(Target::Catalog(route)) => Box::pin(ready(self.0.read(route, &request))),
            Ok(Target::Tool(served)) => {
                let deprecated = served.deprecated;
                let invoked = async move {
                    invoke(served, self.0.limits, &self.0.work, request, state).await
                };
                match deprecated {
                    None => Box::pin(invoked),
                    Some(_) => Box::pin(async move { reply::remarked(invoked.await, deprecated) }),
                }
            }
            Err(response) => Box::pin(ready(*response)),
        }
    }
}

enum Target<S: 'static> {
    Catalog(Route),
    Tool(Served<S>),
}

impl<S> Shared<S> {
    /// Finds the target of a request. An unknown target is 404 whatever the method.
    fn route(&self, request: &Request) -> Result<Target<S>, Box<Response>> {
        let path = request.uri().path();
        let Some(route) = Route::parse(path) else {
            return Err(Box::new(reply::problem(&self.nothing_at(prefix(request), path))));
        };
        let target = match route {
            Route::Invoke(id) => Target::Tool(self.catalog.served(id, None)?),
            Route::InvokeVersion(id, version) => {
                Target::Tool(self.catalog.served(id, Some(version))?)
            }
            route => Target::Catalog(self.existing(route)?),
        };
        let allowed = match request.method() {
            &Method::POST => matches!(target, Target::Tool(_)),
            &Method::GET | &Method::HEAD => matches!(target, Target::Catalog(_)),
            _ => false,
        };
        if allowed { Ok(target) } else { Err(Box::new(wrong_method(route))) }
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
        let response = match self.catalog.body(route, request.uri().query()) {
            Ok(body) => reply::tagged(request.headers(), self.catalog.etag(), body),
            Err(response) => *response,
        };
        let response = reply::remarked(response, self.catalog.deprecation(route));
        if request.method() == Method::HEAD { reply::without_body(response) } else { response }
    }

    /// Names the id if the path has a tool's name in its place, because that is the likeliest slip.
    fn nothing_at(&self, prefix: &str, path: &str) -> Problem {
        let segment = path.split('/').nth(2).unwrap_or_default();
        let name = segment.split(':').next().unwrap_or_default();
        let meant =
            self.catalog.tools().iter().map(|tool| tool.current).find(|tool| tool.name == name);
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

/// Path under which the router is nested, without a slash behind.
fn prefix(request: &Request) -> &str {
    let nested = request.extensions().get::<NestedPath>().map(NestedPath::as_str);
    nested.unwrap_or_default().trim_end_matches('/')
}

fn wrong_method(route: Route) -> Response {
    let allowed = match route {
        Route::Invoke(_) | Route::InvokeVersion(..) => "POST",
        _ => "GET, HEAD",
    };
    let problem = Problem::new(Kind::MethodNotAllowed, format!("the path takes {allowed}"));
    let mut response = reply::problem(&problem);
    let allowed = HeaderValue::from_static(allowed);
    response.headers_mut().insert(ALLOW, allowed);
    response
}
