#![allow(unused_variables)]

/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1)]
pub fn find_book(
    /// Part of a title.
    #[a2t(range(1..5))]
    words: u32,
) -> String {
    String::new()
}

fn main() {}
