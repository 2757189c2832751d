const FIVE: u8 = 5;

/// Lends a book.
///
/// # Returns
/// The loan.
#[a2t::tool(version = 1)]
pub fn lend(
    /// The shelf.
    #[a2t(default = FIVE)]
    shelf: Box<Shelfmark>,
    /// The reader.
    #[a2t(default = FIVE, max = 7)]
    reader: Box<Pseudonym>,
    /// The way back.
    #[a2t(default = FIVE, max_length = 7)]
    way: Box<Courier>,
    /// The day.
    day: Option<Weekday>,
) -> String {
    unimplemented!()
}

fn main() {}
