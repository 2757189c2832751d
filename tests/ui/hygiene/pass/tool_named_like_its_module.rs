// As a library has them, of which this is a module.
#![allow(unreachable_pub)]

use a2t::Toolset;

#[path = "../modules/mod.rs"]
mod tools;

/// Tells the weather, in a module of the same name.
mod weather {
    /// The unit.
    pub mod units {
        pub const FREEZING: i32 = 32;
    }

    /// Forecasts.
    ///
    /// # Returns
    /// Degrees Fahrenheit.
    #[a2t::tool(version = 1, marker = "WeatherTool")]
    pub(crate) fn weather() -> i32 {
        units::FREEZING
    }

    /// Lists the units, beside a module of the same name.
    ///
    /// # Returns
    /// Their names.
    #[a2t::tool(version = 1, marker = "UnitsTool")]
    pub fn units(
        /// The one that is in use.
        #[a2t(default = "°F")]
        unit: String,
    ) -> String {
        unit
    }
}

use tools::{SearchTool, search};
use weather::{WeatherTool, weather};

/// Prints; so does a macro of the name.
///
/// # Returns
/// The page.
#[a2t::tool(version = 1)]
fn print() -> u32 {
    1
}

pub(crate) fn main() {
    let all: Toolset<()> = a2t::toolset![
        SearchTool,
        tools::IndexTool,
        WeatherTool,
        weather::UnitsTool,
        print,
    ];
    let names: Vec<_> = all.signatures().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["index", "print", "search", "units", "weather"]);

    assert_eq!(tools::search_signature().name, "search");

    assert_eq!(search("words".to_owned()), "words");
    assert_eq!(weather() + weather::units::FREEZING, 64);
}
