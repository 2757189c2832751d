pub struct Date;

/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    /// Lent.
    #[a2t(status = 409)]
    AlreadyLent {
        until: u32,
        /// Taken.
        status: u8,
        /// Twice.
        #[a2t(name = "until")]
        again: u32,
        /// No key.
        #[a2t(id = "x")]
        other: bool,
    },
    /// No names.
    #[a2t(status = 409)]
    Reserved(u32),
}

fn main() {}
