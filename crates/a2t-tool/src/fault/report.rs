//! A receiver of faults for a router that another server serves, as a layer.

use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::Request;
use tower_layer::Layer;
use tower_service::Service;

use super::{Fault, Report};

/// Returns a layer that passes the faults of the tools below it to `report`, which replaces the report that [`Fault`]
/// describes.
///
/// Use it for routers that a server other than `a2t::Server` serves, and for one router among several. It applies to
/// A2T and MCP. RAP has its own setting, because its calls run after their requests have ended. `report` runs on the
/// thread that answers the request, so it should not block.
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
/// # let toolset = a2t::toolset![add];
/// let api: axum::Router =
///     toolset.into_router().layer(a2t::on_fault(|fault| eprintln!("{fault}")));
/// ```
pub fn on_fault(report: impl Fn(&Fault) + Send + Sync + 'static) -> FaultReport {
    FaultReport(Arc::new(report))
}

/// The layer of [`on_fault`].
#[derive(Clone)]
#[must_use]
pub struct FaultReport(Report);

impl FaultReport {
    /// Returns the receiver that a layer around the tools set.
    #[doc(hidden)]
    pub fn from_extensions(extensions: &http::Extensions) -> Option<Report> {
        extensions.get().map(Self::receiver).map(Arc::clone)
    }

    pub(super) fn receiver(&self) -> &Report {
        &self.0
    }
}

impl fmt::Debug for FaultReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FaultReport")
    }
}

impl<S> Layer<S> for FaultReport {
    type Service = Reporting<S>;

    fn layer(&self, inner: S) -> Reporting<S> {
        Reporting { inner, report: self.clone() }
    }
}

/// The service of a [`FaultReport`].
#[derive(Clone, Debug)]
pub struct Reporting<S> {
    inner: S,
    report: FaultReport,
}

impl<S: Service<Request<B>>, B> Service<Request<B>> for Reporting<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<B>) -> S::Future {
        request.extensions_mut().insert(self.report.clone());
        self.inner.call(request)
    }
}
