//! Calls a toolset in process, as a client on the network would.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use a2t_core::ToolSignature;
use a2t_core::error::{inert, nearest};
use a2t_core::invocation::Arguments;
use a2t_core::wire::page::{PageQuery, read_page};
use a2t_core::wire::problem::{Kind, Problem};
use a2t_core::wire::route::Route;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap};
use http::{HeaderName, HeaderValue, Method, StatusCode};
use serde_json::{Map, Value};
use tower_service::Service;

use super::{CallError, TestResponse};
use a2t_server::Limits;
use a2t_tool::{Caller, IntoTools};

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Speaks to a router as a client on the network would: arguments are checked, errors are problem
/// details, layers run.
///
/// ```
/// use a2t::testing::TestClient;
/// use serde_json::json;
///
/// /// Adds two numbers.
/// ///
/// /// # Returns
/// /// The sum.
/// #[a2t::tool(version = 1, tags = ["math"])]
/// fn add(
///     /// First addend.
///     a: i32,
///     /// Second addend.
///     b: i32,
/// ) -> i32 {
///     a + b
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), a2t::testing::CallError> {
/// let client = TestClient::new(a2t::toolset![add]);
///
/// let outputs = client.call("add", json!({"a": 2, "b": 40})).await?;
/// assert_eq!(outputs["result"], 42);
///
/// let error = client.call("add", json!({"a": "two", "c": 40})).await.unwrap_err();
/// assert_eq!(error.status(), 400);
/// assert_eq!(error.violations().len(), 3); // `a` is not an integer, `c` unknown, `b` missing
///
/// let page = client.get("/tools?tag=math").await;
/// assert_eq!(page.json()["items"][0]["name"], "add");
/// # Ok(())
/// # }
/// ```
///
/// Tools that are nested in an API are found below its path:
///
/// ```
/// # use a2t::testing::TestClient;
/// # use axum::Router;
/// use axum::extract::State;
///
/// #[derive(Clone)]
/// struct Till { cents: u32 }
///
/// /// Counts the till.
/// ///
/// /// # Returns
/// /// Its content, in cents.
/// #[a2t::tool(version = 1)]
/// fn count(#[a2t(context)] State(till): State<Till>) -> u32 {
///     till.cents
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), a2t::testing::CallError> {
/// let api = Router::new().nest("/api/v1", a2t::toolset![count].into_router());
/// let client = TestClient::from_router(api.with_state(Till { cents: 4_200 })).at("/api/v1");
/// assert_eq!(client.call("count", serde_json::json!({})).await?["result"], 4_200);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct TestClient {
    router: Router,
    headers: HeaderMap,
    caller: Option<Caller>,
    /// Empty, or with a slash in front and none behind.
    root: String,
}

impl TestClient {
    /// Creates a client of tools that have no state.
    pub fn new(toolset: impl IntoTools<()>) -> Self {
        Self::with_state(toolset, ())
    }

    /// Creates a client of tools that run with this state.
    pub fn with_state<S>(toolset: impl IntoTools<S>, state: S) -> Self
    where
        S: Clone + Send + Sync + 'static,
    {
        Self::from_router(a2t_server::router(toolset, Limits::new()).with_state(state))
    }

    /// Creates a client of a router that has the tools at `/tools`, or [below another
    /// path](Self::at), with its layers. A router that still needs its state gets it by
    /// `router.with_state(…)`.
    pub fn from_router(router: Router) -> Self {
        Self { router, headers: HeaderMap::new(), caller: None, root: String::new() }
    }

    /// Sets the path below which the API has its tools: `/api/v1` if their list is at
    /// `/api/v1/tools`. The paths of [`TestClient::get`] and [`TestClient::post`] are below it as
    /// well.
    #[must_use]
    pub fn at(mut self, root: &str) -> Self {
        self.root = match root.trim_matches('/') {
            "" => String::new(),
            path => format!("/{path}"),
        };
        self
    }

