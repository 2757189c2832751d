/// A day.
pub struct Day {
    /// The temperature.
    pub high: f64,
}

/// Forecasts.
///
/// # Returns
/// The days.
#[a2t::tool(version = 1)]
pub fn forecast() -> Vec<Day> {
    todo!()
}

fn main() {}
