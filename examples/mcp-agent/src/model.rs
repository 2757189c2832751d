//! The server's tools and one of this program, side by side, for a model to call.

use a2t::dialect::{Executor, Result};

use crate::weather::Client;

/// Converts a temperature to Fahrenheit.
///
/// # Returns
/// Tenths of a degree Fahrenheit.
#[a2t::tool(version = 1, read_only)]
fn convert_to_fahrenheit(
    /// Tenths of a degree Celsius.
    #[a2t(min = -1_000, max = 1_000)]
    tenths_celsius: i32,
) -> i32 {
    tenths_celsius * 9 / 5 + 320
}

/// Carries out what a model calls: the approved tools through `server`, the program's own without a
/// socket. A model sees them alike.
///
/// # Errors
/// Two tools of one name.
pub fn executor(server: &Client) -> Result<Executor> {
    Executor::builder().mcp(server).toolset(a2t::toolset![convert_to_fahrenheit], ()).build()
}
