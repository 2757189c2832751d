//! The six endpoints of the draft (sections 6 and 7) and the OpenAPI document, as one axum handler: a request is decoded,
//! answered in its context, and finished once.

pub(crate) mod catalog;
pub(crate) mod context;
pub(crate) mod document;
pub(crate) mod heading;
pub(crate) mod invoke;
pub(crate) mod once;
pub(crate) mod page;
pub(crate) mod visibility;
pub(crate) mod walk;

use std::future::ready;
use std::sync::Arc;

use a2t_core::error::inert;
use a2t_core::wire::openapi::OpenApi;
use a2t_core::wire::problem::{Kind, Problem};
use a2t_core::wire::route::Route;
use axum::body::Body;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::{IntoResponse, Response};
use http::header::ALLOW;
use http::{HeaderValue, Method};

use crate::endpoints::catalog::{Catalog, Part, refused, tag_of};
use crate::endpoints::context::{RequestContext, prefix};
use crate::endpoints::document::{Document, VisibleTools};
use crate::endpoints::invoke::{Answer, invoke};
use crate::endpoints::visibility::{Visibility, private};
use crate::{Idempotency, Limits, reply};
use a2t_tool::dispatch::LookupError;
use a2t_tool::{CallableVersion, Caller, Following, OwnShares, Shares, Tools, overloaded};

/// Answers every path from `/tools` on.
pub(crate) struct Endpoints<S: 'static>(Arc<Shared<S>>);

struct Shared<S: 'static> {
    catalog: Following<S, Catalog<S>>,
    shares: OwnShares,
    /// Store of replies to calls with a key, if the program sets none.
    replies: Idempotency,
}

impl<S> Endpoints<S> {
    pub(crate) fn new(tools: Tools<S>, limits: Option<Limits>) -> Self {
        let catalog = Following::new(tools, Catalog::new);
        let shares = OwnShares::new(limits.unwrap_or_default());
        Self(Arc::new(Shared { catalog, shares, replies: Idempotency::default() }))
    }

    fn shares(&self) -> Arc<Shares> {
        self.0.shares.within(Shares::current().as_ref())
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
        let route = Route::parse(request.uri().path());
        let mut context = RequestContext::new(&mut request, route);
        // All of one request is of one state of the tools.
        let catalog = self.0.catalog.now();
        let (tools, caller) = (catalog.tools(), context.caller());
        let response = match decode(tools, route, caller, &request) {
            Ok(Target::Tool(served)) => {
                return invoke(served, self.shares(), &self.0.replies, request, state, context);
            }
            Ok(Target::Catalog(route)) => read(&catalog, route, caller, &request),
            Ok(Target::Document) => match Wanted::new(&catalog, caller, &request) {
                Ok(wanted) => return wanted.answer(self.shares(), request, context),
                Err(response) => *response,
            },
            Err(response) => *response,
        };
        let response = private(response, tools.access());
        Box::pin(ready(context.finish(response)))
    }
}

/// What a request asks for.
enum Target<S: 'static> {
    Catalog(Route),
    Document,
    Tool(CallableVersion<S>),
}

/// Finds the target of a request. An unknown target is 404 for every method.
fn decode<S>(
    tools: &Tools<S>,
    route: Option<Route>,
    caller: Option<&Caller>,
    request: &Request,
) -> Result<Target<S>, Box<Response>> {
    let Some(route) = route else {
        if request.uri().path() == OpenApi::PATH {
            return is_read(request).then_some(Target::Document).ok_or_else(|| wrong_method(READ));
        }
        return Err(Box::new(reply::problem(&nothing_at(tools, caller, request))));
    };
    let missing = |why| Box::new(refused(why));
    let called = match (route, route.tool()) {
        (Route::Invoke(id) | Route::InvokeVersion(id, _), _) => {
            tools.callable(caller, id, route.version())
        }
        (_, id) => {
            if let Some(id) = id {
                tools.visible_version(caller, id, route.version()).map_err(missing)?;
            }
            let target = is_read(request).then_some(Target::Catalog(route));
            return target.ok_or_else(|| wrong_method(READ));
        }
    };
    match called {
        Err(why @ LookupError::NotFound(_)) => Err(missing(why)),
        _ if request.method() != Method::POST => Err(wrong_method("POST")),
        Err(LookupError::Refused(refusal)) => {
            Err(Box::new(refusal.within(request.extensions()).into_response()))
        }
        Err(why) => Err(missing(why)),
        Ok(served) => Ok(Target::Tool(served)),
    }
}

