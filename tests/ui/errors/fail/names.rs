/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    #[a2t(status = 409)]
    AlreadyLent,
    /// The same.
    #[a2t(status = 409, name = "ALREADY_LENT")]
    Again,
    /// Small letters.
    #[a2t(status = 409, name = "reserved")]
    Reserved,
    /// No URI.
    #[a2t(status = 404, type = "unknown-book")]
    UnknownBook,
    /// No URI of the vendor's.
    #[a2t(status = 404, type = "urn:a2t:problem:not-found")]
    NotFound,
    /// A URI.
    #[a2t(status = 404, type = "https://library.example/gone")]
    Gone,
    /// The same URI.
    #[a2t(status = 410, type = "https://library.example/gone")]
    LongGone,
}

fn main() {}
