/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    number: u32,
    /// The day.
    #[a2t(maxlength = 10)]
    day: String,
    /// The hour.
    #[a2t(min = 24, max = 0)]
    hour: u8,
    /// The correction.
    correction: f64,
) -> u32 {
    let _ = (day, hour, correction);
    number
}

fn main() {}
