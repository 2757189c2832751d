//! The layer that identifies callers: a request goes in, the same with its caller goes on, or a
//! refusal comes back.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum_core::body::Body;
use axum_core::response::{IntoResponse, Response};
use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use http::request::Parts;
use http::{Extensions, HeaderValue, Method, Request, StatusCode};
use tower_layer::Layer;
use tower_service::Service;

use super::{AuthError, Caller, ProtectedResource};
use crate::telemetry::{RequestId, mark};

/// Creates a layer that calls `authenticator` for each request. The caller that it returns is put into the
/// extensions of the request, where every protocol reads it. An [`AuthError`] is sent as the reply.
///
/// The function is async and gets the head of the request, but not the body. It returns a [`Caller`], or an
/// `Option<Caller>` if requests without a caller are allowed. Tokens are not parsed here: `examples/authenticated-vendor` does so for JWT.
///
/// ```
/// use a2t::{AuthError, Caller};
/// use http::request::Parts;
///
/// async fn by_token(head: Parts) -> Result<Caller, AuthError> {
///     match a2t::bearer(&head.headers)? {
///         "secret-of-alice" => Ok(Caller::new("alice").with_scopes(["orders:read"])),
///         _ => Err(AuthError::invalid_token("no caller has this token")),
///     }
/// }
/// # /// Adds two numbers.
/// # ///
/// # /// # Returns
/// # /// The sum.
/// # #[a2t::tool(version = 1)]
/// # fn add(
/// #     /// First addend.
/// #     a: i32,
/// #     /// Second addend.
/// #     b: i32,
/// # ) -> i32 { a + b }
/// # fn main() -> Result<(), a2t::ResourceError> {
/// let tools = a2t::toolset![add];
/// let resource = a2t::ProtectedResource::new("https://api.example.com")?
///     .authorization_server("https://login.example.com")?
///     .scopes(tools.scopes());
/// let api: axum::Router =
///     tools.into_router().layer(a2t::authenticate(by_token).resource(resource));
/// # Ok(())
/// # }
/// ```
pub fn authenticate<F>(authenticator: F) -> Authenticate<F> {
    Authenticate { authenticator, around: Arc::default(), open: Arc::default() }
}

/// Creates the layer of [`authenticate`] whose function gets a clone of `state` with each head: a
/// pool of connections, keys.
///
/// ```
/// use a2t::{AuthError, Caller};
/// use http::request::Parts;
///
/// #[derive(Clone)]
/// struct Keys(&'static str);
///
/// async fn by_key(keys: Keys, head: Parts) -> Result<Caller, AuthError> {
///     if a2t::bearer(&head.headers)? == keys.0 {
///         return Ok(Caller::new("alice"));
///     }
///     Err(AuthError::invalid_token("no caller has this key"))
/// }
/// # /// Tells the caller's name.
/// # ///
/// # /// # Returns
/// # /// The name.
/// # #[a2t::tool(version = 1)]
/// # fn tell_name(#[a2t(context)] caller: Caller) -> String { caller.id().to_owned() }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// # use http::{HeaderValue, header::AUTHORIZATION};
/// let tools = a2t::toolset![tell_name].into_router();
/// let api = tools.layer(a2t::authenticate_with_state(Keys("secret-of-alice"), by_key));
/// # let client = a2t::testing::TestClient::from_router(api);
/// # let alice = HeaderValue::from_static("Bearer secret-of-alice");
/// # let told = client.clone().header(AUTHORIZATION, alice).call("tell_name", serde_json::json!({})).await;
/// # assert_eq!(told.unwrap()["result"], "alice");
/// # assert_eq!(client.get("/tools").await.status, 401);
/// # }
/// ```
pub fn authenticate_with_state<S, F, A>(
    state: S,
    authenticator: F,
) -> Authenticate<impl Fn(Parts) -> A + Clone + Send + 'static>
where
    S: Clone + Send + 'static,
    F: Fn(S, Parts) -> A + Clone + Send + 'static,
    A: 'static,
{
    authenticate(move |head| authenticator(state.clone(), head))
}

