#![allow(unused_variables)]

use axum::extract::State;

/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1)]
pub fn find_book(
    #[a2t = context] State(number): State<u32>,
) -> String {
    String::new()
}

fn main() {}
