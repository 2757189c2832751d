/// Why a loan fails.
#[derive(a2t::Error)]
pub enum LoanError {
    /// The book is lent.
    #[a2t(status = 409)]
    AlreadyLent,
    #[a2t(transparent)]
    Other(ToolError),
}

fn main() {}
