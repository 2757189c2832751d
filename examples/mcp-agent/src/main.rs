//! `mcp-agent YEAR -- COMMAND ARGS`: asks the MCP server that the command starts when it first snowed.

use std::process::ExitCode;

use clap::Parser;
use mcp_agent::weather::Client;

/// Finds when it first snowed in Seattle in a year, by asking the weather vendor over MCP
#[derive(Debug, Parser)]
struct Arguments {
    /// 2012 to 2015
    #[arg(default_value_t = 2014)]
    year: u16,
    /// Ask the server at this address instead, such as http://127.0.0.1:8080/mcp
    #[arg(long, conflicts_with = "command")]
    url: Option<String>,
    /// Command that starts the server
    #[arg(last = true, default_values = ["cargo", "run", "--quiet", "-p", "weather-vendor", "--", "--mcp-stdio"])]
    command: Vec<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(answer) => println!("{answer}"),
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

async fn run(arguments: Arguments) -> a2t::mcp::client::Result<String> {
    let server = match (&arguments.url, arguments.command.split_first()) {
        (Some(url), _) => Client::http(url)?,
        (None, Some((program, rest))) => Client::command(program, rest),
        (None, None) => return Ok(String::new()),
    };
    let changed = mcp_agent::changed(&server).await?;
    if !changed.is_empty() {
        return Ok(format!("The server's tools are not those that were approved:\n{changed}"));
    }
    Ok(mcp_agent::first_snow(&server, arguments.year).await?.to_string())
}
