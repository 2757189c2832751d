//! A vendor as the first process of a container: no shell next to it, probes, and time for them to
//! notice its end.

use std::env;
use std::error::Error;
use std::net::Ipv4Addr;
use std::time::Duration;

use a2t::{Health, Limits, Server};

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, id = "5d0a5b1e-1b64-4c0e-9a55-0d1f3c1f2a78")]
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
    let port = env::var("PORT").map_or(Ok(8080), |port| port.parse())?;
    let server = Server::new(a2t::toolset![add], ())
        .health(Health::new())
        .limits(Limits::new().shutdown_delay(Duration::from_secs(5)))
        .bind((Ipv4Addr::UNSPECIFIED, port))
        .await?;
    println!("listening on http://{}", server.local_addr());
    Ok(server.serve().await?)
}
