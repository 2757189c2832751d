mod weather {
    pub(crate) mod now {
        /// Reads the thermometer.
        ///
        /// # Returns
        /// Degrees.
        #[a2t::tool(version = 1)]
        pub(crate) fn read() -> i32 {
            1
        }
    }

    pub(crate) use now::read as read_now;

    /// Forecasts.
    ///
    /// # Returns
    /// Degrees.
    #[a2t::tool(version = 1)]
    pub(super) fn forecast() -> i32 {
        2
    }
}

use weather::forecast;
use weather::read_now as imported;

mod same_name {
    /// Reads the barometer.
    ///
    /// # Returns
    /// Hectopascals.
    #[a2t::tool(version = 1, name = "read_barometer")]
    pub(crate) fn read() -> i32 {
        3
    }
}

fn main() {
    assert_eq!(imported() + weather::now::read() + forecast() + same_name::read(), 7);
    let names = |toolset: a2t::Toolset<()>| {
        let names: Vec<_> = toolset.signatures().map(|tool| tool.name.to_string()).collect();
        names.join(" ")
    };
    let toolset = a2t::toolset![crate::weather::now::read, self::same_name::read, forecast];
    assert_eq!(names(toolset), "forecast read read_barometer");
    assert_eq!(names(a2t::toolset![imported, weather::forecast,]), "forecast read");
}
