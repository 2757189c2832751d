//! A weather vendor: NOAA's daily observations of Seattle and New York, served as tools.
//!
//! ```console
//! $ cargo run -p weather-vendor -- --listen 127.0.0.1:8080   # A2T at /tools, MCP at /mcp
//! $ cargo run -p weather-vendor -- --mcp-stdio               # MCP, for a host that starts it
//! ```

pub mod date;
pub mod observations;
pub mod tools;

use std::sync::Arc;

use a2t::mcp::Service;
use a2t::{Server, Toolset};

use crate::observations::Observations;
use crate::tools::{
    find_days_by_weather, find_ten_days_by_weather, lookup_weather_of_day,
    summarize_weather_of_month,
};

/// Everything this vendor offers.
pub fn toolset() -> Toolset<Arc<Observations>> {
    a2t::toolset![
        lookup_weather_of_day,
        summarize_weather_of_month,
        find_days_by_weather,
        find_ten_days_by_weather
    ]
}

/// Serves the tools over HTTP: A2T at `/tools`, MCP at `/mcp`.
pub fn server(observations: Arc<Observations>) -> Server<Arc<Observations>> {
    Server::new(toolset(), observations).mcp_with("/mcp", described)
}

/// Returns the tools as an MCP service, for standard input and output.
pub fn mcp(observations: Arc<Observations>) -> Service<Arc<Observations>> {
    described(Service::new(toolset(), observations))
}

fn described(service: Service<Arc<Observations>>) -> Service<Arc<Observations>> {
    service.instructions("Daily observations of Seattle and New York, from 2012 to 2015.")
}
