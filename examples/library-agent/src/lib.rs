//! A reader's assistant: gets a book or a place in the line for it, and renews loans in time.
//!
//! `build.rs` wrote the module [`library`] from `approved/library.json`, the catalog as it was approved.

use a2t::client::Result;

a2t::include_client!("library");

use crate::library::Tools;
use crate::library::error::{BorrowBook, RenewLoan};

/// The end of an errand for a book.
#[derive(Debug, PartialEq)]
pub enum Errand {
    /// The reader has the book.
    Borrowed {
        /// The day when it is due back, as 2026-11-25.
        due: String,
    },
    /// Others have the book, and the reader waits for it.
    Reserved,
    /// The reader has to pay fees first.
    FeesOwed {
        /// The fees.
        cents: i64,
    },
}

/// Borrows a book for the reader, or reserves it if others have it. `library` is a client, or a fake in
/// a test.
///
/// # Errors
/// A call that did not reach the library, or that it refused for another reason.
pub async fn get_book(library: &impl Tools, isbn: &str) -> Result<Errand> {
    let error = match library.borrow_book(isbn).send().await {
        Ok(loan) => return Ok(Errand::Borrowed { due: loan.due.required()? }),
        Err(error) => error,
    };
    match error.typed() {
        Some(BorrowBook::AllLent { .. } | BorrowBook::Reserved) => {
            library.reserve_book(isbn).send().await?;
            Ok(Errand::Reserved)
        }
        Some(BorrowBook::FeesOwed { owed }) => Ok(Errand::FeesOwed { cents: owed }),
        _ => Err(error),
    }
}

/// Renews the loans that are due by a day, such as 2026-11-25, and returns the titles of those that
/// were not renewed: another reader waits for them, they are overdue, or were renewed twice.
///
/// # Errors
/// A call that did not reach the library, or that it refused for another reason.
pub async fn renew_loans(library: &impl Tools, by: &str) -> Result<Vec<String>> {
    let loans = library.list_loans().send().await?.result.required()?;
    let mut kept = Vec::new();
    for loan in loans {
        if loan.due.as_str() > by {
            continue;
        }
        match library.renew_loan(loan.loan).send().await {
            Ok(_) => {}
            Err(error) => match error.typed() {
                Some(RenewLoan::Reserved | RenewLoan::Overdue | RenewLoan::RenewedTwice) => {
                    kept.push(loan.title);
                }
                _ => return Err(error),
            },
        }
    }
    Ok(kept)
}
