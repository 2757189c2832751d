//! Reads the command line, opens the store, serves the tool.

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use a2t::rap::{Policy, store};
use clap::Parser;
use slow_vendor::Archive;
use weather_vendor::observations::Observations;

/// Serves reports that take a while, asynchronously (RAP)
#[derive(Debug, Parser)]
struct Arguments {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
    /// Store of calls: `sqlite:FILE`, `postgres://…`, `nats://…`, or `memory`, which loses them
    /// with the program
    #[arg(long, value_name = "STORE", default_value = "memory")]
    store: String,
    /// How long a report takes, such as `2s` or `1h`
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    delay: Duration,
    /// URL under which callers reach this program; the `Host` of their requests if absent
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Host to answer requests for, besides localhost and IP addresses, such as the one of the base URL; may be repeated
    #[arg(long = "host", value_name = "HOST")]
    host: Vec<String>,
    /// Post results to this machine too, without TLS
    #[arg(long)]
    allow_loopback: bool,
}

fn time(text: &str) -> Result<Duration, String> {
    let time: jiff::SignedDuration = text.parse().map_err(|error| format!("{error}"))?;
    time.try_into().map_err(|_| "a time is not negative".to_owned())
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Standard output has only the address: a program reads it.
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr);
    log.with_max_level(tracing::Level::WARN).init();
    match serve(arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let archive = Archive { observations: Observations::noaa()?, delay: arguments.delay };
    let mut server =
        slow_vendor::server(archive).store(store::open::store(&arguments.store).await?);
    if let Some(url) = arguments.base_url {
        server = server.base_url(url);
    }
    if arguments.allow_loopback {
        server = server.egress_policy(Policy::default().allow_loopback());
    }
    let mut server = a2t::Server::from_rap(server);
    for host in arguments.host {
        server = server.allow_host(host);
    }
    let server = server.bind(&*arguments.listen).await?;
    let address = server.local_addr();
    println!("the toolset is described at http://{address}/.well-known/rap-toolset");
    Ok(server.serve().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(time("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(time("1h"), Ok(Duration::from_secs(3600)));
        assert_eq!(time("150ms"), Ok(Duration::from_millis(150)));
        for wrong in ["", "2", "-1s", "soon"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
