//! The tool of `server-a2t` behind what a server has in production, chosen by the first argument.
//! Prints its port; serves until standard input ends.

#[path = "../../a2t/src/tool.rs"]
mod tool;

use std::io;

use a2t::{AuthError, Caller, RateLimit, Server};
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::io::AsyncReadExt;
use tracing_subscriber::fmt;
use tracing_subscriber::util::SubscriberInitExt;

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let server = Server::new(a2t::toolset![tool::search_flights], ());
    let server = match std::env::args().nth(1).as_deref() {
        None => server,
        Some("authenticated") => server.authenticate(a2t::authenticate(by_token)),
        Some("limited") => server.rate_limit(RateLimit::per_second(1_000_000)),
        Some("spans") => {
            fmt().with_writer(io::sink).finish().init();
            server
        }
        Some("metrics") => {
            PrometheusBuilder::new().install_recorder().map_err(io::Error::other)?;
            server
        }
        Some(other) => return Err(io::Error::other(format!("no setting is called {other}"))),
    };
    let server = server.bind("127.0.0.1:0").await.map_err(io::Error::other)?;
    println!("{}", server.local_addr().port());
    let ended = async {
        let _ = tokio::io::stdin().read(&mut [0]).await;
    };
    server.serve_until(ended).await.map_err(io::Error::other)
}

async fn by_token(head: http::request::Parts) -> Result<Caller, AuthError> {
    match a2t::bearer(&head.headers)? {
        "of-alice" => Ok(Caller::new("alice")),
        _ => Err(AuthError::invalid_token("no caller has this token")),
    }
}
