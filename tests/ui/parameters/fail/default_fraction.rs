/// Forecasts the weather.
///
/// # Returns
/// The forecast.
#[a2t::tool(version = 1)]
pub fn forecast(
    /// How many days.
    #[a2t(max = 9, default = 1.5)]
    days: u8,
) -> String {
    format!("{days} days")
}

fn main() {}
