//! The tool on this wire without a library. Prints its port; serves until standard input ends.

use axum::body::Bytes;
use floor::{Arguments, Outputs, Reply, Tool};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

async fn search_flights(
    origin: String,
    destination: String,
    passengers: Option<i32>,
    cabin: Cabin,
) -> Flight {
    let number = format!("{origin}-{destination}-{}", passengers.unwrap_or(1));
    let fare = match cabin {
        Cabin::Economy => 100,
        Cabin::Premium => 200,
        Cabin::Business => 300,
        Cabin::First => 400,
    };
    Flight { number, fare, sold_out: false }
}

enum Cabin {
    Economy,
    Premium,
    Business,
    First,
}

struct Flight {
    number: String,
    fare: i32,
    sold_out: bool,
}

fn cabin(name: &str) -> Result<Cabin, &'static str> {
    match name {
        "ECONOMY" => Ok(Cabin::Economy),
        "PREMIUM" => Ok(Cabin::Premium),
        "BUSINESS" => Ok(Cabin::Business),
        "FIRST" => Ok(Cabin::First),
        _ => Err("cabin"),
    }
}

fn call(body: Bytes) -> Reply {
    Box::pin(async move {
        let arguments = Arguments::read(&body)?;
        let (origin, destination) =
            (arguments.text("origin")?.to_owned(), arguments.text("destination")?.to_owned());
        let flight = search_flights(
            origin,
            destination,
            arguments.optional_int("passengers")?,
            cabin(arguments.text("cabin")?)?,
        )
        .await;
        let outputs = Outputs::default().with("number", &flight.number).with("fare", &flight.fare);
        Ok(outputs.with("sold_out", &flight.sold_out).finish())
    })
}

static TOOL: Tool = Tool { id: 0x5f0c_2a6e_3b1d_4e7a_9c58_0d2f_6a7b_8c91, signature: "{}", call };

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let tools: u128 = std::env::args().nth(1).and_then(|tools| tools.parse().ok()).unwrap_or(1);
    let copies = (1..tools).map(|number| &*Box::leak(Box::new(Tool { id: number, ..TOOL })));
    let router = floor::router(std::iter::once(&TOOL).chain(copies));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    tokio::select! {
        served = axum::serve(listener, router) => served,
        ended = async { tokio::io::stdin().read(&mut [0]).await } => ended.map(|_| ()),
    }
}
