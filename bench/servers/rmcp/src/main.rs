//! The official MCP library, stateless over HTTP with JSON replies, with one tool. Prints its port;
//! serves until standard input ends.

use std::sync::Arc;

use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{Json, tool, tool_handler, tool_router};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Cabin {
    Economy,
    Premium,
    Business,
    First,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Search {
    origin: String,
    destination: String,
    passengers: Option<i32>,
    cabin: Cabin,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Flight {
    number: String,
    fare: i32,
    sold_out: bool,
}

#[derive(Clone)]
struct Flights;

#[tool_router]
impl Flights {
    /// Searches flights between two airports.
    #[tool]
    async fn search_flights(
        &self,
        Parameters(Search { origin, destination, passengers, cabin }): Parameters<Search>,
    ) -> Json<Flight> {
        let number = format!("{origin}-{destination}-{}", passengers.unwrap_or(1));
        let fare = match cabin {
            Cabin::Economy => 100,
            Cabin::Premium => 200,
            Cabin::Business => 300,
            Cabin::First => 400,
        };
        Json(Flight { number, fare, sold_out: false })
    }
}

#[tool_handler]
impl rmcp::ServerHandler for Flights {}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let service = StreamableHttpService::new(
        || Ok(Flights),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let router = axum::Router::new().nest_service("/mcp", service);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    tokio::select! {
        served = axum::serve(listener, router) => served,
        ended = async { tokio::io::stdin().read(&mut [0]).await } => ended.map(|_| ()),
    }
}
