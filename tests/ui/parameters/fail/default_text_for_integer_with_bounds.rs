#![allow(unused_variables)]

/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1)]
pub fn find_book(
    /// Part of a title.
    #[a2t(min = 1, max = 50, default = "20")]
    words: u32,
) -> String {
    String::new()
}

fn main() {}
