//! A vendor whose socket another process holds, so that connections wait in it while the program is
//! exchanged.
//!
//! `systemd/` has the units. Without systemd, `systemd-socket-activate -l 8080 socket-activation`
//! and `systemfd --no-pid -s http::8080 -- socket-activation` use the same protocol; started by
//! itself, it listens on its own socket.

use std::error::Error;

use a2t::{Health, Server};
use listenfd::ListenFd;
use tokio::net::TcpListener;

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, id = "5d0a5b1e-1b64-4c0e-9a55-0d1f3c1f2a77")]
async fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a.saturating_add(b)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::new(a2t::toolset![add], ()).health(Health::new());
    let server = match ListenFd::from_env().take_tcp_listener(0)? {
        Some(socket) => {
            socket.set_nonblocking(true)?;
            server.listener(TcpListener::from_std(socket)?)?
        }
        None => server.bind("127.0.0.1:8080").await?,
    };
    println!("listening on http://{}", server.local_addr());
    Ok(server.serve().await?)
}
