/// Number of a shelf.
#[derive(a2t::Input, a2t::Output)]
pub struct ShelfId(pub std::sync::Arc<Shelfmark>);

/// Number of a reader.
#[derive(a2t::Input)]
pub struct ReaderId(pub Box<Pseudonym>);

/// Dates of a loan.
#[derive(a2t::Output)]
pub struct Dates(pub Vec<Weekday>);

fn main() {}
