//! Serves the tools of the directory `tools`, and takes more of them while it serves.

use std::error::Error;
use std::net::Ipv4Addr;
use std::path::Path;

use catalog_from_data::{api, operators, read};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let live = read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tools")))?.live();
    println!("{} tools at http://127.0.0.1:8080/tools and /mcp", live.len());
    println!(
        "add one: curl -X PUT -d @tool.json -H content-type:application/json http://127.0.0.1:8081/tools"
    );
    // A separate port, which no caller reaches.
    let inside = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 8081)).await?;
    let operators = a2t::Server::from_router(operators(&live)).listener(inside)?;
    let server = a2t::Server::from_router(api(&live)).bind("127.0.0.1:8080").await?;
    tokio::select! {
        served = server.serve() => Ok(served?),
        served = operators.serve_until(std::future::pending()) => Ok(served?),
    }
}
