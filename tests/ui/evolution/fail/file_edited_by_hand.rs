#![allow(unused)]

/// Does nothing.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1, id = "d0000000-0000-4000-8000-000000000003")]
pub fn damaged_layout() -> bool {
    false
}

fn main() {}
