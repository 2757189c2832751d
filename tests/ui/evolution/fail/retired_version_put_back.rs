#![allow(unused)]

/// Waives a fine.
///
/// # Returns
/// The number of the fine.
#[a2t::tool(version = 1, id = "f1190000-0000-4000-8000-000000000008")]
pub fn waive_fine() -> String {
    unimplemented!()
}

fn main() {}
