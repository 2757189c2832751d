//! An agent that asks for a report which takes a while, and is notified when it is ready, though
//! the vendor was killed and started again in between.
//!
//! ```console
//! $ cargo run -p slow-vendor -- --listen 127.0.0.1:8080 --store sqlite:calls.db --allow-loopback &
//! $ cargo run -p slow-agent -- http://127.0.0.1:8080 --store sqlite:asked.db SEATTLE 2014
//! ```

use std::error::Error;

use a2t::rap::Runtime;
use a2t::rap::client::store::Store;
use a2t::rap::client::{Pending, Policy};
use axum::Router;
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;

/// The conversation that the report is for.
pub const THREAD: &str = "weather";

/// A runtime that vendors on this machine reach, and the vendor's tools in it.
pub async fn runtime(
    vendor: &str,
    listener: TcpListener,
    store: impl Store + 'static,
) -> Result<Runtime, Box<dyn Error>> {
    let url = format!("http://{}/rap", listener.local_addr()?);
    let runtime =
        Runtime::builder(&url, store).egress_policy(Policy::default().allow_loopback()).build()?;
    let router = Router::new().nest("/rap", runtime.router());
    let server = a2t::Server::from_router(router).listener(listener)?;
    tokio::spawn(server.serve_until(std::future::pending()));
    runtime.load(vendor).await?;
    Ok(runtime)
}

/// Asks for the report of a year. The same city and year again are the same call: an agent that was
/// started again gets what the one before it asked for.
pub async fn ask(runtime: &Runtime, city: &str, year: i64) -> Result<Pending, Box<dyn Error>> {
    let arguments: Map<String, Value> =
        Map::from_iter([("city".to_owned(), json!(city)), ("year".to_owned(), json!(year))]);
    let call = runtime.call(THREAD, "report_weather_of_year", arguments);
    Ok(call.id(format!("{city}-{year}")).await?)
}

/// The report in a sentence, when it is ready.
pub async fn report(pending: Pending) -> Result<String, Box<dyn Error>> {
    let result = pending.result().await?;
    let text = result.text.unwrap_or_default();
    if result.is_error {
        return Err(text.into());
    }
    let report: Value = serde_json::from_str(&text)?;
    let summary = report.get("summary").and_then(Value::as_str);
    Ok(summary.unwrap_or(&text).to_owned())
}
