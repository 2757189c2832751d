//! Reasons why the library does not do what it is asked, as callers get them.

use a2t::ToolError;
use jiff::civil::Date;

use crate::Cents;

/// Error of a tool of the library.
#[derive(Debug, a2t::Error)]
pub enum Error {
    /// The library does not have this book.
    #[a2t(status = 404)]
    UnknownBook,
    /// The library has this book already.
    #[a2t(status = 409)]
    KnownBook,
    /// The reader has no such loan, or has returned the book.
    #[a2t(status = 404)]
    UnknownLoan,
    /// The reader has no such reservation.
    #[a2t(status = 404)]
    UnknownReservation,
    /// All copies are lent.
    #[a2t(
        status = 409,
        type = "https://library.example/problems/all-lent",
        detail = "all copies are lent until {until}"
    )]
    AllLent {
        /// The day when the next one is due back.
        #[a2t(text)]
        until: Date,
    },
    /// Other readers have reserved this book.
    #[a2t(status = 409, type = "https://library.example/problems/reserved")]
    Reserved,
    /// A copy is on the shelf: borrow it.
    #[a2t(status = 409)]
    OnShelf,
    /// The reader owes fees.
    #[a2t(status = 409, type = "https://library.example/problems/fees-owed")]
    FeesOwed {
        /// The fees, in cents.
        owed: Cents,
    },
    /// The loan was renewed twice, which is as often as one can be.
    #[a2t(status = 409)]
    RenewedTwice,
    /// The loan is overdue: return the book.
    #[a2t(status = 409)]
    Overdue,
    /// An input that is invalid for a reason that its type cannot check.
    #[a2t(transparent)]
    Invalid(ToolError),
    /// The database failed. Callers get no details.
    #[a2t(internal)]
    Database(sqlx::Error),
}
