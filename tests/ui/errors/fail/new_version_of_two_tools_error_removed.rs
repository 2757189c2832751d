#![allow(unused)]

/// Why a fine is owed.
#[derive(a2t::Enum)]
pub enum Cause {
    /// A book came back late.
    Late,
    /// A book is lost.
    Lost,
}

/// A loan.
#[derive(a2t::Record)]
pub struct Loan {
    /// The reader's number.
    pub reader: i32,
    /// Times that it was renewed.
    pub renewals: Option<i32>,
}

/// Why a book is not lent.
#[derive(a2t::Error)]
pub enum Refused {
    /// The book is with another reader.
    #[a2t(status = 409)]
    Lent {
        /// The day when it is due back.
        until: String,
        /// The loan.
        loan: Loan,
        /// The readers who wait.
        waiting: Vec<i32>,
        /// What a librarian noted.
        note: a2t::Json<i32>,
    },
    /// The reader owes a fine.
    #[a2t(status = 402, type = "https://library.example/fined")]
    Fined {
        /// The fine in euros.
        fine: i32,
        /// The cause.
        cause: Cause,
        /// The day of the fine.
        day: Option<String>,
        /// The mean of all fines.
        mean: f64,
    },
}

/// Lends a book.
///
/// # Returns
/// The day when it is due back.
#[a2t::tool(version = 2, id = "f1190000-0000-4000-8000-000000000005")]
pub fn lend_copy() -> Result<String, Refused> {
    unimplemented!()
}

/// Takes a book back.
///
/// # Returns
/// The day when it was lent.
#[a2t::tool(version = 2, id = "f1190000-0000-4000-8000-000000000006")]
pub fn take_copy() -> Result<String, Refused> {
    unimplemented!()
}

fn main() {}
