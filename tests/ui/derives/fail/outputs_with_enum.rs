use std::num::ParseIntError;

use serde::{Deserialize, Serialize};

/// Class of a book.
#[derive(Clone, Copy, a2t::Enum)]
#[a2t(serde)]
pub enum Class {
    /// For the reading room only.
    Reference,
    /// To be lent.
    Lending,
}

/// An amount in cents.
#[derive(Clone, Copy, a2t::Input, a2t::Output)]
#[a2t(max = 1_000_000)]
pub struct Cents(u32);

/// A day, as 2026-11-25.
#[derive(Clone, Copy, a2t::Input, a2t::Output)]
#[a2t(text, expected = "a day", example = "2026-11-25")]
pub struct Day(jiff::civil::Date);

impl std::str::FromStr for Day {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, jiff::Error> {
        text.parse().map(Self)
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A book.
#[derive(Clone, a2t::Output, a2t::Record)]
pub struct Book {
    /// The title.
    pub title: String,
    /// The price of a lost copy.
    pub price: Cents,
    /// The class.
    pub class: Class,
}

/// Books that were found.
#[derive(a2t::Output, a2t::Enum)]
pub struct Found {
    /// The number of them.
    pub count: u32,
    /// The books.
    pub books: Vec<Book>,
}

/// Why there is no answer.
#[derive(a2t::Error)]
pub enum LibraryError {
    /// The library has no such book.
    #[a2t(status = 404)]
    Unknown,
    /// The reader owes money.
    #[a2t(status = 409, detail = "owes {owed}")]
    Owes {
        /// The sum.
        #[a2t(text)]
        owed: u32,
    },
    /// The number of a shelf is none.
    #[a2t(internal)]
    Number(ParseIntError),
    /// The file is not there.
    #[a2t(transparent)]
    File(a2t::ToolError),
}

/// A row of the database.
#[derive(Serialize, Deserialize)]
pub struct Row {
    class: Class,
}

/// Finds books.
#[a2t::tool(version = 1)]
pub fn find_books(
    /// The class.
    #[a2t(default = Class::Lending)]
    class: Class,
    /// The highest price.
    #[a2t(min = 1, default = 500)]
    price: Cents,
    /// The day.
    #[a2t(default = "2026-11-25")]
    day: Day,
) -> Result<Found, LibraryError> {
    let _ = (class, price, day);
    let count = "1".parse()?;
    Ok(Found { count, books: Vec::new() })
}

/// Looks up a book.
#[a2t::tool(version = 1)]
pub fn look_up(
    /// The price.
    price: Cents,
    /// The second class.
    class: Option<Class>,
) -> Result<Book, LibraryError> {
    let count: u32 = "1".parse()?;
    if count > 1 {
        return Err(a2t::ToolError::not_found("no book").into());
    }
    Ok(Book { title: String::new(), price, class: class.ok_or(LibraryError::Unknown)? })
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![find_books, look_up];
}
