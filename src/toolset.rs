//! The tools of a program, with the methods of the features that are enabled.

use std::fmt;

use a2t_tool::{Entry, IntoTools, Tools};

#[cfg(feature = "server")]
use crate::Limits;
use crate::{Caller, DynamicTool, LiveToolset, ToolId, ToolSignature, ToolsetError};

/// The tools that one server offers, and the type `S` of the state they share; made by
/// [`toolset!`](crate::toolset!).
///
/// ```
/// /// Adds two numbers.
/// ///
/// /// # Returns
/// /// The sum.
/// #[a2t::tool(version = 1)]
/// fn add(
///     /// First addend.
///     a: i32,
///     /// Second addend.
///     b: i32,
/// ) -> i32 {
///     a + b
/// }
///
/// let tools: a2t::Toolset<()> = a2t::toolset![add];
/// assert_eq!(tools.len(), 1);
/// let names: Vec<_> = tools.signatures().map(|tool| &*tool.name).collect();
/// assert_eq!(names, ["add"]);
/// ```
// Here, because only the crate of a type gives it methods such as `into_router`, and the tools
// themselves know no protocol.
pub struct Toolset<S: 'static>(Tools<S>);

impl<S> Toolset<S> {
    /// Collects these tools and versions, in any order. Of two with the same id and version, the first is
    /// kept. Two tools cannot have the same name.
    #[doc(hidden)]
    #[track_caller]
    pub fn from_entries(entries: impl IntoIterator<Item = &'static Entry<S>>) -> Self {
        Self(Tools::from_entries(entries))
    }

    /// Returns the signatures of the current versions, in the order of enumeration, by tool name.
    pub fn signatures(&self) -> impl Iterator<Item = &ToolSignature> {
        self.0.signatures()
    }

