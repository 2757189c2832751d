//! MCP over HTTP: a tower service, and the settings that it has in common with stdio.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_tool::{Fault, Idempotency, IntoTools, Limits, Shares, Tools};
use http::Request;
use rmcp::model::Implementation;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::server::handler::Handler;
use crate::server::inner::Inner;
use crate::server::settings::Settings;
use crate::server::stdio::{StdioError, serve};
use crate::server::transport::Entry;

/// The tools of a toolset as a server of MCP: over HTTP a tower service for `nest_service`, on
/// standard input and output by [`Service::serve_stdio`].
///
/// ```
/// use a2t::mcp;
/// use axum::Router;
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
///
/// let service = mcp::Service::new(a2t::toolset![add], ())
///     .allow_host("tools.example.com");
/// let api: Router =
///     a2t::toolset![add].into_router().nest_service("/mcp", service).with_state(());
/// ```
///
/// There are no sessions: each request stands for itself, in every revision of MCP from 2024-11-05
/// to 2026-07-28, and any instance of the program answers it.
///
/// # Tools that come and go
///
/// The list is that of this moment, and a cursor goes on behind the last tool that was listed, if
/// it is still there or not. On standard input and output the host is notified of each change
/// (`notifications/tools/list_changed`); over HTTP there is no session for that, so that
/// [`Service::cache_ttl`] sets how long a list holds.
///
/// # Names and versions
///
/// `tools/list` has the newest version of each tool, by name, and in its `_meta` `dev.a2t/id`,
/// `dev.a2t/version`, `dev.a2t/versions` (newest first), `dev.a2t/tags` and `dev.a2t/longRunning`,
/// `dev.a2t/deprecated` and `dev.a2t/errors`, as far as the tool has them. A call picks another
/// version with `_meta["dev.a2t/version"]` (FastMCP's `_meta.fastmcp.version` is read too), and is
/// checked against that version's signature. [`Service::version_names`] lists older versions under
/// separate names: for hosts whose SDK validates results against the `outputSchema` that is listed,
/// because a result of an older version may lack a member that the newest always has.
///
/// The `inputSchema` of a tool has the `default` and `examples` that the code sets for an input, and the `format` of a
/// text (`#[a2t(default = …)]`, `#[a2t(text, example = "…")]`).
///
/// # Answers
///
/// | what happened | answer |
/// | --- | --- |
/// | the tool answered | `structuredContent`, and the same JSON as text |
/// | the arguments are not what the tool takes | a result with `isError`: every violation, in words that a model can act on |
/// | the tool or a context extractor refused, failed or panicked; it took longer than [`Limits::handler_timeout`] | a result with `isError`, without internals; faults go to [`Service::on_fault`] |
/// | no such tool, version or cursor; parameters that are not those of the method | error −32602 |
/// | a method outside of tools, such as `prompts/list` | error −32601 |
/// | a header that differs from the body (revision 2026-07-28) | 400 and error −32020 |
/// | a host or an origin that is not allowed | 403; the message names what to set |
/// | a body that is too large, too slow, not JSON, or in no media type of JSON | 413, 408, 400, 415 |
/// | too many requests at one time | 503, `Retry-After: 1` |
///
/// A result with `isError` has a problem (RFC 9457) in its `_meta`, as `dev.a2t/problem`. It is the problem with
/// which the same call is answered over A2T. Programs distinguish errors by its `type`, as `error.typed()` of a
/// generated client does. Models read the text. The errors that a tool declares are in its `_meta`
/// (`dev.a2t/errors`), in the same form as in signatures.
///
/// Values that a model wrote in another type than the schema asks for are read leniently where one
/// reading is possible (`"5"` for an integer), by the table of `a2t::dialect::validate`; `null` for an
/// optional input is none.
///
/// # Questions
///
/// A tool may ask the user through the `Channel` among the extensions of its request, where the
/// client declares that it can (`elicitation`, revision 2026-07-28). The call is then answered with
/// `input_required`, and the tool runs again when the client calls again with the answer: ask
/// before you act. A user who declines, or answers something else, gives the question's choice for
/// no answer. Elsewhere, and for everything that MCP cannot express, the channel returns an error
/// that it cannot be done here.
pub struct Service<S: 'static> {
    pub(crate) inner: Arc<Inner<S>>,
    pub(crate) alone: Arc<Entry<S>>,
    /// The entry within a server of a2t, which has already checked hosts and origins.
    pub(crate) within_server: Arc<Entry<S>>,
}

