#![allow(unused_variables)]

/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1)]
pub fn find_book(
    /// Part of a title.
    #[a2t(max_length = 2000, min_length = 1)]
    words: String,
) -> String {
    String::new()
}

fn main() {}