    /// Returns the numbers of the versions that a tool is served in, newest first; none of a tool
    /// that is not in the set. They are the versions with a separate function, and the published
    /// ones that the newest function serves as well.
    ///
    /// ```
    /// /// Adds two numbers.
    /// ///
    /// /// # Returns
    /// /// The sum.
    /// #[a2t::tool(version = 1)]
    /// fn add(
    ///     /// First addend.
    ///     a: i32,
    ///     /// Second addend.
    ///     b: i32,
    /// ) -> i32 {
    ///     a + b
    /// }
    ///
    /// use a2t::Tool;
    /// let tools: a2t::Toolset<()> = a2t::toolset![add];
    /// let versions: Vec<_> = tools.versions(add::SIGNATURE.tool_id).collect();
    /// assert_eq!(versions, [1]);
    /// ```
    pub fn versions(&self, id: ToolId) -> impl Iterator<Item = u32> + '_ {
        self.0.versions(id)
    }

    /// Adds tools whose signatures are data ([`DynamicTool`]), or more versions of tools in the set. The set can
    /// be empty (`Toolset::default()`) or have functions, and can grow to 100,000 tools.
    ///
    /// ```
    /// use a2t::{DynamicInputs, DynamicTool, Toolset};
    ///
    /// let tools = (1..=1_000_u128).map(|number| {
    ///     let text = format!(r#"{{"toolId": "{}", "name": "tool_{number}", "description": "One of many.",
    ///         "version": 1, "currentVersion": 1, "output_parameters": [
    ///         {{"id": "n", "name": "n", "type": "int", "description": "Its number."}}]}}"#,
    ///         a2t::ToolId::from_u128(number));
    ///     DynamicTool::parse(text, move |_: DynamicInputs| async move { Ok([("n", number as i64)]) })
    /// });
    /// let tools: Result<Vec<_>, a2t::ValidationError> = tools.collect();
    /// let tools: Toolset<()> = Toolset::default().extend(tools?)?;
    /// assert_eq!(tools.len(), 1_000);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ToolsetError`] with every conflict, such as two tools with the same name, or a version that
    /// breaks callers of an earlier one.
    pub fn extend(
        self,
        tools: impl IntoIterator<Item = DynamicTool<S>>,
    ) -> Result<Self, ToolsetError> {
        Ok(Self(self.0.extend(tools)?))
    }

    /// Merges two toolsets, such as those of two modules.
    ///
    /// ```
    /// mod sums {
    ///     /// Adds two numbers.
    ///     ///
    ///     /// # Returns
    ///     /// The sum.
    ///     #[a2t::tool(version = 1)]
    ///     fn add(/** First. */ a: i32, /** Second. */ b: i32) -> i32 {
    ///         a + b
    ///     }
    ///
    ///     pub fn tools() -> a2t::Toolset<()> {
    ///         a2t::toolset![add]
    ///     }
    /// }
    ///
    /// /// Negates a number.
    /// ///
    /// /// # Returns
    /// /// The opposite.
    /// #[a2t::tool(version = 1)]
    /// fn negate(/** The number. */ a: i32) -> i32 {
    ///     -a
    /// }
    ///
    /// let tools = a2t::toolset![negate].and(sums::tools())?;
    /// assert_eq!(tools.len(), 2);
    /// # Ok::<_, a2t::ToolsetError>(())
    /// ```
    ///
    /// Rules of either set, such as [`Toolset::visible`], apply to all tools of the result. The result has
    /// [`Toolset::step_up`] only if both sets have it. If a set is live, the result has the tools that it has now.
    ///
    /// # Errors
    /// Returns [`ToolsetError`] with every conflict of the two sets, such as two tools with the same name, with the
    /// location of each `toolset!` that lists them.
    pub fn and(self, other: Self) -> Result<Self, ToolsetError> {
        Ok(Self(self.0.and(other.0)?))
    }

    /// Returns a set that starts with these tools, and can change while it is served. Set rules such as
    /// [`Toolset::visible`] on the toolset that you serve, `Toolset::from(&live)`.
    pub fn live(self) -> LiveToolset<S> {
        self.0.live()
    }

    /// Shows a tool only to the callers for whom the rule returns `true`. Other callers do not see it in
    /// lists, and a call of it is answered as if it did not exist. The rule gets the newest signature of the
    /// tool, and applies to all its versions, in every protocol that serves the toolset. If there are several
    /// rules, all of them must return `true`. The caller also needs the tool's `scopes`.
    ///
    /// ```
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
    /// let tools = a2t::toolset![add].visible(|caller, tool| match caller {
    ///     Some(caller) => !tool.tags.contains(&"internal".into()) || caller.has_scope("staff"),
    ///     None => false,
    /// });
    /// # let _: axum::Router = tools.into_router();
    /// ```
    ///
    /// The rule runs once for each tool of a list, and once for a call, on the thread that answers, so it
    /// must not block. There is a caller if a layer put one into the extensions of the request, as [`authenticate`](crate::authenticate) does.
    ///
    /// Replies that depend on the caller have `Cache-Control: private` and `Vary`, and an `ETag` for
    /// what the caller sees; in MCP, `cacheScope: private`.
    #[must_use]
    pub fn visible(
        self,
        rule: impl Fn(Option<&Caller>, &ToolSignature) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self(self.0.visible(rule))
    }

    /// Shows also the tools whose `scopes` a caller lacks, and refuses their calls: 403
    /// `insufficient_scope` with the scopes that they need (RFC 6750 section 3.1), 401 if there is no
    /// caller. This is for clients that then ask their user for more (step-up authorization, as in MCP).
    /// Without it, such tools are hidden. Rules of [`Toolset::visible`] still hide tools.
    #[must_use]
    pub fn step_up(self) -> Self {
        Self(self.0.step_up())
    }

    /// Sets the headers by which callers are distinguished, for the header `Vary` of replies that
    /// depend on the caller; `Authorization` by default.
    #[must_use]
    pub fn vary_by(self, headers: impl IntoIterator<Item = a2t_tool::HeaderName>) -> Self {
        Self(self.0.vary_by(headers))
    }

    /// Returns the scopes that the tools name, sorted, each once: those that the metadata of the
    /// resource lists ([`ProtectedResource::scopes`](crate::ProtectedResource::scopes)).
    pub fn scopes(&self) -> impl Iterator<Item = &str> {
        self.0.scopes()
    }

    /// Returns the number of tools, however many versions they have.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no tools.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(feature = "server")]
