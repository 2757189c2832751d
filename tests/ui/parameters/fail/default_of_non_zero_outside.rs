#![allow(unused_variables)]

/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1)]
pub fn find_book(
    /// Part of a title.
    #[a2t(min = 1, max = 9, default = 10)]
    words: std::num::NonZeroU8,
) -> String {
    String::new()
}

fn main() {}