    /// Adds a header to every request, such as `authorization`.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Adds a bearer token to every request, for a layer that knows callers by it. What no header can
    /// have is sent as no token, and refused.
    ///
    /// ```
    /// use a2t::testing::TestClient;
    /// use a2t::{AuthError, Caller};
    /// use http::request::Parts;
    /// use serde_json::json;
    ///
    /// # /// Tells the caller's name.
    /// # ///
    /// # /// # Returns
    /// # /// The name.
    /// # #[a2t::tool(version = 1)]
    /// # fn tell_name(#[a2t(context)] caller: Caller) -> String {
    /// #     caller.id().to_owned()
    /// # }
    /// async fn by_token(head: Parts) -> Result<Caller, AuthError> {
    ///     match a2t::bearer(&head.headers)? {
    ///         "token-of-alice" => Ok(Caller::new("alice")),
    ///         _ => Err(AuthError::invalid_token("no caller has this token")),
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), a2t::testing::CallError> {
    /// let tools = a2t::toolset![tell_name].into_router();
    /// let client = TestClient::from_router(tools.layer(a2t::authenticate(by_token)));
    /// let alice = client.clone().bearer("token-of-alice");
    /// assert_eq!(alice.call("tell_name", json!({})).await?["result"], "alice");
    /// assert_eq!(client.bearer("\n").call("tell_name", json!({})).await.unwrap_err().status(), 401);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn bearer(self, token: &str) -> Self {
        let value = HeaderValue::try_from(format!("Bearer {token}"));
        self.header(AUTHORIZATION, value.unwrap_or(HeaderValue::from_static("Bearer")))
    }

    /// Makes every request one of this caller, as a layer would that authenticates it.
    ///
    /// ```
    /// use a2t::Caller;
    /// use a2t::testing::TestClient;
    /// use serde_json::json;
    ///
    /// /// Tells the caller's name.
    /// ///
    /// /// # Returns
    /// /// The name.
    /// #[a2t::tool(version = 1, scopes = ["profile"])]
    /// fn tell_name(#[a2t(context)] caller: Caller) -> String {
    ///     caller.id().to_owned()
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), a2t::testing::CallError> {
    /// let alice = Caller::new("alice").with_scopes(["profile"]);
    /// let client = TestClient::new(a2t::toolset![tell_name]);
    /// assert!(client.call("tell_name", json!({})).await.is_err()); // strangers do not see it
    /// let outputs = client.caller(alice).call("tell_name", json!({})).await?;
    /// assert_eq!(outputs["result"], "alice");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn caller(mut self, caller: Caller) -> Self {
        self.caller = Some(caller);
        self
    }

    /// Invokes the current version of the tool of this name; the arguments are an object of input
    /// names and values, the reply is one of output names and values.
    ///
    /// # Errors
    /// Every reply that is not 200, with all violations; a tool that is not listed.
    pub async fn call(
        &self,
        tool: &str,
        arguments: Value,
    ) -> Result<Map<String, Value>, CallError> {
        let id = self.find(tool).await?.tool_id;
        self.invoke(Route::Invoke(id), tool, arguments).await
    }

    /// Invokes a version of a tool, as [`TestClient::call`] does the current one.
    ///
    /// # Errors
    /// Those of [`TestClient::call`].
    pub async fn call_version(
        &self,
        tool: &str,
        version: u32,
        arguments: Value,
    ) -> Result<Map<String, Value>, CallError> {
        let id = self.find(tool).await?.tool_id;
        let route = Route::InvokeVersion(id, version);
        self.invoke(route, tool, arguments).await
    }

    /// Sends `GET` for a path with its query, below the [root](Self::at).
    pub async fn get(&self, path: &str) -> TestResponse {
        self.send(Method::GET, path, Bytes::new()).await
    }

    /// Sends `POST` with a JSON body, below the [root](Self::at).
    pub async fn post(&self, path: &str, body: impl Into<Bytes>) -> TestResponse {
        self.send(Method::POST, path, body.into()).await
    }

    /// Sends any request, as it is, wherever the [root](Self::at) is; the client's own headers are
    /// added.
    pub async fn request(&self, mut request: Request) -> TestResponse {
        request.headers_mut().extend(self.headers.clone());
        if let Some(caller) = &self.caller {
            request.extensions_mut().insert(caller.clone());
        }
        let Ok(response) = self.router.clone().call(request).await;
        let (parts, body) = response.into_parts();
        TestResponse {
            status: parts.status,
            headers: parts.headers,
            fault: parts.extensions.get().cloned(),
            // A body that breaks off shows as one that is too short.
            body: to_bytes(body, usize::MAX).await.unwrap_or_default(),
        }
    }

    async fn send(&self, method: Method, path: &str, body: Bytes) -> TestResponse {
        match self.built(method, path, body) {
            Ok(request) => self.request(request).await,
            Err(response) => *response,
        }
    }

    /// Sends an invocation under its own key, as generated clients do.
    pub(super) async fn post_call(&self, route: Route, body: Vec<u8>) -> TestResponse {
        match self.built(Method::POST, &route.to_string(), body.into()) {
            Ok(mut request) => {
                request.headers_mut().insert(IDEMPOTENCY_KEY, fresh_key());
                self.request(request).await
            }
            Err(response) => *response,
        }
    }

    fn built(&self, method: Method, path: &str, body: Bytes) -> Result<Request, Box<TestResponse>> {
        let mut request = Request::new(Body::from(body));
        let path = format!("{}{path}", self.root);
        match path.parse() {
            Ok(uri) => *request.uri_mut() = uri,
            Err(error) => return Err(Box::new(TestResponse::of_bad_path(&path, &error))),
        }
        if method == Method::POST {
            let json = HeaderValue::from_static("application/json");
            request.headers_mut().insert(CONTENT_TYPE, json);
        }
        *request.method_mut() = method;
        Ok(request)
    }

    async fn find(&self, name: &str) -> Result<ToolSignature, CallError> {
        let tools = self.signatures(Route::Tools).await?;
        match tools.iter().find(|tool| tool.name == name) {
            Some(tool) => Ok(tool.clone()),
            None => Err(unlisted(name, tools.iter().map(|tool| &*tool.name))),
        }
    }

    /// Reads a list as any client does: page by page.
    pub(super) async fn signatures(&self, list: Route) -> Result<Vec<ToolSignature>, CallError> {
        let mut query = PageQuery::default();
        let mut signatures = Vec::new();
        loop {
            let response = self.get(&format!("{list}?{}", query.to_query())).await;
            let asked = format!("GET {}{list}", self.root);
            if response.status != StatusCode::OK {
                return Err(response.into_error(&asked));
            }
            let page = read_page(&response.body)
                .map_err(|invalid| CallError::of_another(&asked, &invalid))?;
            signatures.extend(page.items.into_iter().map(|parsed| parsed.signature));
            if page.next.is_none() {
                return Ok(signatures);
            }
            query.cursor = page.next;
        }
    }

    async fn invoke(
        &self,
        route: Route,
        tool: &str,
        arguments: Value,
    ) -> Result<Map<String, Value>, CallError> {
        let mut pairs = Arguments::new();
        match arguments {
            Value::Object(arguments) => {
                for (name, value) in arguments {
                    pairs.push(name, value);
                }
            }
            Value::Null => {}
            _ => {
                return Err(CallError::of_reply("arguments are an object of names and values"));
            }
        }
        let response = self.post_call(route, pairs.to_body(tool)).await;
        if response.status == StatusCode::OK {
            outputs(&response.json())
        } else {
            Err(response.into_error(&format!("POST {}{route}", self.root)))
        }
    }
}

