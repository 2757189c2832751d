/// The sky.
#[derive(a2t::Enum)]
pub enum Sky {
    /// No cloud.
    Clear,
}

/// A station.
#[derive(a2t::Record)]
pub struct Station {
    /// Its name.
    pub name: String,
}

/// A day.
#[derive(a2t::Record)]
pub struct Day {
    /// The highest temperature.
    pub high: i32,
    /// Temperatures by the hour.
    pub hours: Vec<i32>,
    /// The sky.
    pub sky: Sky,
    /// The station.
    pub station: Station,
}

/// Forecasts.
///
/// # Returns
/// The days.
#[a2t::tool(version = 1, id = "f1190000-0000-4000-8000-000000000004")]
pub fn forecast_days() -> Vec<Day> {
    unimplemented!()
}
