//! Oxide's OpenAPI server with one endpoint. Prints its port; serves until standard input ends.

use dropshot::{
    ApiDescription, ConfigLogging, ConfigLoggingLevel, HttpError, HttpResponseOk, RequestContext,
    ServerBuilder, TypedBody, endpoint,
};
use tokio::io::AsyncReadExt;

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

/// Searches flights between two airports.
#[endpoint { method = POST, path = "/tools/search_flights" }]
async fn search_flights(
    _context: RequestContext<()>,
    body: TypedBody<Search>,
) -> Result<HttpResponseOk<Flight>, HttpError> {
    let Search { origin, destination, passengers, cabin } = body.into_inner();
    let number = format!("{origin}-{destination}-{}", passengers.unwrap_or(1));
    let fare = match cabin {
        Cabin::Economy => 100,
        Cabin::Premium => 200,
        Cabin::Business => 300,
        Cabin::First => 400,
    };
    Ok(HttpResponseOk(Flight { number, fare, sold_out: false }))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), String> {
    let log = ConfigLogging::StderrTerminal { level: ConfigLoggingLevel::Critical };
    let log = log.to_logger("bench").map_err(|error| error.to_string())?;
    let mut api = ApiDescription::new();
    api.register(search_flights).map_err(|error| error.to_string())?;
    let server = ServerBuilder::new(api, (), log).start().map_err(|error| error.to_string())?;
    println!("{}", server.local_addr().port());
    let _ = tokio::io::stdin().read(&mut [0]).await;
    server.close().await
}