/// A key that no other call has, of this program or of an earlier one with the same store.
fn fresh_key() -> HeaderValue {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let (now, next) = (SystemTime::now(), NEXT.fetch_add(1, Ordering::Relaxed));
    let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let key = format!("test-{now}-{}-{next}", std::process::id());
    HeaderValue::try_from(key).unwrap_or(HeaderValue::from_static("test"))
}

fn unlisted<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> CallError {
    let meant = nearest(name, names).map(|name| format!("; did you mean `{name}`?"));
    let meant = meant.unwrap_or_default();
    let detail = format!("no tool is called `{}`{meant}", inert(name));
    CallError::new(Problem::new(Kind::UnknownTool, detail))
}

fn outputs(result: &Value) -> Result<Map<String, Value>, CallError> {
    let pairs = result.get("output_parameters").and_then(Value::as_array);
    let pairs = pairs.ok_or_else(|| CallError::of_reply("the reply has no `output_parameters`"))?;
    let pair = |pair: &Value| {
        let name = pair.get("name")?.as_str()?.to_owned();
        Some((name, pair.get("value")?.clone()))
    };
    let outputs: Option<Map<_, _>> = pairs.iter().map(pair).collect();
    outputs.ok_or_else(|| CallError::of_reply("an output is not a pair of name and value"))
}
