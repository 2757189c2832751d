//! A vendor whose calls are counted: `GET /metrics` is for Prometheus to scrape.

use std::future::ready;
use std::time::Duration;

use a2t::Limits;
use a2t::telemetry::metrics::DURATION;
use axum::Router;
use axum::routing::get;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::time::sleep;

/// Waits, as a database would have it.
///
/// # Returns
/// The time that it took, in milliseconds.
#[a2t::tool(version = 1, id = "3b1f6f7e-0f7a-4a43-9d9e-6d0c2b6c5a10")]
pub async fn wait_a_moment(
    /// Milliseconds.
    #[a2t(max = 10_000)]
    time: u32,
) -> u32 {
    sleep(Duration::from_millis(time.into())).await;
    time
}

/// Seconds up to which calls are counted together, so that Prometheus adds up machines.
const BUCKETS: [f64; 8] = [0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0];

/// Counts for the rest of the program.
///
/// # Errors
/// Something counts already.
pub fn count() -> Result<PrometheusHandle, BuildError> {
    let metrics = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full(DURATION.to_owned()), &BUCKETS)?
        .install_recorder()?;
    // Units and descriptions.
    a2t::telemetry::describe();
    Ok(metrics)
}

/// Tools, and a separate route for what was counted, which takes no place of a call, so that it
/// answers when calls are shed.
pub fn router(limits: Limits, metrics: PrometheusHandle) -> Router {
    let scrape = get(move || ready(metrics.render()));
    let tools = a2t::toolset![wait_a_moment];
    tools.into_router_with(limits).with_state(()).route("/metrics", scrape)
}
