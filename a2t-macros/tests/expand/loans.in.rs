/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    /// Somebody else has the book.
    #[a2t(status = 409, detail = "the book is lent until {until}")]
    AlreadyLent {
        /// The day when it is due back.
        #[a2t(text)]
        until: Date,
        /// Readers who wait for it.
        waiting: u32,
    },
    /// The library does not have the book.
    #[a2t(status = 404, type = "https://library.example/problems/unknown-book")]
    UnknownBook,
    #[a2t(transparent)]
    Other(a2t::ToolError),
    #[a2t(internal)]
    Database(rusqlite::Error),
}
