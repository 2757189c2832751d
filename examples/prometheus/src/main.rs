//! Serves the tools and their metrics: `curl http://127.0.0.1:8080/metrics`.

use std::error::Error;
use std::time::Duration;

use a2t::{Limits, Server};
use tokio::time::sleep;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let metrics = prometheus::count()?;
    let kept = metrics.clone();
    // Durations wait in memory until they are put into their buckets.
    tokio::spawn(async move {
        loop {
            sleep(Duration::from_secs(5)).await;
            kept.run_upkeep();
        }
    });
    let server = Server::from_router(prometheus::router(Limits::new(), metrics));
    let server = server.bind("127.0.0.1:8080").await?;
    println!("metrics at http://{}/metrics", server.local_addr());
    Ok(server.serve().await?)
}
