/// A day.
#[derive(a2t::Record)]
pub struct Day {
    /// The temperature.
    pub high: Option<Option<f64>>,
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
