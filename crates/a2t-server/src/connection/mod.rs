//! The accept loop: connections are admitted, served within the limits, and drained at the end.

pub(crate) mod conversation;
pub(crate) mod exchange;
pub(crate) mod head;
#[cfg(feature = "http2")]
pub(crate) mod multiplexed;
pub(crate) mod refuse;
#[cfg(feature = "tls")]
mod secured;
pub(crate) mod stream;
pub(crate) mod transport;

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_tool::dispatch::{CONNECTION, Client};
use futures_util::FutureExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

use crate::connection::conversation::{Peer, http1};
use crate::connection::exchange::Exchange;
use crate::connection::refuse::Refusals;
use crate::server::app::App;
use crate::server::trouble::Trouble;
use crate::server::work::{Stop, Stopping, Work};

/// Time in which a stopping server still answers requests on kept connections, each with word that
/// the connection ends; those that are idle end after it.
const LAST_CALL: Duration = Duration::from_millis(500);
/// Time in which background work lets go of what still runs when the drain is over.
const LETTING_GO: Duration = Duration::from_secs(5);

/// Serves connections until `stop` is ready, then lets begun requests end until the drain is over
/// or the future that `stop` returned is ready.
pub(crate) async fn run<C: Future<Output = ()>>(
    listener: TcpListener,
    app: App,
    works: Vec<Work>,
    stop: impl Future<Output = impl FnOnce() -> C>,
) {
    let (stopping, stopped) = watch::channel(());
    let works = Works::begin(works);
    let mut connections = Connections {
        open: JoinSet::new(),
        refusals: Refusals::new(),
        app,
        stopped,
        trouble: Trouble::default(),
    };
    let cut = connections.accept_until(&listener, stop).await;
    let cut = cut().shared();
    connections.app.leave();
    let notice = connections.app.limits().shutdown_delay;
    if !notice.is_zero() {
        let _ = connections.accept_until(&listener, timeout(notice, cut.clone())).await;
    }
    connections.app.stop();
    connections.admit_waiting(listener);
    connections.drain(stopping, works, cut).await;
}

/// Work of protocols whose calls may last longer than their requests.
struct Works {
    running: JoinSet<()>,
    phase: watch::Sender<Phase>,
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Phase {
    Working,
    Stopping,
    Cut,
}

impl Works {
    fn begin(works: Vec<Work>) -> Self {
        let (phase, phases) = watch::channel(Phase::Working);
        let reached = |awaited: Phase| -> Stop {
            let mut phases = phases.clone();
            Box::pin(async move {
                let _ = phases.wait_for(|phase| *phase >= awaited).await;
            })
        };
        let mut running = JoinSet::new();
        for work in works {
            let (stop, cut) = (reached(Phase::Stopping), reached(Phase::Cut));
            running.spawn(work(Stopping { stop, cut }));
        }
        Self { running, phase }
    }

    /// Stops the work and waits for its end.
    async fn end(&mut self) {
        self.phase.send_replace(Phase::Stopping);
        all(&mut self.running).await;
    }

    /// Has the work let go of what still runs, so that another program can go on with it at once.
    async fn cut(&mut self) {
        self.phase.send_replace(Phase::Cut);
        let _ = timeout(LETTING_GO, all(&mut self.running)).await;
    }
}

struct Connections {
    open: JoinSet<()>,
    refusals: Refusals,
    app: App,
    stopped: watch::Receiver<()>,
    trouble: Trouble,
}

impl Connections {
    async fn accept_until<C>(
        &mut self,
        listener: &TcpListener,
        stop: impl Future<Output = C>,
    ) -> C {
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                biased;
                cut = &mut stop => return cut,
                Some(_) = self.open.join_next() => {}
                accepted = accept(listener, self.trouble.pause()) => match accepted {
                    Ok((stream, peer)) => {
                        self.trouble.over();
                        self.admit(stream, peer);
                    }
                    Err(error) if is_of_one_connection(&error) => {}
                    Err(error) => self.trouble.report(&error, self.app.on_accept_error()),
                },
            }
        }
    }

    /// Admits the connections that the system has already accepted, so that they are not lost. The
    /// socket itself is asked, because the runtime may not know of the last ones yet.
    fn admit_waiting(&mut self, listener: TcpListener) {
        let Ok(listener) = listener.into_std() else {
            return;
        };
        loop {
            match listener.accept() {
                Ok((stream, peer)) => {
                    let stream =
                        stream.set_nonblocking(true).and_then(|()| TcpStream::from_std(stream));
                    stream.into_iter().for_each(|stream| self.admit(stream, peer));
                }
                Err(error) if is_of_one_connection(&error) => {}
                Err(_) => return,
            }
        }
    }

    fn admit(&mut self, stream: TcpStream, peer: SocketAddr) {
        if self.open.len() >= self.app.limits().max_connections {
            // Who speaks TLS does not read words in the clear.
            if !self.app.is_secured() {
                self.refusals.refuse(stream);
            }
        } else {
            let (app, stopped) = (self.app.clone(), self.stopped.clone());
            let exchange = Arc::new(Exchange::new(app));
            let serving = serve_connection(Arc::clone(&exchange), stream, peer, stopped);
            self.open.spawn(CONNECTION.scope(Client::new(exchange), serving));
        }
    }

    /// Closes the connections, idle ones after [`LAST_CALL`], and then stops the work that they may have started.
    async fn drain(
        mut self,
        stopping: watch::Sender<()>,
        mut works: Works,
        cut: impl Future<Output = ()>,
    ) {
        let limit = self.app.limits().shutdown_timeout;
        let ended = async {
            let _ = timeout(LAST_CALL, all(&mut self.open)).await;
            drop(stopping);
            all(&mut self.open).await;
            self.app.finished().await;
            works.end().await;
        };
        tokio::select! {
            _ = timeout(limit, ended) => {}
            () = cut => {}
        }
        self.app.cut();
        self.open.shutdown().await;
        works.cut().await;
    }
}

async fn serve_connection(
    exchange: Arc<Exchange>,
    stream: TcpStream,
    address: SocketAddr,
    stopped: watch::Receiver<()>,
) {
    // Without it a reply may wait for the acknowledgement of the one before; an error costs only
    // speed.
    let _ = stream.set_nodelay(true);
    #[cfg(feature = "tls")]
    if let Some(secured) = exchange.server().tls().cloned() {
        return secured::converse(secured, exchange, stream, address, stopped).await;
    }
    let peer = Peer {
        address,
        #[cfg(feature = "tls")]
        certificates: None,
    };
    http1(exchange, stream, peer, stopped).await;
}

async fn accept(
    listener: &TcpListener,
    pause: Option<Instant>,
) -> io::Result<(TcpStream, SocketAddr)> {
    if let Some(end) = pause {
        sleep_until(end).await;
    }
    listener.accept().await
}

async fn all(open: &mut JoinSet<()>) {
    while open.join_next().await.is_some() {}
}

/// Returns whether a client gave up between connecting and being accepted: the listener is well.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
