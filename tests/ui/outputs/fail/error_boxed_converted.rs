/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub fn read_instrument(
    /// The number of the instrument.
    number: u32,
) -> Result<i32, a2t::ToolError> {
    Ok(reading(number)?)
}

// The box may hold an error with a mapping of its own, which nobody could find in it.
fn reading(number: u32) -> Result<i32, Box<dyn std::error::Error + Send + Sync>> {
    Ok(number.try_into()?)
}

fn main() {}
