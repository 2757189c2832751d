/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    /// Lent.
    #[a2t(status = 409, detail = "lent until {day}")]
    AlreadyLent {
        /// The day.
        until: String,
    },
}

fn main() {}
