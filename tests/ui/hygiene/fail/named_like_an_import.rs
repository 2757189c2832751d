use std::env;

/// Reads the environment.
///
/// # Returns
/// The variable.
#[a2t::tool(version = 1)]
pub fn env() -> String {
    String::new()
}

fn main() {}
