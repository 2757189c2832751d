use std::time::Duration;

use a2t::rap::{Server, store::Sql};

/// Reports the weather of a year, which takes a while.
///
/// # Returns
/// The report.
#[a2t::tool(version = 1, read_only, long_running)]
async fn report_weather_of_year(
    /// The year.
    #[a2t(min = 2012, max = 2015)]
    year: u16,
) -> String {
    tokio::time::sleep(Duration::from_secs(3600)).await;
    format!("{year} was mild.")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let calls = Sql::sqlite("calls.db").open().await?;
    let tools = a2t::toolset![report_weather_of_year];
    let server = Server::new(tools, ()).name("weather").store(calls);
    Ok(a2t::Server::from_rap(server).bind("127.0.0.1:8080").await?.serve().await?)
}
