/// A copy on loan.
#[derive(a2t::Output, a2t::Record)]
pub struct Loan {
    /// Number of the copy.
    pub copy: u32,
    /// Distance of the branch.
    pub distance: Option<f64>,
}

/// Lends a copy.
#[a2t::tool(version = 1)]
pub fn lend() -> Result<Loan, a2t::ToolError> {
    Err(a2t::ToolError::not_found("no copy"))
}

/// Lists loans.
///
/// # Returns
/// The loans.
#[a2t::tool(version = 1)]
pub fn list() -> Vec<Loan> {
    Vec::new()
}

fn main() {}
