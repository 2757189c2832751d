//! The client and the mock server, each tried on the other: lists, calls that are waited for, and
//! catalogs that changed since they were approved.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod listed;
mod mcp_errors;
mod mcp_keys;
mod recorded;
mod recorded_mcp;
mod scripted;
mod server;
mod streams;
mod together;
mod verify;
mod waiting;

use a2t::ToolSignature;
use a2t::client::{Client, Retry};
use a2t::testing::{Mock, MockServer};

const WEATHER: &str = include_str!("../codegen/catalogs/weather.json");

include!("../codegen/golden/every_type.rs");
include!("../codegen/golden/lending.rs");
include!("../codegen/golden/weather.rs");

fn tools(document: &str) -> Vec<ToolSignature> {
    a2t_core::catalog::parse(document.as_bytes()).unwrap().tools
}

/// The tool of the weather catalog.
fn lookup() -> ToolSignature {
    tools(WEATHER).remove(0)
}

/// Tools that differ in id and name.
fn many(count: u128) -> Vec<ToolSignature> {
    let numbered = |number| {
        let mut tool = lookup();
        tool.tool_id = a2t::ToolId::from_u128(number);
        tool.name = format!("tool_{number:05}").into();
        tool
    };
    (1..=count).map(numbered).collect()
}

async fn serve(tools: impl IntoIterator<Item = ToolSignature>) -> MockServer {
    Mock::new(tools).unwrap().start().await.unwrap()
}

fn client(vendor: &MockServer) -> Client {
    Client::builder(vendor.url()).retry(Retry::Never).build().unwrap()
}
