/// Why a loan fails.
#[derive(a2t::Error)]
pub enum LoanError {
    /// The book is lent.
    #[a2t(status = 409)]
    AlreadyLent,
    #[a2t = "transparent"]
    Other(a2t::ToolError),
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
    Err(a2t::ToolError::not_found("no such book"))?
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![lend];
}
