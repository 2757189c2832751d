/// Renews a loan.
///
/// # Returns
/// How many days are left.
#[must_use]
#[a2t::tool(version = 1, marker = "RenewTool")]
pub const fn renew(
    /// How many days more.
    #[a2t(max = 28)]
    days: u8,
) -> u8 {
    days
}
