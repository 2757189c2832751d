//! A lending library: its catalog for everybody, loans and reservations for its readers, as tools
//! next to the routes of its website. `docs/vendors.md` builds it step by step.
//!
//! ```console
//! $ cargo run -p library -- sqlite:library.db alice loans          # tells the token of a reader
//! $ cargo run -p library -- sqlite:library.db carol "loans catalog:write"
//! $ cargo run -p library -- sqlite:library.db                      # tools at /api/v1/tools
//! ```

mod account;
mod books;
mod error;
mod isbn;
mod library;
mod loans;
mod money;
mod readers;
mod reservations;

use a2t::Toolset;
use axum::Router;
use axum::routing::get;

use crate::readers::reader;

pub use account::{Account, pay_fees, read_account};
pub use books::{Book, FoundBooks, add_book, find_books, look_up_book};
pub use error::Error;
pub use isbn::{Isbn, IsbnError};
pub use library::Library;
pub use loans::{
    Loan, LoanId, ReturnedBook, borrow_book, list_loans, list_past_loans, renew_loan, return_book,
};
pub use money::Cents;
pub use reservations::{
    Reservation, ReservationId, cancel_reservation, list_reservations, reserve_book,
};

/// All tools of the library.
pub fn tools() -> Toolset<Library> {
    a2t::toolset![
        find_books,
        look_up_book,
        add_book,
        borrow_book,
        renew_loan,
        return_book,
        list_loans,
        list_past_loans,
        reserve_book,
        cancel_reservation,
        list_reservations,
        read_account,
        pay_fees,
    ]
}

/// The website, with the tools below `/api/v1`.
pub fn website(library: Library) -> Router {
    let readers = a2t::authenticate_with_state(library.clone(), reader);
    Router::new()
        .route("/api/v1/opening-hours", get(async || "Monday to Saturday, 9 to 18\n"))
        .nest("/api/v1", tools().into_router())
        .layer(readers)
        .with_state(library)
}
