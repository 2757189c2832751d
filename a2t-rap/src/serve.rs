//! A program that speaks RAP alone: connections are served within limits, and drained at the end.

use std::fmt;
use std::io;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::{Server, SetupError};

/// Connections that are open at one time; more wait in the socket.
const CONNECTIONS: usize = 10_000;
/// Longest time for the head of a request, the wait for it included.
const HEAD: Duration = Duration::from_secs(10);
/// Wait for a file descriptor when there is none for another connection.
const NO_DESCRIPTOR: Duration = Duration::from_millis(50);

/// Serves until the process gets SIGTERM or ctrl-c; then takes nothing new, and lets what has begun
/// end, at most [`Limits::drain`](crate::Limits::drain). What has not ended by then, and what no
/// signal could announce, runs again when the program is started again with the same store.
///
/// The connection is plain HTTP/1.1: put a proxy that speaks TLS before it, and layers that
/// authenticate callers around [`Server::into_router`], if strangers reach it.
///
/// ```no_run
/// # async fn example(toolset: a2t::Toolset<()>) -> Result<(), Box<dyn std::error::Error>> {
/// use a2t::rap;
///
/// let store = rap::store::Sql::sqlite("calls.db").open().await?;
/// let server = rap::Server::new(toolset, ()).store(store);
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
/// rap::serve(listener, server).await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`ServeError`]: the server cannot be set up, or signals cannot be listened for.
pub async fn serve<S>(listener: TcpListener, server: Server<S>) -> Result<(), ServeError>
where
    S: Clone + Send + Sync + 'static,
{
    let stop = signals().map_err(ServeError::Signals)?;
    serve_until(listener, server, stop).await
}

/// Serves until the future is ready, then ends as [`serve`] does.
///
/// # Errors
/// [`ServeError`]: the server cannot be set up.
pub async fn serve_until<S>(
    listener: TcpListener,
    server: Server<S>,
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError>
where
    S: Clone + Send + Sync + 'static,
{
    let drain = server.drain();
    let (router, workers) = server.into_router().map_err(ServeError::Setup)?;
    let (stopping, mut stopped) = watch::channel(());
    let working = tokio::spawn(workers.run_until(async move {
        let _ = stopped.changed().await;
    }));
    let (closing, closed) = watch::channel(());
    let mut open = JoinSet::new();
    tokio::select! {
        () = accept(&listener, &router, &mut open, &closed) => {}
        () = stop => {}
    }
    drop((listener, closing));
    let _ = timeout(drain, async { while open.join_next().await.is_some() {} }).await;
    open.shutdown().await;
    drop(stopping);
    let _ = working.await;
    Ok(())
}

async fn accept(
    listener: &TcpListener,
    router: &Router,
    open: &mut JoinSet<()>,
    closed: &watch::Receiver<()>,
) {
    loop {
        while open.len() >= CONNECTIONS {
            open.join_next().await;
        }
        while open.try_join_next().is_some() {}
        match listener.accept().await {
            Ok((stream, _)) => {
                open.spawn(connection(stream, router.clone(), closed.clone()));
            }
            Err(_) => sleep(NO_DESCRIPTOR).await,
        }
    }
}

async fn connection(stream: TcpStream, router: Router, mut closed: watch::Receiver<()>) {
    // Without it a reply may wait for the acknowledgement of the one before; an error costs only
    // speed.
    let _ = stream.set_nodelay(true);
    let mut http = http1::Builder::new();
    let http = http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let serving = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut serving = pin!(serving);
    // An error on a connection concerns its client only, and was answered if it could be.
    tokio::select! {
        _ = serving.as_mut() => return,
        _ = closed.changed() => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}

#[cfg(unix)]
fn signals() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) =
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn signals() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Error of a server that did not start.
#[non_exhaustive]
pub enum ServeError {
    /// The settings do not fit together.
    Setup(SetupError),
    /// The signals cannot be listened for.
    Signals(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(error) => error.fmt(f),
            Self::Signals(error) => write!(f, "cannot listen for signals: {error}"),
        }
    }
}

/// Prints as [`Display`](fmt::Display) does, because `main` prints it when it returns the error.
impl fmt::Debug for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Setup(error) => Some(error),
            Self::Signals(error) => Some(error),
        }
    }
}
