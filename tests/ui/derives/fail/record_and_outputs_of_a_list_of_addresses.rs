/// A copy on loan.
#[derive(a2t::Record, a2t::Output)]
pub struct Loan {
    /// Number of the copy.
    pub copy: u32,
    /// Addresses of the branches.
    pub branches: Vec<std::net::IpAddr>,
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
