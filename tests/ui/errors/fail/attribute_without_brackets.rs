/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    /// No such book.
    #[a2t = 404]
    Unknown,
}

fn main() {}