/// Answers with a part of the catalog.
fn read<S>(
    catalog: &Catalog<S>,
    route: Route,
    caller: Option<&Caller>,
    request: &Request,
) -> Response {
    let visibility = Visibility::new(catalog.tools(), caller);
    let response = match catalog.part(route, request.uri().query(), &visibility) {
        Ok(Part { body, tag }) => reply::tagged(request.headers(), &tag, body),
        Err(response) => *response,
    };
    for_method(reply::remarked(response, catalog.deprecation(route)), request)
}

/// The OpenAPI document, as a caller wants it.
struct Wanted<S: 'static> {
    document: Arc<Document>,
    tools: Tools<S>,
    visible: VisibleTools,
    /// `None` if it is known when the document is written.
    tag: Option<HeaderValue>,
}

impl<S: Send + Sync + 'static> Wanted<S> {
    /// Returns the document that a request asks for.
    ///
    /// # Errors
    /// Returns the response if the document is not needed: a refusal, or 304 if the client has it.
    fn new(
        catalog: &Catalog<S>,
        caller: Option<&Caller>,
        request: &Request,
    ) -> Result<Self, Box<Response>> {
        let tools = catalog.tools();
        Document::check(tools, prefix(request))
            .map_err(|problem| Box::new(reply::problem(&problem)))?;
        let visibility = Visibility::new(tools, caller);
        let (visible, tag) = (visibility.visible_ids(), catalog.document_tag(&visibility));
        if let Some(tag) = tag.as_ref().filter(|tag| reply::is_known(request.headers(), tag)) {
            return Err(Box::new(reply::tagged(request.headers(), tag, Body::empty())));
        }
        Ok(Self { document: Arc::clone(catalog.document()), tools: tools.clone(), visible, tag })
    }

    fn answer(self, shares: Arc<Shares>, request: Request, mut context: RequestContext) -> Answer {
        let Self { document, tools, visible, tag } = self;
        let writing = document.written(tools.clone(), visible, shares);
        Box::pin(async move {
            let response = match writing.await {
                Some(written) => {
                    let tag = tag.unwrap_or_else(|| tag_of(written.hash));
                    reply::tagged(request.headers(), &tag, written.body(prefix(&request)))
                }
                None => reply::unread(&overloaded()),
            };
            context.finish(private(for_method(response, &request), tools.access()))
        })
    }
}

/// Names the id if the path has a tool's name in its place, because that is the likeliest slip.
fn nothing_at<S>(tools: &Tools<S>, caller: Option<&Caller>, request: &Request) -> Problem {
    let (prefix, path) = (prefix(request), request.uri().path());
    let segment = path.split('/').nth(2).unwrap_or_default();
    let name = segment.split(':').next().unwrap_or_default();
    let meant = tools.named(name).map(|tool| tool.current);
    let meant = meant.filter(|tool| tools.sees(caller, tool.tool_id));
    let detail = match meant {
        Some(tool) => format!("tools are addressed by id: `{name}` is {}", tool.tool_id),
        None => {
            let (prefix, path) = (inert(prefix), inert(path));
            format!("there is nothing at {prefix}{path}; GET {prefix}/tools lists the tools")
        }
    };
    Problem::new(Kind::NotFound, detail)
}

fn for_method(response: Response, request: &Request) -> Response {
    if request.method() == Method::HEAD { reply::without_body(response) } else { response }
}

/// Answers every other path of a server whose tools are below this one.
pub(crate) async fn nothing_here(prefix: String, mut request: Request) -> Response {
    let route = Route::parse(request.uri().path());
    let detail = format!("the tools are listed at {prefix}/tools");
    let response = reply::problem(&Problem::new(Kind::NotFound, detail));
    RequestContext::new(&mut request, route).finish(response)
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
