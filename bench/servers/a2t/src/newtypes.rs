//! The same tool with newtypes: ids, texts that are read by `FromStr` and shown by `Display`.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

pub use crate::tool::Cabin;

/// An airport.
#[derive(a2t::Input)]
#[a2t(text, expected = "an IATA code", example = "FRA")]
pub struct Airport(String);

impl FromStr for Airport {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

/// A number of travellers.
#[derive(a2t::Input)]
pub struct Travellers(i32);

/// A class of travel.
#[derive(a2t::Input)]
pub struct Class(Cabin);

/// A flight's number.
#[derive(a2t::Output)]
#[a2t(text)]
pub struct Number {
    origin: Airport,
    destination: Airport,
    travellers: i32,
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.origin.0, self.destination.0, self.travellers)
    }
}

/// Whole euros.
#[derive(a2t::Output)]
pub struct Euros(i32);

#[derive(a2t::Output)]
pub struct Flight {
    /// The flight's number.
    number: Number,
    /// The fare, in whole euros.
    fare: Euros,
    /// Whether it is sold out.
    sold_out: bool,
}

/// Searches flights between two airports.
#[a2t::tool(version = 1, id = "5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91")]
pub async fn search_flights(
    /// IATA code of the departure airport.
    origin: Airport,
    /// IATA code of the arrival airport.
    destination: Airport,
    /// Number of travellers; one if absent.
    passengers: Option<Travellers>,
    /// Cabin class.
    cabin: Class,
) -> Flight {
    let travellers = passengers.map_or(1, |travellers| travellers.0);
    let number = Number { origin, destination, travellers };
    let fare = match cabin.0 {
        Cabin::Economy => 100,
        Cabin::Premium => 200,
        Cabin::Business => 300,
        Cabin::First => 400,
    };
    Flight { number, fare: Euros(fare), sold_out: false }
}
