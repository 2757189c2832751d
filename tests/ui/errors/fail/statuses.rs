/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    /// The protocol's own.
    #[a2t(status = 400)]
    Malformed,
    /// A fault.
    #[a2t(status = 500)]
    Broken,
    /// Not a number.
    #[a2t(status = "409")]
    Text,
    /// No status.
    AlreadyLent,
    /// Misspelt.
    #[a2t(statsu = 409)]
    Reserved,
}

fn main() {}
