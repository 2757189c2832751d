//! A tool that replies a list of records.

/// A flight.
#[derive(a2t::Record)]
pub struct Flight {
    /// The flight's number.
    number: String,
    /// The fare, in whole euros.
    fare: i64,
    /// Whether it is sold out.
    sold_out: bool,
}

#[derive(a2t::Output)]
pub struct Flights {
    /// The flights, the cheapest first.
    flights: Vec<Flight>,
}

/// Lists flights.
#[a2t::tool(version = 1, id = "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91")]
pub async fn list_flights(
    /// How many.
    #[a2t(min = 0, max = 1000)]
    count: u32,
) -> Flights {
    let flight = |fare| Flight { number: "FRA-JFK-2".to_owned(), fare, sold_out: false };
    Flights { flights: (0..i64::from(count)).map(flight).collect() }
}
