/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    /// Lent.
    #[a2t(status = 409, error("lent until {until}"))]
    AlreadyLent {
        /// The day.
        until: String,
    },
}

fn main() {}
