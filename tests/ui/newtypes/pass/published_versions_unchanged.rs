//! Newtypes are to published versions what is inside, and texts are strings.
#![allow(unreachable_pub, unused)]

use a2t::Tool;

mod flights {
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

    /// An airport.
    #[derive(a2t::Input)]
    #[a2t(text, max_length = 3)]
    pub struct Airport(String);

    impl std::str::FromStr for Airport {
        type Err = std::convert::Infallible;

        fn from_str(text: &str) -> Result<Self, Self::Err> {
            Ok(Self(text.to_owned()))
        }
    }

    /// Travellers.
    #[derive(a2t::Input)]
    #[a2t(min = 1, max = 500)]
    pub struct People(u16);

    /// Stops.
    #[derive(a2t::Input)]
    pub struct Stops(u8);

    /// Bags.
    #[derive(a2t::Input)]
    pub struct Bags(bool);

    /// A class.
    #[derive(a2t::Input)]
    pub struct Class(Cabin);

    /// A count.
    #[derive(a2t::Output)]
    pub struct Count(u32);

    /// The number of a flight.
    #[derive(a2t::Output)]
    #[a2t(text)]
    pub struct Number(u32);

    impl std::fmt::Display for Number {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.fmt(f)
        }
    }

    /// A state.
    #[derive(a2t::Output)]
    pub struct Stated(State);

    /// What was found.
    #[derive(a2t::Output)]
    pub struct Flights {
        /// How many flights there are.
        count: Count,
        /// The number of the cheapest.
        cheapest: Number,
        /// Whether the cheapest leaves.
        state: Stated,
        /// Whether the cheapest is direct.
        direct: bool,
        /// Everything about the cheapest.
        details: a2t::Json<serde_json::Value>,
    }

    /// Finds flights.
    #[a2t::tool(version = 2, id = "f1190000-0000-4000-8000-000000000002")]
    pub fn find_flights(
        /// The airport of departure.
        origin: Airport,
        /// How many people travel.
        #[a2t(max = 9)]
        people: People,
        /// The cabin.
        cabin: Class,
        /// Whether they bring bags; no if absent.
        bags: Option<Bags>,
        /// The most stops on the way; any number if absent.
        stops: Option<Stops>,
    ) -> Flights {
        unimplemented!()
    }
}

mod days {
    /// The sky.
    #[derive(a2t::Enum)]
    pub enum Sky {
        /// No cloud.
        Clear,
    }

    /// Degrees.
    #[derive(a2t::Output)]
    pub struct Degrees(i32);

    /// The sky, as it was seen.
    #[derive(a2t::Output)]
    pub struct Seen(Sky);

    /// A name.
    #[derive(a2t::Output)]
    #[a2t(text)]
    pub struct Name(String);

    impl std::fmt::Display for Name {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.fmt(f)
        }
    }

    /// Where it was seen.
    #[derive(a2t::Output)]
    pub struct At(Station);

    /// A station.
    #[derive(a2t::Record)]
    pub struct Station {
        /// Its name.
        pub name: Name,
    }

    /// A day.
    #[derive(a2t::Record)]
    pub struct Day {
        /// The highest temperature.
        pub high: Degrees,
        /// Temperatures by the hour.
        pub hours: Vec<Degrees>,
        /// The sky.
        pub sky: Seen,
        /// The station.
        pub station: At,
    }

    /// Forecasts.
    ///
    /// # Returns
    /// The days.
    #[a2t::tool(version = 1, id = "f1190000-0000-4000-8000-000000000004")]
    pub fn forecast_days() -> Vec<Day> {
        unimplemented!()
    }
}

pub(crate) fn main() {
    assert_eq!(flights::find_flights::SIGNATURE.version, 2);
    assert_eq!(days::forecast_days::SIGNATURE.version, 1);
}
