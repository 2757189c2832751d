const DAYS: u8 = 3;

/// Forecasts the weather.
///
/// # Returns
/// The forecast.
#[a2t::tool(version = 1)]
pub fn forecast(
    /// How many days.
    #[a2t(max_length = 9, default = DAYS)]
    days: u8,
) -> String {
    format!("{days} days")
}

fn main() {}
