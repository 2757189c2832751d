//! A vendor and an agent in one process: what is offered, one call with its reply, a call that cannot
//! be, and an errand of several calls.

use std::error::Error;
use std::sync::Arc;

use a2t::{InputType, ToolSignature};
use trip_agent::weather::{City, Client};
use weather_vendor::observations::Observations;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let observations = Arc::new(Observations::noaa()?);
    let vendor =
        a2t::Server::new(weather_vendor::toolset(), observations).bind("127.0.0.1:0").await?;
    let url = format!("http://{}", vendor.local_addr());
    tokio::select! {
        served = vendor.serve() => Ok(served?),
        visited = visit(&url) => visited,
    }
}

async fn visit(url: &str) -> Result<(), Box<dyn Error>> {
    println!("A vendor at {url} offers");
    for tool in a2t::client::Client::new(url)?.tools().await? {
        print_tool(&tool);
    }

    let vendor = Client::new(url)?;
    println!("\nAn agent calls\n  lookup_weather_of_day(City::Seattle, \"2014-07-04\")");
    let day = vendor.lookup_weather_of_day(City::Seattle, "2014-07-04").send().await?;
    println!("and the reply is");
    println!("  weather: {}", day.weather);
    println!("  high_tenths_celsius: {}", day.high_tenths_celsius);
    println!("  low_tenths_celsius: {}", day.low_tenths_celsius);
    println!("  precipitation_tenths_mm: {}", day.precipitation_tenths_mm);
    println!("  wind_tenths_mps: {}", day.wind_tenths_mps);

    println!("\nIt calls\n  summarize_weather_of_month(City::Seattle, 2014, 13)");
    if let Err(error) = vendor.summarize_weather_of_month(City::Seattle, 2014, 13).send().await {
        println!("and before anything is sent it learns\n  {error}");
    }

    println!("\nIt goes on an errand.\n{}", trip_agent::plan(&vendor, 2014, 7).await?);
    Ok(())
}

fn print_tool(tool: &ToolSignature) {
    println!("\n  {} (version {})\n    {}", tool.name, tool.version, tool.description);
    for input in tool.input_parameters.iter() {
        let optional = if input.required { "" } else { ", optional" };
        println!("    <- {}: {}{optional}", input.name, values(&input.kind));
    }
    for output in tool.output_parameters.iter() {
        println!("    -> {}: {}", output.name, output.kind.name());
    }
}

fn values(kind: &InputType) -> String {
    match kind {
        InputType::Int { min: Some(min), max } => format!("{min} to {max}"),
        InputType::Enum { allowed_values } => {
            let names: Vec<&str> = allowed_values.iter().map(|value| &*value.name).collect();
            names.join(" | ")
        }
        other => other.name().to_owned(),
    }
}
