//! Reads the command line, asks, and waits for the report.

use std::error::Error;

use a2t::rap::client::store::open;
use clap::Parser;
use tokio::net::TcpListener;

/// Asks for a report on the weather of a year, and waits until it is ready
#[derive(Debug, Parser)]
struct Arguments {
    /// Base URL of the vendor
    vendor: String,
    /// Address for the answer, the same for each start
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8090")]
    listen: String,
    /// Store of calls: `sqlite:FILE`, or `memory`, which loses them with the program
    #[arg(long, value_name = "STORE", default_value = "sqlite:asked.db")]
    store: String,
    /// The city, SEATTLE or NEW_YORK
    city: String,
    /// The year, from 2012 to 2015
    year: i64,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let listener = TcpListener::bind(&*arguments.listen).await?;
    let store = open::store(&arguments.store).await?;
    let runtime = slow_agent::runtime(&arguments.vendor, listener, store).await?;
    let pending = slow_agent::ask(&runtime, &arguments.city, arguments.year).await?;
    eprintln!("asked; the report comes when it is ready");
    println!("{}", slow_agent::report(pending).await?);
    Ok(())
}
