/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    #[a2t(transparent, internal)]
    Both(a2t::ToolError),
    #[a2t(transparent, status = 409)]
    Status(a2t::ToolError),
    #[a2t(internal, detail = "secret")]
    Detail(std::io::Error),
    #[a2t(transparent)]
    None,
    #[a2t(internal)]
    Two(std::io::Error, u8),
}

fn main() {}
