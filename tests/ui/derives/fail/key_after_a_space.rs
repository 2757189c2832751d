use std::fmt;
use std::str::FromStr;

/// The number of a book.
#[derive(a2t::Input, a2t::Output)]
#[a2t text]
pub struct Isbn {
    digits: u64,
}

impl FromStr for Isbn {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self { digits: text.parse()? })
    }
}

impl fmt::Display for Isbn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digits)
    }
}

/// Finds a book.
///
/// # Returns
/// The number of its next edition.
#[a2t::tool(version = 1)]
fn next_edition(
    /// The number of the book.
    isbn: Isbn,
) -> Isbn {
    isbn
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![next_edition];
}
