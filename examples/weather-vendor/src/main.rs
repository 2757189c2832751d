//! Reads the command line, loads the records, serves the tools.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use weather_vendor::observations::Observations;

/// Serves NOAA's daily observations of Seattle and New York as tools
#[derive(Debug, Parser)]
struct Arguments {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Standard output tells the address and nothing else, so that a program can read it.
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    match serve(&arguments.listen).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(address: &str) -> Result<(), Box<dyn Error>> {
    let observations = Arc::new(Observations::noaa()?);
    let server = a2t::Server::new(weather_vendor::toolset(), observations)
        .on_fault(|fault| tracing::error!(tool = %fault.signature().name, "{fault}"))
        .bind(address)
        .await?;
    println!("the tools are listed at http://{}/tools", server.local_addr());
    Ok(server.serve().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<String, String> {
        let words = std::iter::once("weather-vendor").chain(line.split_whitespace());
        let arguments = Arguments::try_parse_from(words).map_err(|error| error.to_string())?;
        Ok(arguments.listen)
    }

    #[test]
    fn the_address_may_follow_a_space_or_an_equals_sign() {
        let asked = Ok("127.0.0.1:0".to_owned());
        assert_eq!(parse("--listen 127.0.0.1:0"), asked);
        assert_eq!(parse("--listen=127.0.0.1:0"), asked);
    }

    #[test]
    fn without_options_it_listens_where_the_help_says() {
        let address = parse("").unwrap();
        let help = parse("--help").unwrap_err();
        assert!(help.contains(&format!("[default: {address}]")), "{help}");
    }

    #[test]
    fn an_unknown_option_or_a_missing_address_is_named() {
        let unknown = parse("--port 80").unwrap_err();
        assert!(unknown.contains("'--port'"), "{unknown}");
        let missing = parse("--listen").unwrap_err();
        assert!(missing.contains("'--listen <ADDRESS>'"), "{missing}");
    }
}