/// Layer of [`authenticate`].
#[derive(Clone, Debug)]
#[must_use]
pub struct Authenticate<F> {
    authenticator: F,
    around: Arc<Around>,
    open: Arc<Vec<String>>,
}

impl<F> Authenticate<F> {
    /// Serves the metadata of this resource without authentication (RFC 9728 section 3), and names its URL in
    /// each challenge (section 5.1). The layer has to see the well-known path: put it around the
    /// whole router, not around one that is nested.
    pub fn resource(mut self, resource: ProtectedResource) -> Self {
        let metadata = resource.metadata_url();
        self.around = Arc::new(Around(Some((resource, metadata))));
        self
    }

    /// Lets requests of exactly this path pass without a caller, such as `/health`, or the
    /// `/oauth_callback` of RAP, to which browsers come back.
    pub fn open(mut self, path: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.open).push(path.into());
        self
    }
}

impl<S, F: Clone> Layer<S> for Authenticate<F> {
    type Service = Authenticated<S, F>;

    fn layer(&self, inner: S) -> Self::Service {
        Authenticated { inner, layer: self.clone() }
    }
}

/// Service of [`authenticate`].
#[derive(Clone, Debug)]
pub struct Authenticated<S, F> {
    inner: S,
    layer: Authenticate<F>,
}

/// Resource that a request is for, among its extensions.
#[derive(Clone, Default, Debug)]
pub(crate) struct Around(Option<(ProtectedResource, String)>);

impl Around {
    /// URL of the metadata of the resource that a request is for.
    pub(crate) fn metadata(extensions: &Extensions) -> Option<&str> {
        let Self(known) = &**extensions.get::<Arc<Self>>()?;
        known.as_ref().map(|(_, url)| &**url)
    }
}

type Answer<E> = Pin<Box<dyn Future<Output = Result<Response, E>> + Send>>;

impl<S, F, A, C, B> Service<Request<B>> for Authenticated<S, F>
where
    S: Service<Request<B>, Response: IntoResponse, Future: Send> + Clone + Send + 'static,
    F: Fn(Parts) -> A + Clone + Send + 'static,
    A: Future<Output = Result<C, AuthError>> + Send,
    C: Into<Option<Caller>> + Send,
    B: Send + 'static,
{
    type Response = Response;
    type Error = S::Error;
    type Future = Answer<S::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let (mut parts, body) = request.into_parts();
        if let Some(answer) = self.layer.around.metadata_of(&parts) {
            return Box::pin(async move { Ok(answer) });
        }
        let layer = self.layer.clone();
        let is_open = layer.open.iter().any(|open| open == parts.uri.path());
        // The service that was asked if it is ready is the one that answers.
        let ready = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, ready);
        parts.extensions.remove::<Caller>();
        Box::pin(async move {
            if !is_open {
                match (layer.authenticator)(parts.clone()).await.map(Into::into) {
                    Ok(Some(caller)) => drop(parts.extensions.insert::<Caller>(caller)),
                    Ok(None) => {}
                    Err(refusal) => {
                        let metadata = layer.around.0.as_ref().map(|(_, url)| &**url);
                        let mut response = refusal.metadata(metadata).into_response();
                        mark(RequestId::sent(&parts.headers).as_ref(), &mut response);
                        return Ok(response);
                    }
                }
            }
            parts.extensions.insert(layer.around);
            let answered = inner.call(Request::from_parts(parts, body)).await;
            answered.map(IntoResponse::into_response)
        })
    }
}

impl Around {
    /// Answer to a request for the metadata.
    fn metadata_of(&self, parts: &Parts) -> Option<Response> {
        let (resource, _) = self.0.as_ref().filter(|(known, _)| known.is_at(parts.uri.path()))?;
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        match parts.method {
            Method::GET | Method::HEAD => {
                headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
                headers.insert(CACHE_CONTROL, HeaderValue::from_static("max-age=300"));
                // Clients in browsers have no credentials yet, and it is public.
                headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
                if parts.method == Method::GET {
                    *response.body_mut() = resource.document().to_string().into();
                }
            }
            _ => {
                headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
                *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
            }
        }
        Some(response)
    }
}
