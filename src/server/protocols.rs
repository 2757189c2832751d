//! Protocols in which a server offers its toolset in addition to A2T.
#![cfg(any(feature = "mcp", feature = "rap"))]

#[cfg(any(feature = "mcp-tasks", feature = "rap"))]
use a2t_server::Work;
use a2t_server::{Mounted, Router};

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
    ///     .host("tools.example.com");
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
    Box::new(move |stop| Box::pin(async move { service.work_until(stop).await }))
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
        let mount = move |router: Router, server: &_| {
            let (routes, workers) = rap.within(server).into_router()?;
            let work: Work = Box::new(move |stop| Box::pin(workers.run_until(stop)));
            let router = match path.trim_end_matches('/') {
                "" => router.merge(routes),
                path => router.nest(path, routes),
            };
            Ok(Mounted { router, work: Some(work) })
        };
        Self { server: self.server.mount(mount), ..self }
    }
}
