#![allow(unused_variables)]

/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1)]
pub fn find_book(
    /// Part of a title.
    #[a2t(length(min = 1, max = 5))]
    words: String,
) -> String {
    String::new()
}

fn main() {}
