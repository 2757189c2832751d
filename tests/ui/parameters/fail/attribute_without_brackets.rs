#![allow(unused_variables)]

/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1)]
pub fn find_book(
    #[a2t = context] words: String,
) -> String {
    String::new()
}

fn main() {}
