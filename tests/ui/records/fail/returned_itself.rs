/// A day.
#[derive(a2t::Record)]
pub struct Day {
    /// The temperature.
    pub high: f64,
}

/// Forecasts.
///
/// # Returns
/// The day.
#[a2t::tool(version = 1)]
pub fn forecast() -> Day {
    todo!()
}

fn main() {}
