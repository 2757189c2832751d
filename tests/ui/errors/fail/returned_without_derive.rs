pub enum LoanError {
    AlreadyLent,
}

/// Lends a book.
///
/// # Returns
/// The day when it is due back.
#[a2t::tool(version = 1)]
fn lend_book() -> Result<String, LoanError> {
    Err(LoanError::AlreadyLent)
}

fn main() {}
