/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    /// Lent.
    #[a2t(status = 409)]
    AlreadyLent {
        /// The kind of loan.
        #[a2t(namex = "kind")]
        r#type: String,
    },
}

fn main() {}
