/// Condition of a copy.
#[derive(Clone, Copy, a2t::Enum)]
pub enum Condition {
    /// Like new.
    Fine,
    /// Readable.
    Worn,
}

/// Number of a copy.
#[derive(a2t::Input, a2t::Output)]
pub struct CopyId(pub u32);

/// A text around another.
#[derive(a2t::Output, a2t::Input)]
pub struct Shelf(pub String);

/// A copy on loan.
#[derive(a2t::Output, a2t::Record)]
pub struct Loan {
    /// Number of the copy.
    pub copy: CopyId,
    /// Days of the loan.
    pub days: u32,
    /// Days of each extension.
    pub extensions: Vec<u32>,
    /// Days before a reminder.
    pub reminder: Option<u32>,
}

/// A copy on a shelf.
#[derive(a2t::Record, a2t::Output)]
pub struct Found {
    /// The shelf.
    pub shelf: Shelf,
    /// Place on the shelf.
    pub place: u32,
    /// Condition of the copy.
    pub condition: Condition,
}

const USUAL: Condition = Condition::Fine;

/// Lends a copy.
#[a2t::tool(version = 1)]
pub fn lend(
    /// Number of the copy.
    copy: CopyId,
    /// The worst condition.
    #[a2t(default = USUAL)]
    condition: Condition,
) -> Result<Loan, a2t::ToolError> {
    unimplemented!()
}

/// Lists loans.
///
/// # Returns
/// The loans.
#[a2t::tool(version = 1)]
pub fn list_loans(
    /// The shelf.
    shelf: Option<Shelf>,
) -> Vec<Loan> {
    unimplemented!()
}

/// Finds a copy.
#[a2t::tool(version = 1)]
pub fn find(
    /// Number of the copy.
    copy: CopyId,
) -> Result<Found, a2t::ToolError> {
    unimplemented!()
}

pub fn tools() -> a2t::Toolset<()> {
    a2t::toolset![lend, list_loans, find]
}
