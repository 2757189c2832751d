/// The sky.
#[derive(a2t::Enum)]
pub enum Sky {
    /// No cloud.
    Clear,
}

/// Degrees.
#[derive(a2t::Output)]
#[a2t(text)]
pub struct Degrees(i32);

impl std::fmt::Display for Degrees {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
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
    pub hours: Vec<Degrees>,
    /// The sky.
    pub sky: Sky,
    /// The station.
    pub station: Station,
}

/// Forecasts.
///
/// # Returns
/// The days.
#[a2t::tool(version = 2, id = "f1190000-0000-4000-8000-000000000004")]
pub fn forecast_days() -> Vec<Day> {
    todo!()
}

fn main() {}
