//! `client-a2t-telemetry PORT TIMES [spans|metrics]`: the program of `client-a2t` with telemetry that is
//! read.

use std::io;

use metrics_exporter_prometheus::PrometheusBuilder;
use tracing_subscriber::fmt;
use tracing_subscriber::util::SubscriberInitExt;

#[path = "../../a2t/src/calls.rs"]
mod calls;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (port, times) =
        arguments.next().zip(arguments.next()).ok_or("usage: client-a2t-telemetry PORT TIMES")?;
    match arguments.next().as_deref() {
        None => {}
        Some("spans") => fmt().with_writer(io::sink).finish().init(),
        Some("metrics") => {
            PrometheusBuilder::new().install_recorder()?;
        }
        Some(other) => return Err(format!("no setting is called {other}").into()),
    }
    calls::calls(&port, &times).await
}
