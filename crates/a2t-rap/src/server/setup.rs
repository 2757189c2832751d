//! A server of RAP that is being set up.

use std::fmt;
use std::sync::Arc;

use a2t_core::ValidationError;
use a2t_store::{Schedule, Store};
use a2t_tool::{BlockingThreads, Fault, Following, IntoTools, OwnShares, Shares, Tools};
use a2t_webhook::egress::{Guard, Policy};
use a2t_webhook::signature::Signer;
use axum::Router;
use http::{HeaderName, Request};
use tokio::sync::mpsc;

use crate::server::WorkerLimits;
use crate::server::endpoints;
use crate::server::inner::Inner;
use crate::server::migrate::{Migration, MigrationError};
use crate::server::settings::Settings;
use crate::server::tools::{Listed, Runner, Toolbox};
use crate::server::work::Workers;

/// Threads that wait to be closed.
const ORDERS: usize = 1_000;

/// The tools of a toolset as a server of RAP: `a2t::Server::from_rap` serves it within limits, or
/// [`into_router`](Self::into_router) makes it a part of another server.
///
/// ```
/// use a2t::rap;
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
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = std::env::temp_dir().join(format!("a2t-rap-server-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let file = folder.join("calls.db");
/// let store = rap::store::Sql::sqlite(&file).open().await?;
/// let (router, workers) = rap::Server::new(a2t::toolset![add], ())
///     .name("calculator")
///     .base_url("https://tools.example.com")
///     .store(store)
///     .into_router()?;
/// let stop = async { /* a signal */ };
/// tokio::spawn(workers.run_until(stop));
/// let api: axum::Router = a2t::toolset![add].into_router().with_state(()).merge(router);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok(())
/// # }
/// ```
///
/// | request | answer |
/// | --- | --- |
/// | `GET /.well-known/rap-toolset` | the manifest |
/// | `POST /invoke` | 200 when the call is stored; the result is posted to its `callback_url` |
/// | `POST /cancel_tool_call`, `POST /close_thread` | 200 always; calls that have not ended are cancelled |
/// | `POST /user_choice_response/{token}` | a user's selection: 200, or 400, 404, 410 (answered already) |
/// | `GET /oauth_callback` | the user comes back from a page |
/// | `POST /migrate` | only with [`migration`](Self::migration) |
///
/// An invocation is not accepted with 400 (`id`, `group_id` or `callback_url` cannot be read), 403 (the
/// callback URL is refused), 408, 409 (another call has this id), 413, 415 or 503. All else is
/// accepted, and answered by one result: the JSON object of the tool's outputs in `text`, or
/// `Error: …` with everything that is wrong, in words that a model can act on.
///
/// Every request, those of cancelling and closing included, is to be authenticated by a layer
/// around the router (CB-150), such as `a2t::authenticate(…).open("/oauth_callback")`: a browser
/// comes back there, with an unguessable token that is used once, as answers to questions have it
/// too. Where such a layer names the `a2t::Caller`, the manifest has the tools that it sees, a call
/// runs as the caller that it was accepted from (only its id and scopes are stored), and no other
/// caller can cancel it.
#[must_use]
pub struct Server<S: 'static> {
    tools: Tools<S>,
    state: S,
    settings: Settings,
    /// Shares of the server that the router is mounted in.
    server: Option<Arc<Shares>>,
}

impl<S: Clone + Send + Sync + 'static> Server<S> {
    /// Speaks these tools, which run with this state.
    pub fn new(toolset: impl IntoTools<S>, state: S) -> Self {
        let (tools, mut settings) = (toolset.into_tools(), Settings::default());
        if let Some(package) = tools.package() {
            settings.name = package.name.to_owned();
        }
        Self { tools, state, settings, server: None }
    }

    /// Sets the name of the toolset: 1 to 128 characters, unique among the toolsets of an agent. By default it is the
    /// name of the package whose `a2t::toolset!` lists the tools, or `a2t` if all tools are dynamic.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.settings.name = name.into();
        self
    }

    /// Sets the description of the toolset.
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.settings.description = Some(text.into());
        self
    }

    /// Sets the URL under which callers reach the router, such as `https://tools.example.com/rap`.
    /// Without it, the manifest, and the addresses for answers, have the `Host` of each request,
    /// and `http`: on one machine that is right, behind a proxy it is not.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.settings.base_url = Some(url.into().trim_end_matches('/').to_owned());
        self
    }

    /// Sets the store of calls and messages. Give one that outlives the program, such as
    /// `a2t::rap::store::Sql::sqlite(file)` with the feature `sqlite`: without, calls are kept in
    /// memory, for tests, and are lost when the program ends.
    pub fn store(mut self, store: impl Store + 'static) -> Self {
        self.settings.store = Arc::new(store);
        self
    }

    /// Sets the rules for callback URLs; by default `https` to public addresses only. Tests and
    /// programs on one machine need [`Policy::allow_loopback`].
    pub fn egress_policy(mut self, policy: Policy) -> Self {
        self.settings.policy = policy;
        self
    }

    /// Signs each callback (Standard Webhooks); RAP itself has no signatures.
    pub fn signer(mut self, signer: Signer) -> Self {
        self.settings.signer = Some(signer);
        self
    }

    /// Sets the limits of accepted calls.
    pub fn limits(mut self, limits: WorkerLimits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// Sets the limits of requests, of slow polls and of the time to stop. Each value that is set replaces that of the
    /// `a2t::Server` around the router, or the default. Of `a2t::Limits`, `handler_timeout`, `blocking_threads`, `max_queued_calls`
    /// and `on_disconnect` do not apply, because a call has been acknowledged when it runs.
    pub fn server_limits(mut self, limits: a2t_tool::Limits) -> Self {
        self.settings.server_limits = limits;
        self
    }

    /// Sets when a callback is tried again; by default ten times in 75 hours.
    pub fn schedule(mut self, schedule: Schedule) -> Self {
        self.settings.schedule = schedule;
        self
    }

    /// Sets the maximum number of callbacks that are sent at one time, at least 1: 64 by default. Further messages wait
    /// in the store.
    ///
    /// A callback that takes longer than a second makes room for others, of which there are at most four times as
    /// many. A receiver with a quarter of this number of such callbacks gets no more until one of them has ended.
    pub fn max_concurrent_deliveries(mut self, deliveries: usize) -> Self {
        self.settings.max_concurrent_deliveries = deliveries.max(1);
        self
    }

    /// Calls `report` for each failure that concerns the vendor: panics, timeouts, internal errors, and contexts that
    /// refuse a request with 5xx. It replaces the report that [`Fault`] describes.
    pub fn on_fault(mut self, report: impl Fn(&Fault) + Send + Sync + 'static) -> Self {
        self.settings.report = Some(Arc::new(report));
        self
    }

    /// Moves the state of a conversation to another server when its runtime asks (CB-152), and
    /// declares it. Ready when the destination has the state, and can serve it.
    pub fn migration<F>(mut self, migrate: impl Fn(Migration) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<(), MigrationError>> + Send + 'static,
    {
        self.settings.migration = Some(Arc::new(move |migration| Box::pin(migrate(migration))));
        self
    }

    /// Shows the older versions in the manifest too, as `lookup_weather_v1` next to
    /// `lookup_weather`. They can be called by that name in any case.
    pub fn version_names(mut self) -> Self {
        self.settings.version_names = true;
        self
    }

    /// Sets the request that contexts are taken from: its headers and extensions are those of every
    /// call, since a call may run long after its request is gone, in another program.
    pub fn request_template(mut self, request: Request<()>) -> Self {
        self.settings.parts = request.into_parts().0;
        self
    }

    /// Keeps this header of an invocation with the call, for contexts that read it: that of a user
    /// whom a layer has authenticated. It is stored as secrets are, until the call ends.
    pub fn keep_header(mut self, name: HeaderName) -> Self {
        self.settings.kept.push(name);
        self
    }

    /// Returns the router, whose paths are those of the table above, and the workers that run what
    /// it accepts.
    ///
    /// # Errors
    /// [`SetupError`]: there are no tools, or more than 10,000, a name is not one of RAP, or the
    /// base URL is not a URL. Of tools that come and go (`a2t::LiveToolset`) the number is checked
    /// when the manifest is asked for: 503 while there cannot be one.
    pub fn into_router<R>(self) -> Result<(Router<R>, Workers), SetupError>
    where
        R: Clone + Send + Sync + 'static,
    {
        let Self { tools, state, settings, server } = self;
        let settings = Arc::new(settings);
        let listed = Following::new(tools.clone(), Listed::new);
        let guard = Guard::new(settings.policy.clone());
        let guard = guard.map_err(|error| SetupError(error.to_string()))?;
        // Calls are bounded as they are claimed, so that none waits for a thread.
        let WorkerLimits { max_running_calls, max_waiting_calls, .. } = settings.limits;
        let threads = Arc::new(BlockingThreads::new(Some(max_running_calls), max_waiting_calls));
        let is_live = tools.is_live();
        let shares = Arc::new(OwnShares::new(settings.server_limits));
        if let Some(server) = &server {
            shares.note(server);
        }
        let (own, shared) = (Arc::clone(&settings), Arc::clone(&shares));
        let toolbox = Toolbox { tools, listed, settings: own, state, threads, shares: shared };
        let runner: Arc<dyn Runner> = Arc::new(toolbox);
        let catalog = runner.catalog();
        // Tools that come and go may come later.
        if let Some(invalid) = catalog.invalid().filter(|_| !is_live) {
            return Err(SetupError::of_manifest(invalid));
        }
        if let Some(base) = &settings.base_url
            && !catalog.takes(&format!("{base}/invoke"))
        {
            return Err(SetupError("the base URL is not an http or https URL".to_owned()));
        }
        let (ask, orders) = mpsc::channel(ORDERS);
        let inner = Arc::new(Inner::new(settings, runner, guard, ask, shares));
        Ok((endpoints::router(Arc::clone(&inner)), Workers { inner, orders }))
    }

    /// Takes over the settings of the server around the router.
    #[doc(hidden)]
    pub fn within(self, server: &Arc<Shares>) -> Self {
        Self { server: Some(Arc::clone(server)), ..self }
    }
}

impl<S> fmt::Debug for Server<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.settings.name)
            .field("tools", &self.tools)
            .field("limits", &self.settings.limits)
            .finish_non_exhaustive()
    }
}

/// Error of a server whose settings do not fit together, before it serves anything.
pub struct SetupError(String);

impl SetupError {
    fn of_manifest(invalid: &ValidationError) -> Self {
        Self(format!("the manifest of the toolset breaks RAP's rules: {invalid}"))
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Prints as [`Display`](fmt::Display) does, because `main` prints it when it returns the error.
impl fmt::Debug for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for SetupError {}
