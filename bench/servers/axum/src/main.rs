//! What a vendor without any library would write: typed flat JSON, and a constant reply as the
//! floor. Prints its port; serves until standard input ends.

use axum::routing::post;
use axum::{Json, Router};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

#[derive(serde::Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Cabin {
    Economy,
    Premium,
    Business,
    First,
}

#[derive(serde::Deserialize)]
struct Search {
    origin: String,
    destination: String,
    passengers: Option<i32>,
    cabin: Cabin,
}

#[derive(serde::Serialize)]
struct Flight {
    number: String,
    fare: i32,
    sold_out: bool,
}

async fn search_flights(
    Json(Search { origin, destination, passengers, cabin }): Json<Search>,
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

#[derive(serde::Deserialize)]
struct List {
    count: u32,
}

#[derive(serde::Serialize)]
struct Listed {
    number: String,
    fare: i64,
    sold_out: bool,
}

#[derive(serde::Serialize)]
struct Flights {
    flights: Vec<Listed>,
}

async fn list_flights(Json(List { count }): Json<List>) -> Json<Flights> {
    let flight = |fare| Listed { number: "FRA-JFK-2".to_owned(), fare, sold_out: false };
    Json(Flights { flights: (0..i64::from(count)).map(flight).collect() })
}

async fn constant() -> &'static str {
    "{}"
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let router = Router::new()
        .route("/tools/search_flights", post(search_flights))
        .route("/tools/list_flights", post(list_flights))
        .route("/constant", post(constant));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    tokio::select! {
        served = axum::serve(listener, router) => served,
        ended = async { tokio::io::stdin().read(&mut [0]).await } => ended.map(|_| ()),
    }
}