impl<S: Clone + Send + Sync + 'static> Toolset<S> {
    /// Returns the six endpoints of the protocol and their OpenAPI document as an ordinary router,
    /// with the [`Limits`] of the [`Server`](crate::Server) that serves it, or else the default
    /// ones.
    ///
    /// It nests under any prefix, merges with other routes, and takes layers and the state `S` as
    /// any router does. To serve two toolsets under one prefix, merge them with [`Toolset::and`]: their routers have
    /// the same paths, and axum panics when it merges such routers.
    ///
    /// ```
    /// use axum::{Router, routing::get};
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
    /// # let toolset = a2t::toolset![add];
    /// let api: Router = Router::new()
    ///     .route("/health", get(async || "well"))
    ///     .nest("/api", toolset.into_router())
    ///     .with_state(());
    /// ```
    ///
    /// | endpoint (draft) | answers |
    /// | --- | --- |
    /// | `GET /tools` (6.1) | a page of current signatures by name |
    /// | `GET /tools/{toolId}` (6.2) | the current signature |
    /// | `GET /tools/{toolId}/versions` (6.3) | a page of all versions, newest first |
    /// | `GET /tools/{toolId}/versions/{version}` (6.3) | one signature |
    /// | `POST /tools/{toolId}:invoke` (7) | the result of the current version |
    /// | `POST /tools/{toolId}/versions/{version}:invoke` (7) | the result of that version |
    /// | `GET /tools/openapi.json` (ours) | [`Toolset::openapi`]: OpenAPI 3.1 of all these |
    ///
    /// The lists take `pageCursor` and `pageLimit` (1 to 1,000 signatures, 100 if absent). `GET
    /// /tools` also takes two filters of our own: `tag`, which may be repeated (a tool has every
    /// one), and `name` (part of the tool's name, in either case). `GET` endpoints answer `HEAD`,
    /// and 304 to a client that has their `ETag`.
    ///
    /// Replies of a version that is deprecated carry the header `Deprecation` (RFC 9745).
    ///
    /// Every error is `application/problem+json` (RFC 9457); `errors` has one entry with a JSON
    /// pointer for each violation of the request.
    ///
    /// | status | when |
    /// | --- | --- |
    /// | 400 | the request is not HTTP; the body is not JSON or does not match the signature; [`ToolError::invalid`](crate::ToolError::invalid) |
    /// | 400 | a cursor or `pageLimit` is not one; an `Idempotency-Key` is not one, or is missing where the tool requires it |
    /// | 401 | the tool demands a [`Caller`](crate::Caller), and there is none |
    /// | 403 | [`ToolError::forbidden`](crate::ToolError::forbidden); a scope is lacking, with [`Toolset::step_up`]; a page of another origin asks a [`Server`](crate::Server::allow_origin) |
    /// | 404 | no such path, tool or version, or none that the caller sees; [`ToolError::not_found`](crate::ToolError::not_found) |
    /// | 405 | another method than the path has; `Allow` lists those |
    /// | 409 | [`ToolError::conflict`](crate::ToolError::conflict); an equal call with the same [`Idempotency-Key`](crate::idempotency) still runs |
    /// | 408, 413 | the body is too slow or too large ([`Limits`]) |
    /// | 414, 431 | the path or the head is too large ([`Limits`]) |
    /// | 415 | `Content-Type` is absent or not JSON (`application/json`, `application/*+json`), or the body is compressed |
    /// | 421 | a [`Server`](crate::Server::allow_host) is asked for another host |
    /// | 422 | [`ToolError::refused`](crate::ToolError::refused); the `Idempotency-Key` is that of another call |
    /// | 429 | the caller makes more requests than a `RateLimit` lets it (feature `rate-limit`) |
    /// | 500 | [`ToolError::internal`](crate::ToolError::internal), errors of the standard library, a panic, a published version that cannot be read |
    /// | 503 | a limit of the server is reached; [`ToolError::unavailable`](crate::ToolError::unavailable), with `Retry-After` if it has one |
    /// | 504 | the tool took longer than [`Limits::handler_timeout`] |
    ///
    /// The reason for a 500 goes to [`Fault`](crate::Fault), never to the caller.
    ///
    /// A context extractor that refuses a request keeps its own status and headers; its text
    /// becomes the problem's `detail` if the status is 4xx.
    pub fn into_router(self) -> a2t_server::Router<S> {
        a2t_server::router(self, None)
    }

    /// Returns the OpenAPI 3.1 document of the tools, which their router has at
    /// `/tools/openapi.json`: the endpoints that read the catalog, and each version of each tool as
    /// an operation whose body and reply have the types of its signature. The schemas of inputs
    /// also have the `default` and the `example` that the code sets.
    ///
    /// The router answers 404 at that path, with the reason, if there are more than 10,000 tools.
    ///
    /// Your own route at that path replaces the router's, for example for a document with a title and the
    /// scheme by which callers authenticate, or for none at all.
    ///
    /// ```
    /// use axum::routing::get;
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
    /// # let toolset = a2t::toolset![add];
    /// let document = toolset.openapi().title("Sums").version("1.4.0").server("/api");
    /// let mut document = document.to_value();
    /// document["components"]["securitySchemes"]["key"] =
    ///     serde_json::json!({ "type": "http", "scheme": "bearer" });
    /// document["security"] = serde_json::json!([{ "key": [] }]);
    ///
    /// let json = ([("content-type", "application/json")], document.to_string());
    /// let tools = toolset.into_router().route("/tools/openapi.json", get(async || json));
    /// let api: axum::Router = axum::Router::new().nest("/api", tools);
    /// # let client = a2t::testing::TestClient::from_router(api);
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    /// # let served = runtime.block_on(client.get("/api/tools/openapi.json")).json();
    /// # assert_eq!(served["info"]["title"], "Sums");
    /// # assert_eq!(served["security"][0]["key"], serde_json::json!([]));
    /// ```
    pub fn openapi(&self) -> crate::OpenApi {
        a2t_server::openapi(&self.0)
    }

    /// Works like [`Toolset::into_router`], but with its own limits in any server. Limits of connections and of
    /// the stop have an effect only in [`Server::limits`](crate::Server::limits), because a router has no connections.
    pub fn into_router_with(self, limits: Limits) -> a2t_server::Router<S> {
        a2t_server::router(self, limits)
    }
}

/// Creates a set without tools.
impl<S> Default for Toolset<S> {
    fn default() -> Self {
        Self::from_entries([])
    }
}

/// The tools of a set that can change. Its servers follow the changes.
impl<S> From<&LiveToolset<S>> for Toolset<S> {
    fn from(live: &LiveToolset<S>) -> Self {
        Self(live.tools())
    }
}

impl<S> IntoTools<S> for Toolset<S> {
    fn into_tools(self) -> Tools<S> {
        self.0
    }
}

impl<S> fmt::Debug for Toolset<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[doc(hidden)]
#[track_caller]
pub fn toolset_of<S>(
    tables: &[&'static [Entry<S>]],
    package: Option<a2t_tool::Package>,
) -> Toolset<S> {
    Toolset(Tools::from_entries(tables.iter().copied().flatten()).of_package(package))
}
