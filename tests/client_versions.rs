//! A client generated from an older version against the server of a newer one, over a socket.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::net::SocketAddr;

use a2t::__private::{Entry, Function, Older, RunsWith};
use a2t::{Server, Toolset};
use serde_json::{Value, json};

include!("codegen/golden/weather.rs");

/// Temperature scale.
#[derive(Clone, Copy, a2t::Enum)]
enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

/// The weather, and since version 3 the wind.
#[derive(a2t::Output)]
struct Weather {
    /// What the wind does.
    wind: String,
    /// The station's own report.
    report: a2t::Json<Value>,
    /// The current temperature in the named city.
    temperature: i32,
}

/// Looks up the current weather for a city.
#[a2t::tool(version = 3, id = "6b2f0c8e-7d55-5c0e-9a3b-2f1d8c4e5a60")]
async fn lookup_weather_by_city(
    /// Whether to ask the station again.
    #[a2t(default = false)]
    fresh: bool,
    /// Days ahead.
    #[a2t(max = 14, default = 0)]
    days: u8,
    /// The city. For example, Boston or Los Angeles.
    #[a2t(max_length = 100)]
    city: String,
    /// Temperature scale of the reply; Fahrenheit if absent.
    units: Option<Units>,
) -> Result<Weather, a2t::ToolError> {
    if city.is_empty() {
        return Err(a2t::ToolError::refused("name a city"));
    }
    let scale = match units {
        Some(Units::Celsius) => "C",
        Some(Units::Fahrenheit) | None => "F",
    };
    Ok(Weather {
        wind: "calm".to_owned(),
        report: a2t::Json(json!({"city": city, "days": days, "fresh": fresh, "scale": scale})),
        temperature: 21,
    })
}

/// Serves version 3, and version 2 as the client was generated from it.
async fn serve() -> SocketAddr {
    let approved = include_bytes!("codegen/catalogs/weather.json");
    let approved = a2t_core::catalog::parse(approved).unwrap();
    let text = a2t_core::published::text(&approved.tools[0]).leak();
    let older = Box::leak(Box::new([Older { version: 2, text }]));
    let [entry] = <Function<lookup_weather_by_city> as RunsWith<(), _>>::ENTRIES else {
        panic!("one tool");
    };
    let entry = Entry::new(entry.signature, entry.call).older(older);
    let toolset = Toolset::from_entries([&*Box::leak(Box::new(entry))]);
    let server = Server::new(toolset, ()).bind("127.0.0.1:0").await.unwrap();
    let address = server.local_addr();
    tokio::spawn(server.serve_until(std::future::pending()));
    address
}

#[tokio::test]
async fn a_client_of_version_2_is_served_by_version_3() {
    let url = format!("http://{}", serve().await);
    let weather = weather::Client::new(&url).unwrap();
    let call = weather.lookup_weather_by_city("Omaha").units(weather::Units::Celsius);
    let reply = call.days(3).send().await.unwrap();
    assert!(reply.temperature == 21);
    let report = json!({"city": "Omaha", "days": 3, "fresh": false, "scale": "C"});
    assert_eq!(reply.report.required().unwrap(), report);
}

#[tokio::test]
async fn what_the_newer_code_refuses_reaches_the_older_client() {
    let url = format!("http://{}", serve().await);
    let weather = weather::Client::new(&url).unwrap();
    let error = weather.lookup_weather_by_city("").send().await.unwrap_err();
    assert!(error.to_string().contains("name a city"), "{error}");
}