impl<S: Clone + Send + Sync + 'static> Service<S> {
    /// Speaks these tools, which run with this state.
    pub fn new(toolset: impl IntoTools<S>, state: S) -> Self {
        let (tools, mut settings) = (toolset.into_tools(), Settings::default());
        if let Some(package) = tools.package() {
            settings.server_info = Implementation::new(package.name, package.version);
        }
        Self::with(tools, state, settings)
    }

    fn with(tools: Tools<S>, state: S, settings: Settings) -> Self {
        let hosts =
            [(settings.allowed_hosts(), settings.allowed_origins()), settings.within_server()];
        let inner = Arc::new(Inner::new(tools, state, settings));
        let entry = |(hosts, origins)| Arc::new(Entry::new(&inner, hosts, origins));
        let [alone, within_server] = hosts.map(entry);
        Self { inner, alone, within_server }
    }

    /// Takes over the settings of the server around the service.
    #[doc(hidden)]
    #[must_use]
    pub fn within(self, server: &Arc<Shares>) -> Self {
        self.inner.shares.note(server);
        self
    }

    fn set(self, set: impl FnOnce(&mut Settings)) -> Self {
        let Inner { tools, state, settings, .. } = &*self.inner;
        let mut settings = settings.clone();
        set(&mut settings);
        Self::with(tools.clone(), state.clone(), settings)
    }

    /// Answers requests for this host as well: a name (`tools.example.com`) or a name and a port.
    /// This machine is always allowed (`localhost`, `127.0.0.1`, `[::1]`). Within an `a2t::Server`, set hosts with
    /// `a2t::Server::allow_host`. Use this method there for a service that answers fewer of them.
    ///
    /// Requests for other hosts are refused, because a web page can make a browser send them to a
    /// server of the user's own machine (DNS rebinding).
    #[must_use]
    pub fn allow_host(self, host: impl Into<String>) -> Self {
        self.set(|settings| settings.hosts.get_or_insert_default().push(host.into()))
    }

    /// Answers requests for every host: for a server behind a proxy that knows its hosts.
    #[must_use]
    pub fn allow_any_host(self) -> Self {
        self.set(|settings| settings.hosts = None)
    }

    /// Answers web pages of this origin (`https://app.example.com`) as well as those of this machine. Requests that
    /// do not come from a web page have no origin and are always allowed. Within an `a2t::Server`, set origins with
    /// `a2t::Server::allow_origin`.
    #[must_use]
    pub fn allow_origin(self, origin: impl Into<String>) -> Self {
        self.set(|settings| settings.origins.push(origin.into()))
    }

    /// Sets the name and version that the server reports (`serverInfo`). By default they are those of the package
    /// whose `a2t::toolset!` lists the tools, or those of this library if all tools are dynamic.
    #[must_use]
    pub fn server_info(self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.set(|settings| settings.server_info = Implementation::new(name, version))
    }

    /// Sets advice for models that use the tools together (`instructions`).
    #[must_use]
    pub fn instructions(self, text: impl Into<String>) -> Self {
        self.set(|settings| settings.instructions = Some(text.into()))
    }

    /// Sets the time for which clients may keep `tools/list` (`ttlMs`); 5 minutes by default.
    #[must_use]
    pub fn cache_ttl(self, time: Duration) -> Self {
        self.set(|settings| settings.cache_ttl = time)
    }

    /// Lists the older versions too, each as a separate tool: `lookup_weather_v1` next to
    /// `lookup_weather`. For hosts that cannot pick a version in `_meta`.
    #[must_use]
    pub fn version_names(self) -> Self {
        self.set(|settings| settings.version_names = true)
    }

    /// Asks clients to repeat the values of this input, in each tool that has it, in the header
    /// `Mcp-Param-` with its name behind it (`x-mcp-header`, revision 2026-07-28), for proxies that
    /// do not read bodies. A header that differs from the body is refused. An input whose name has
    /// characters that no header has is left alone.
    #[must_use]
    pub fn mirror(self, input: impl Into<String>) -> Self {
        self.set(|settings| settings.mirrored.push(input.into()))
    }

    /// Sets the limits of this service. Each value that is set replaces that of the `a2t::Server` around it, or the default.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        self.set(|settings| settings.limits = limits)
    }

    /// Keeps the replies of calls with a key (`_meta["dev.a2t/idempotencyKey"]`) in this store. It replaces the store
    /// of the `a2t::Server` around the service, of an `Extension` of the request, and the memory of the service.
    #[must_use]
    pub fn idempotency(self, replies: Idempotency) -> Self {
        self.set(|settings| settings.replies = Some(replies))
    }

    /// Sets the request that contexts are taken from on stdio, where a call has none: its headers
    /// and extensions are those of every call. Over HTTP each call has its own.
    #[must_use]
    pub fn request_template(self, request: Request<()>) -> Self {
        self.set(|settings| settings.request_template = request.into_parts().0)
    }

    /// Calls `report` for each failure that concerns the vendor: panics, timeouts, internal errors, and contexts that
    /// refuse a request with 5xx. It replaces the report that [`Fault`] describes.
    #[must_use]
    pub fn on_fault(self, report: impl Fn(&Fault) + Send + Sync + 'static) -> Self {
        self.set(|settings| settings.report = Some(Arc::new(report)))
    }

    /// Speaks on standard input and output, a message a line, until the host closes the input.
    ///
    /// Nothing else may be written to standard output while this runs; logs go to standard error.
    /// Context extractors see the request of [`Service::request_template`].
    ///
    /// # Errors
    /// The host does not speak MCP, or the output is gone.
    pub async fn serve_stdio(self) -> Result<(), StdioError> {
        let (input, output) = rmcp::transport::stdio();
        self.serve_on(input, output).await
    }

    pub(crate) async fn serve_on(
        self,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<(), StdioError> {
        #[cfg(feature = "tasks")]
        self.inner.begin();
        let caller = self.inner.settings.request_template.extensions.get().cloned();
        let announces = self.inner.tools.is_live();
        serve(Handler { inner: self.inner, caller, announces }, input, output).await
    }
}

