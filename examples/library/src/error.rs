//! Reasons why the library does not do what it is asked, as callers are told.

use a2t::{IntoToolError, ToolError};
use jiff::civil::Date;

use crate::money::Cents;

/// Error of a tool of the library.
#[derive(Debug)]
pub enum Error {
    /// The library does not have the book.
    UnknownBook,
    /// The library has the book already.
    KnownBook,
    /// The caller has no such loan, or has returned it.
    UnknownLoan,
    /// The caller has no such reservation.
    UnknownReservation,
    /// All copies are lent; the next one is due on this day.
    AllLent {
        /// The day.
        until: Date,
    },
    /// Other readers reserved the copies that are there.
    Reserved,
    /// A copy is on its shelf: nothing needs to be reserved.
    OnShelf,
    /// The caller owes fees.
    FeesOwed {
        /// The fees.
        owed: Cents,
    },
    /// The loan was renewed as often as it can be.
    RenewedTooOften,
    /// The loan is overdue.
    Overdue,
    /// Inputs are wrong together.
    Invalid(ToolError),
    /// The database failed.
    Database(sqlx::Error),
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl From<ToolError> for Error {
    fn from(error: ToolError) -> Self {
        Self::Invalid(error)
    }
}

impl IntoToolError for Error {
    fn into_tool_error(self) -> ToolError {
        match self {
            Self::UnknownBook => ToolError::not_found("the library does not have this book"),
            Self::UnknownLoan => ToolError::not_found("the reader has no such loan"),
            Self::UnknownReservation => ToolError::not_found("the reader has no such reservation"),
            Self::KnownBook => ToolError::conflict("the library has this book already"),
            Self::AllLent { until } => {
                ToolError::conflict(format!("all copies are lent until {until}"))
                    .of_type("https://library.example/problems/all-lent")
                    .with_member("until", &until.to_string())
            }
            Self::Reserved => ToolError::conflict("other readers have reserved this book")
                .of_type("https://library.example/problems/reserved"),
            Self::OnShelf => ToolError::conflict("a copy is on the shelf: borrow it"),
            Self::FeesOwed { owed } => {
                ToolError::conflict(format!("the reader owes {} cents", owed.0))
                    .of_type("https://library.example/problems/fees-owed")
                    .with_member("owed", &owed.0)
            }
            Self::RenewedTooOften => ToolError::conflict("the loan was renewed twice"),
            Self::Overdue => ToolError::conflict("the loan is overdue: return the book"),
            Self::Invalid(error) => error,
            Self::Database(error) => ToolError::internal(error),
        }
    }
}
