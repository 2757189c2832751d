#![allow(unused_variables)]

/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1)]
pub fn find_book(
    reader: Option<a2t::Caller>,
) -> String {
    String::new()
}

fn main() {}
