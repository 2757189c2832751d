//! Listeners on aliases of loopback that count connections, and answer as the test asks.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// End of a reply after which nothing comes, not even the end of the connection.
pub(crate) const HOLD: &str = "(hold)";

pub(crate) struct Listeners {
    pub(crate) port: u16,
    connections: Arc<AtomicUsize>,
}

impl Listeners {
    /// Listeners at one port of every address; each answers `reply` and closes, unless `reply` ends
    /// with [`HOLD`].
    pub(crate) async fn at(addresses: &[&str], reply: impl Into<Vec<u8>>) -> Self {
        let reply: Arc<[u8]> = reply.into().into();
        for _ in 0..50 {
            let Some(listeners) = bind(addresses).await else { continue };
            let port = listeners[0].local_addr().unwrap().port();
            let connections = Arc::new(AtomicUsize::new(0));
            for listener in listeners {
                tokio::spawn(serve(listener, connections.clone(), reply.clone()));
            }
            return Self { port, connections };
        }
        panic!("no port is free at {addresses:?}");
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

async fn bind(addresses: &[&str]) -> Option<Vec<TcpListener>> {
    let mut listeners = Vec::new();
    let mut port = 0;
    for address in addresses {
        let address: IpAddr = address.parse().unwrap();
        let listener = TcpListener::bind(SocketAddr::new(address, port)).await.ok()?;
        port = listener.local_addr().unwrap().port();
        listeners.push(listener);
    }
    Some(listeners)
}

async fn serve(listener: TcpListener, connections: Arc<AtomicUsize>, reply: Arc<[u8]>) {
    while let Ok((mut stream, _)) = listener.accept().await {
        connections.fetch_add(1, Ordering::SeqCst);
        let reply = reply.clone();
        tokio::spawn(async move {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let held = reply.strip_suffix(HOLD.as_bytes());
            let _ = stream.write_all(held.unwrap_or(&reply)).await;
            if held.is_some() {
                std::future::pending::<()>().await;
            }
        });
    }
}
