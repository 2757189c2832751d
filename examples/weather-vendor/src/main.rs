//! Reads the command line, loads the records, serves the tools.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use weather_vendor::observations::Observations;

const USAGE: &str = "\
Serves NOAA's daily observations of Seattle and New York as tools.

Usage: weather-vendor [--listen ADDRESS]

  --listen ADDRESS  where to listen [default: 127.0.0.1:8080]; port 0 takes a free one
  --help            this text";

#[derive(Debug, PartialEq)]
enum Command {
    Help,
    Listen(String),
}

#[tokio::main]
async fn main() -> ExitCode {
    match Command::parse(std::env::args().skip(1)) {
        Ok(Command::Help) => println!("{USAGE}"),
        Ok(Command::Listen(address)) => {
            if let Err(error) = serve(&address).await {
                eprintln!("error: {error}");
                return ExitCode::FAILURE;
            }
        }
        Err(problem) => {
            eprintln!("error: {problem}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

async fn serve(address: &str) -> Result<(), Box<dyn Error>> {
    let observations = Arc::new(Observations::noaa()?);
    let server = a2t::Server::new(weather_vendor::toolset(), observations)
        .on_fault(|fault| eprintln!("{fault}"))
        .bind(address)
        .await?;
    println!(
        "the tools are listed at http://{}/tools",
        server.local_addr()
    );
    Ok(server.serve().await?)
}

impl Command {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut address = String::from("127.0.0.1:8080");
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--help" | "-h" => return Ok(Self::Help),
                "--listen" => {
                    let value = arguments.next();
                    address = value.ok_or("`--listen` needs an address, such as 127.0.0.1:8080")?;
                }
                other => match other.strip_prefix("--listen=") {
                    Some(value) => value.clone_into(&mut address),
                    None => return Err(format!("`{other}` is not an option of this program")),
                },
            }
        }
        Ok(Self::Listen(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, String> {
        Command::parse(line.split_whitespace().map(String::from))
    }

    #[test]
    fn the_address_may_follow_a_space_or_an_equals_sign() {
        let asked = Ok(Command::Listen("127.0.0.1:0".into()));
        assert_eq!(parse("--listen 127.0.0.1:0"), asked);
        assert_eq!(parse("--listen=127.0.0.1:0"), asked);
    }

    #[test]
    fn without_options_it_listens_where_the_usage_says() {
        let Ok(Command::Listen(address)) = parse("") else {
            panic!("not a command to listen")
        };
        assert!(USAGE.contains(&format!("[default: {address}]")));
    }

    #[test]
    fn an_unknown_option_or_a_missing_address_is_named() {
        assert_eq!(
            parse("--port 80").unwrap_err(),
            "`--port` is not an option of this program"
        );
        assert!(parse("--listen").unwrap_err().contains("needs an address"));
    }
}
