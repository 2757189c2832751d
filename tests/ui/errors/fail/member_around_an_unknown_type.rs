/// Why a loan fails.
#[derive(a2t::Error)]
pub enum LoanError {
    /// Copies are lent.
    #[a2t(status = 409)]
    Lent {
        /// Their shelves.
        copies: Vec<Shelfmark>,
        /// The reader who reserved one.
        reader: Option<Reader>,
    },
    /// The reader has too many books.
    #[a2t(status = 422)]
    TooMany {
        /// The longest loans.
        #[a2t(text)]
        loans: Wrapped<Loan>,
    },
    #[a2t(transparent)]
    Store(StoreError<Reason>),
    #[a2t(internal)]
    Other(Box<Fault>),
}

fn main() {}
