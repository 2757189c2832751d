//! Protocols in which a server offers its toolset in addition to A2T.
#![cfg(any(feature = "mcp", feature = "rap"))]

#[cfg(feature = "rap")]
use a2t_server::SetupError;
use a2t_server::{Mounted, Router};
#[cfg(any(feature = "mcp-tasks", feature = "rap"))]
use a2t_server::{Stopping, Work};

#[cfg(feature = "rap")]
use super::Routes;
use super::Server;
#[cfg(feature = "mcp")]
use crate::mcp::Service;
#[cfg(feature = "rap")]
use crate::rap;

#[cfg(feature = "mcp")]
impl<S: Clone + Send + Sync + 'static> Server<S> {
    /// Serves MCP at this path, with the same tools, state and settings.
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
    /// let server = a2t::Server::new(a2t::toolset![add], ())
    ///     .mcp("/mcp")
    ///     .allow_host("tools.example.com");
    /// ```
    pub fn mcp(self, path: impl Into<String>) -> Self {
        self.mcp_with(path, |service| service)
    }

    /// Serves MCP at this path with a service that `set` configures further.
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
    /// let server = a2t::Server::new(a2t::toolset![add], ())
    ///     .mcp_with("/mcp", |service| service.instructions("Add what the user counts."));
    /// ```
    pub fn mcp_with(
        self,
        path: impl Into<String>,
        set: impl FnOnce(Service<S>) -> Service<S>,
    ) -> Self {
        let Some((tools, state)) = &self.tools else {
            return self;
        };
        let (path, service) = (path.into(), set(Service::new(tools.clone(), state.clone())));
        let mount = move |router: Router, server: &_| {
            let service = service.within(server);
            #[cfg(feature = "mcp-tasks")]
            let work = Some(tasks(service.clone()));
            #[cfg(not(feature = "mcp-tasks"))]
            let work = None;
            Ok(Mounted { router: router.nest_service(&path, service), work })
        };
        Self { server: self.server.mount(mount), ..self }
    }
}

/// Returns the background work for tasks of MCP.
#[cfg(feature = "mcp-tasks")]
fn tasks<S: Clone + Send + Sync + 'static>(service: Service<S>) -> Work {
    Box::new(move |Stopping { stop, cut }| {
        Box::pin(async move { service.work_until_cut(stop, cut).await })
    })
}

#[cfg(feature = "rap")]
impl<S: Clone + Send + Sync + 'static> Server<S> {
    /// Serves RAP below this path, with the same tools, state and settings. Runs the calls that it accepts from this
    /// store until the server stops.
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
    /// use a2t::rap::store::Memory;
    ///
    /// let server = a2t::Server::new(a2t::toolset![add], ())
    ///     .mcp("/mcp")
    ///     .rap("/rap", Memory::default());
    /// ```
    pub fn rap(self, path: impl Into<String>, store: impl rap::store::Store + 'static) -> Self {
        self.rap_with(path, store, |server| server)
    }

    /// Serves RAP below this path with a server that `set` configures further.
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
    /// use a2t::rap::store::Memory;
    ///
    /// let server = a2t::Server::new(a2t::toolset![add], ())
    ///     .rap_with("/rap", Memory::default(), |rap| rap.base_url("https://tools.example.com/rap"));
    /// ```
    pub fn rap_with(
        self,
        path: impl Into<String>,
        store: impl rap::store::Store + 'static,
        set: impl FnOnce(rap::Server<S>) -> rap::Server<S>,
    ) -> Self {
        let Some((tools, state)) = &self.tools else {
            return self;
        };
        let (path, server) = (path.into(), rap::Server::new(tools.clone(), state.clone()));
        let rap = set(server.store(store));
        let mount = move |router: Router, server: &_| mounted(&path, router, rap.within(server));
        Self { server: self.server.mount(mount), ..self }
    }
}

/// Adds the routes of RAP below this path.
#[cfg(feature = "rap")]
fn mounted<S: Clone + Send + Sync + 'static>(
    path: &str,
    router: Router,
    rap: rap::Server<S>,
) -> Result<Mounted, SetupError> {
    let (routes, workers) = rap.into_router()?;
    let work: Work =
        Box::new(move |Stopping { stop, cut }| Box::pin(workers.run_until_cut(stop, cut)));
    let router = match path.trim_end_matches('/') {
        "" => router.merge(routes),
        path => router.nest(path, routes),
    };
    Ok(Mounted { router, work: Some(work) })
}

#[cfg(feature = "rap")]
impl Server<Routes> {
    /// Creates a server that offers only RAP, at the root, and runs the calls that it accepts until it stops.
    ///
    /// The listener, the limits and the host policy are those of every other server, see
    /// [`allow_host`](Self::allow_host).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), a2t::ServeError> {
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
    /// use a2t::rap;
    ///
    /// // A program gives a store that outlives it: `.store(Sql::sqlite("calls.db").open().await?)`.
    /// let calculator = rap::Server::new(a2t::toolset![add], ()).name("calculator");
    /// let server = a2t::Server::from_rap(calculator).bind("127.0.0.1:0").await?;
    /// println!("http://{}/.well-known/rap-toolset", server.local_addr());
    /// # let stop = async {};
    /// server.serve_until(stop).await
    /// # }
    /// ```
    pub fn from_rap<S: Clone + Send + Sync + 'static>(rap: rap::Server<S>) -> Self {
        let server = a2t_server::Server::from_router(Router::new());
        let mount = move |router: Router, server: &_| mounted("", router, rap.within(server));
        Self { server: server.mount(mount), tools: None }
    }
}
