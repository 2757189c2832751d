#![allow(unused_variables)]

mod earlier {
    use super::{Cabin, State};

    /// What was found.
    #[derive(a2t::Output)]
    pub struct Flights {
        /// How many flights there are.
        count: u32,
        /// The number of the cheapest.
        cheapest: String,
        /// Whether the cheapest leaves.
        state: State,
        /// Everything about the cheapest.
        details: a2t::Json<serde_json::Value>,
    }

    /// Finds flights.
    #[a2t::tool(version = 1, id = "f1190000-0000-4000-8000-000000000002")]
    pub fn find_flights(
        /// The airport of departure.
        #[a2t(max_length = 3)]
        origin: String,
        /// How many people travel.
        #[a2t(min = 1, max = 9)]
        people: u16,
        /// The cabin.
        cabin: Cabin,
        /// Whether they bring bags; no if absent.
        bags: Option<bool>,
    ) -> Flights {
        unimplemented!()
    }
}

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

/// A desk of an airport.
pub struct Desk;

#[a2t::tools]
impl Desk {
    /// Finds flights.
    #[tool(version = 2, id = "f1190000-0000-4000-8000-000000000002")]
    pub fn find_flights(
        /// The airport of departure.
        #[a2t(max_length = 3)]
        origin: String,
        /// How many people travel.
        #[a2t(min = 1, max = 9)]
        people: u16,
        /// The cabin.
        cabin: Cabin,
        /// Whether they bring bags; no if absent.
        bags: Option<bool>,
        stops: Option<u8>,
    ) -> Flights {
        unimplemented!()
    }
}

fn main() {
    let _: a2t::Toolset<std::sync::Arc<Desk>> = a2t::toolset![earlier::find_flights, Desk];
}
