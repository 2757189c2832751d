//! The accept loop: connections are admitted, served within the limits, and drained at the end.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use a2t_core::wire::problem::{Kind, Problem};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::Response;
use futures_util::FutureExt;
use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tower_service::Service;

use a2t_tool::{Fault, Report};

use super::refuse::Refusals;
use super::stall::TimeoutStream;
use super::{Limits, reply};

/// Time in which a stopping server still reads requests that were on their way.
const LAST_CALL: Duration = Duration::from_millis(50);
/// Wait for a file descriptor when there is none for another connection.
const NO_DESCRIPTOR_PAUSE: Duration = Duration::from_millis(50);

/// The router and its limits, shared by all connections.
#[derive(Clone)]
pub(super) struct App(Arc<Shared>);

struct Shared {
    router: Router,
    limits: Limits,
    on_fault: Option<Report>,
}

/// Serves connections until `stop` is ready, then lets begun requests end until the drain is over
/// or the future that `stop` returned is ready.
pub(super) async fn run<C: Future<Output = ()>>(
    listener: TcpListener,
    app: App,
    stop: impl Future<Output = impl FnOnce() -> C>,
) {
    let (stopping, stopped) = watch::channel(());
    let mut connections =
        Connections { open: JoinSet::new(), refusals: Refusals::new(), app, stopped };
    let cut = connections.accept_until(&listener, stop).await;
    drop(listener);
    sleep(LAST_CALL).await;
    drop(stopping);
    connections.drain(cut()).await;
}

struct Connections {
    open: JoinSet<()>,
    refusals: Refusals,
    app: App,
    stopped: watch::Receiver<()>,
}

impl Connections {
    async fn accept_until<C>(
        &mut self,
        listener: &TcpListener,
        stop: impl Future<Output = C>,
    ) -> C {
        let mut stop = pin!(stop);
        let cut = loop {
            tokio::select! {
                biased;
                cut = &mut stop => break cut,
                Some(_) = self.open.join_next() => {}
                accepted = listener.accept() => self.admit(accepted).await,
            }
        };
        self.admit_waiting(listener).await;
        cut
    }

    /// Admits the connections that the system has already accepted, so that they are not lost.
    async fn admit_waiting(&mut self, listener: &TcpListener) {
        while let Poll::Ready(accepted) =
            poll_fn(|context| Poll::Ready(listener.poll_accept(context))).await
        {
            if accepted.is_err() {
                break;
            }
            self.admit(accepted).await;
        }
    }

    async fn admit(&mut self, accepted: io::Result<(TcpStream, SocketAddr)>) {
        match accepted {
            Ok((stream, _)) if self.open.len() >= self.app.0.limits.connections => {
                self.refusals.refuse(stream);
            }
            Ok((stream, peer)) => {
                let serving =
                    serve_connection(self.app.clone(), stream, peer, self.stopped.clone());
                self.open.spawn(serving);
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(_) => sleep(NO_DESCRIPTOR_PAUSE).await,
        }
    }

    async fn drain(mut self, cut: impl Future<Output = ()>) {
        let limit = self.app.0.limits.drain;
        let ended = async { while self.open.join_next().await.is_some() {} };
        tokio::select! {
            _ = timeout(limit, ended) => {}
            () = cut => {}
        }
        self.open.shutdown().await;
    }
}

/// True if a client gave up between connecting and being accepted: the listener is well.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn serve_connection(
    app: App,
    stream: TcpStream,
    peer: SocketAddr,
    mut stopped: watch::Receiver<()>,
) {
    // Without it a reply may wait for the acknowledgement of the one before; an error costs only
    // speed.
    let _ = stream.set_nodelay(true);
    let limits = app.0.limits;
    let service = service_fn(|request| app.clone().answer(request, peer));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(TokioIo::new(TimeoutStream::new(stream, limits.write_stall)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // An error on a connection concerns its client only, and was answered if it could be.
    tokio::select! {
        biased;
        _ = connection.as_mut() => return,
        _ = stopped.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

impl App {
    pub(super) fn new(router: Router, limits: Limits, on_fault: Option<Report>) -> Self {
        Self(Arc::new(Shared { router, limits, on_fault }))
    }

    async fn answer(
        self,
        request: Request<Incoming>,
        peer: SocketAddr,
    ) -> Result<Response, Infallible> {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let mut router = self.0.router.clone();
        let answered = AssertUnwindSafe(async {
            let Ok(response) = router.call(request).await;
            self.report(&response);
            response
        });
        Ok(answered.catch_unwind().await.unwrap_or_else(|_| failed()))
    }

    fn report(&self, response: &Response) {
        if let Some(report) = &self.0.on_fault
            && let Some(fault) = response.extensions().get::<Fault>()
        {
            report(fault);
        }
    }
}

/// Answer to a panic outside any tool: in the rest of the router, or in the report of a fault.
fn failed() -> Response {
    reply::problem(&Problem::new(Kind::Internal, "the server failed"))
}
