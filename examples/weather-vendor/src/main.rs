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
    /// Speak MCP on standard input and output, for a host that starts the program
    #[arg(long, conflicts_with = "listen")]
    mcp_stdio: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Standard output has only the address or MCP: a program reads it.
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
    let observations = Arc::new(Observations::noaa()?);
    if arguments.mcp_stdio {
        return Ok(weather_vendor::mcp(observations).serve_stdio().await?);
    }
    let server = weather_vendor::server(observations).bind(arguments.listen).await?;
    println!("the tools are listed at http://{}/tools", server.local_addr());
    Ok(server.serve().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Arguments, String> {
        let words = std::iter::once("weather-vendor").chain(line.split_whitespace());
        Arguments::try_parse_from(words).map_err(|error| error.to_string())
    }

    fn parse(line: &str) -> Result<String, String> {
        Ok(read(line)?.listen)
    }

    #[test]
    fn mcp_is_spoken_on_stdio_or_at_an_address() {
        assert!(read("--mcp-stdio").unwrap().mcp_stdio);
        assert!(!read("").unwrap().mcp_stdio);
        let both = read("--mcp-stdio --listen 127.0.0.1:0").unwrap_err();
        assert!(both.contains("cannot be used with"), "{both}");
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
