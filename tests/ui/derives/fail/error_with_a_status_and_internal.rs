use std::num::ParseIntError;

/// Why there is no answer.
#[derive(a2t::Error)]
pub enum LibraryError {
    /// The library has no such book.
    #[a2t(status = 404)]
    Unknown,
    /// The number of a shelf is none.
    #[a2t(internal, status = 403)]
    Number(ParseIntError),
}

/// Counts books.
///
/// # Returns
/// The number of them.
#[a2t::tool(version = 1)]
pub fn count_books() -> Result<u32, LibraryError> {
    Ok("1".parse()?)
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![count_books];
}
