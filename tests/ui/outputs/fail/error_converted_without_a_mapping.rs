use std::fmt;

/// An error that does not say what a caller is told.
#[derive(Debug)]
pub struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broken")
    }
}

impl std::error::Error for Broken {}

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

fn reading(_: u32) -> Result<i32, Broken> {
    Err(Broken)
}

fn main() {}
