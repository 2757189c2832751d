#![allow(unused)]

/// Cabin class.
#[derive(a2t::Enum)]
pub enum Cabin {
    /// The least expensive cabin.
    Economy,
    /// A seat that becomes a bed.
    Business,
}

/// Whether a flight leaves.
#[derive(a2t::Enum)]
pub enum State {
    /// As planned.
    Planned,
    /// Not at all.
    Cancelled,
}

/// Travellers.
#[derive(a2t::Input)]
#[a2t(min = 1, max = 500)]
pub struct People(u16);

/// What was found.
#[derive(a2t::Output)]
pub struct Flights {
    /// How many flights there are.
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

/// Finds flights.
#[a2t::tool(version = 2, id = "f1190000-0000-4000-8000-000000000002")]
pub fn find_flights(
    /// The airport of departure.
    #[a2t(max_length = 3)]
    origin: String,
    /// How many people travel.
    #[a2t(max = 8)]
    people: People,
    /// The cabin.
    cabin: Cabin,
    /// Whether they bring bags; no if absent.
    bags: Option<bool>,
    /// The most stops on the way; any number if absent.
    stops: Option<u8>,
) -> Flights {
    unimplemented!()
}

fn main() {}
