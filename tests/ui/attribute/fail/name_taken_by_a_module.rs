mod weather {}

/// Reads the thermometer.
///
/// # Returns
/// Degrees.
#[a2t::tool(version = 1)]
pub fn weather() -> i32 {
    1
}

fn main() {}
