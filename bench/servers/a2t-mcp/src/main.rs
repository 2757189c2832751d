//! The tool of `server-a2t`, spoken as MCP, and as many others as the first argument asks for. Prints its port; serves
//! until standard input ends.

use a2t::__private::{self, Entry};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

/// Cabin class.
#[derive(a2t::Enum)]
enum Cabin {
    /// At the back.
    Economy,
    /// A little further forward.
    Premium,
    /// In front of that.
    Business,
    /// At the front.
    First,
}

#[derive(a2t::Output)]
struct Flight {
    /// The flight's number.
    number: String,
    /// The fare, in whole euros.
    fare: i32,
    /// Whether it is sold out.
    sold_out: bool,
}

/// Searches flights between two airports.
#[a2t::tool(version = 1, id = "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91")]
async fn search_flights(
    /// IATA code of the departure airport.
    origin: String,
    /// IATA code of the arrival airport.
    destination: String,
    /// Number of travellers; one if absent.
    passengers: Option<i32>,
    /// Cabin class.
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

/// The tool, and copies of it under other names; they last as long as the program, as written ones do.
fn entries(tools: usize) -> Vec<&'static Entry<()>> {
    let [entry] =
        <<search_flights as __private::Listed>::This as __private::RunsWith<(), _, _>>::ENTRIES
    else {
        unreachable!("one function, one entry")
    };
    let copies = (1..tools).map(|number| {
        let mut signature = entry.signature.clone();
        signature.tool_id = a2t::ToolId::derive("bench", &number.to_string());
        signature.name = format!("search_flights_{number}").into();
        &*Box::leak(Box::new(Entry { signature: Box::leak(Box::new(signature)), ..*entry }))
    });
    std::iter::once(entry).chain(copies).collect()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let tools: usize = std::env::args().nth(1).and_then(|tools| tools.parse().ok()).unwrap_or(1);
    let service = a2t::mcp::Service::new(a2t::Toolset::from_entries(entries(tools)), ());
    let router = axum::Router::new().nest_service("/mcp", service);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    tokio::select! {
        served = axum::serve(listener, router) => served,
        ended = async { tokio::io::stdin().read(&mut [0]).await } => ended.map(|_| ()),
    }
}
