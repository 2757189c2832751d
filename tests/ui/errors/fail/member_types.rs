pub struct Date;

/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    /// Lent.
    #[a2t(status = 409)]
    AlreadyLent {
        /// The day.
        until: Date,
    },
}

fn main() {}
