#![allow(unreachable_pub, unused)]

use a2t::Tool;

/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// The least expensive cabin.
    Economy,
    /// A bed.
    Business,
}

/// Whether a flight leaves.
#[derive(a2t::Enum)]
pub enum State {
    /// On time.
    Planned,
    /// Not at all.
    Cancelled,
}

/// What was found.
#[derive(a2t::Output)]
pub struct Flights {
    /// The number of flights.
    count: u32,
    /// The number of the cheapest.
    cheapest: String,
    /// Whether the cheapest leaves.
    state: State,
    /// Whether the cheapest is direct.
    direct: bool,
    /// Everything about the cheapest.
    details: a2t::Json<serde_json::Value>,
}

/// Finds and prices flights.
#[a2t::tool(version = 3, tags = ["new"], id = "f1190000-0000-4000-8000-000000000002")]
pub fn find_flights(
    /// The airport or city of departure.
    #[a2t(max_length = 3)]
    origin: String,
    /// How many people travel.
    #[a2t(min = 1, max = 9)]
    people: u16,
    /// The cabin.
    cabin: Cabin,
    /// Whether they bring bags; no if absent.
    bags: Option<bool>,
    /// The most stops on the way; any number if absent.
    stops: Option<u8>,
) -> Flights {
    unimplemented!()
}

pub(crate) fn main() {
    assert_eq!(find_flights::SIGNATURE.version, 3);
}
