#![allow(unused_variables)]

type Days = std::num::NonZeroU8;

/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1)]
pub fn find_book(
    /// Days of the loan.
    #[a2t(max = 9, default = Days::MAX)]
    days: Days,
) -> String {
    String::new()
}

fn main() {}
