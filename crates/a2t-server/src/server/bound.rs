//! A server that listens, and serves until it is stopped.

use std::fmt;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use crate::ServeError;
use crate::connection::run;
use crate::server::app::App;
use crate::server::signals::Signals;
use crate::server::work::Work;

/// A server that listens: connections wait in the socket until it serves.
#[must_use]
pub struct BoundServer {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
    works: Vec<Work>,
}

impl BoundServer {
    pub(crate) fn new(
        listener: TcpListener,
        address: SocketAddr,
        app: App,
        works: Vec<Work>,
    ) -> Self {
        Self { listener, address, app, works }
    }

    /// Returns the address it listens on, with the real port.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process gets SIGTERM or ctrl-c, then lets the requests that it has begun
    /// end for at most [`Limits::shutdown_timeout`](crate::Limits::shutdown_timeout); a second signal cuts them at once.
    ///
    /// # Errors
    /// The signals cannot be listened for.
    pub async fn serve(self) -> Result<(), ServeError> {
        let fail = |error| ServeError::new("cannot listen for signals".to_owned(), error);
        let mut signals = Signals::new().map_err(fail)?;
        let stop = async {
            signals.next().await;
            move || async move { signals.next().await }
        };
        run(self.listener, self.app, self.works, stop).await;
        Ok(())
    }

    /// Serves until the future is ready, then lets the requests that it has begun end for at most
    /// [`Limits::shutdown_timeout`](crate::Limits::shutdown_timeout).
    ///
    /// # Errors
    /// None today: trouble with a connection ends that connection only.
    pub async fn serve_until(self, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        let stop = async {
            stop.await;
            std::future::pending
        };
        run(self.listener, self.app, self.works, stop).await;
        Ok(())
    }
}

impl fmt::Debug for BoundServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("BoundServer");
        shown.field("address", &self.address).finish_non_exhaustive()
    }
}
