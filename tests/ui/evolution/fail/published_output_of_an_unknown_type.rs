#![allow(unreachable_pub, unused)]

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

/// What was found.
#[derive(a2t::Output)]
pub struct Flights {
    /// How many flights there are.
    count: U32x,
    /// The number of the cheapest.
    cheapest: String,
    /// Whether the cheapest leaves.
    state: State,
    /// Whether the cheapest is direct.
    direct: bool,
    /// Everything about the cheapest.
    details: a2t::Json<serde_json::Value>,
}

type Bags = Option<bool>;
type Class = Cabin;
type Found = Result<Flights, a2t::ToolError>;

/// Finds flights.
#[a2t::tool(version = 3, id = "f1190000-0000-4000-8000-000000000002")]
pub fn find_flights(
    /// The airport of departure.
    #[a2t(max_length = 3)]
    origin: String,
    /// How many people travel.
    #[a2t(min = 1, max = 9)]
    people: u16,
    /// The cabin.
    cabin: Class,
    /// Whether they bring bags; no if absent.
    bags: Bags,
    /// The most stops on the way; any number if absent.
    stops: Option<u8>,
) -> Found {
    unimplemented!()
}

fn main() {}