#[cfg(feature = "tasks")]
impl<S: Clone + Send + Sync + 'static> Service<S> {
    /// Answers calls of tools that are marked `long_running` by tasks
    /// (`io.modelcontextprotocol/tasks`), where the client declares that it knows those: it asks
    /// for the result later, with an id that cannot be guessed. Other clients are answered as
    /// without this.
    ///
    /// An accepted task survives the program: it runs again, by the version that it was accepted
    /// for, if its program ended before it did. Its result is stored once. Work begins with
    /// the first request, or with [`Service::work_until`].
    ///
    /// ```
    /// use a2t::mcp::{Service, Tasks, store::Memory};
    /// # /// Adds two numbers.
    /// # ///
    /// # /// # Returns
    /// # /// The sum.
    /// #[a2t::tool(version = 1, long_running)]
    /// # fn add(
    /// #     /// First addend.
    /// #     a: i32,
    /// #     /// Second addend.
    /// #     b: i32,
    /// # ) -> i32 { a + b }
    /// # /*
    /// fn add(a: i32, b: i32) -> i32 { .. }
    /// # */
    ///
    /// let service = Service::new(a2t::toolset![add], ()).tasks(Tasks::new(Memory::default()));
    /// ```
    #[must_use]
    pub fn tasks(self, tasks: crate::server::Tasks) -> Self {
        self.set(|settings| settings.tasks = Some(tasks))
    }

    /// Works on tasks until the future is ready; then claims none any more, and waits for those that
    /// run here, at most [`Limits::shutdown_timeout`]. What has not ended then runs again later.
    pub async fn work_until(&self, stop: impl Future<Output = ()>) {
        self.inner.work_until(stop, std::future::pending()).await;
    }

    /// Works on tasks until the first future is ready, and waits for those that run here no longer than until the
    /// second one is.
    #[doc(hidden)]
    pub async fn work_until_cut(
        &self,
        stop: impl Future<Output = ()>,
        cut: impl Future<Output = ()>,
    ) {
        self.inner.work_until(stop, cut).await;
    }
}

/// Speaks these tools as MCP on standard input and output, a message a line, until the host closes
/// the input. [`Service::serve_stdio`] is the same with settings.
///
/// ```no_run
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
/// #[tokio::main]
/// async fn main() -> Result<(), a2t::mcp::StdioError> {
///     a2t::mcp::serve_stdio(a2t::toolset![add], ()).await
/// }
/// ```
///
/// # Errors
/// Those of [`Service::serve_stdio`].
pub async fn serve_stdio<S: Clone + Send + Sync + 'static>(
    toolset: impl IntoTools<S>,
    state: S,
) -> Result<(), StdioError> {
    Service::new(toolset, state).serve_stdio().await
}

impl<S> Clone for Service<S> {
    fn clone(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            alone: Arc::clone(&self.alone),
            within_server: Arc::clone(&self.within_server),
        }
    }
}

impl<S> fmt::Debug for Service<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service")
            .field("tools", &self.inner.tools)
            .field("settings", &self.inner.settings)
            .finish()
    }
}
