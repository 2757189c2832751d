/// Why a loan fails.
#[derive(a2t::Error)]
pub enum LoanError {
    /// The book is lent.
    #[a2t = status = 409, name = "LENT"]
    AlreadyLent,
}

/// Lends a book.
///
/// # Returns
/// The number of the copy.
#[a2t::tool(version = 1)]
fn lend(
    /// The title.
    title: String,
) -> Result<u32, LoanError> {
    let _ = title;
    Err(LoanError::AlreadyLent)
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![lend];
}
