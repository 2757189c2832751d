/// Address of a branch.
#[derive(a2t::Output, a2t::Input)]
pub struct Branch(pub std::net::IpAddr);

/// Finds the next branch.
///
/// # Returns
/// Its address.
#[a2t::tool(version = 1)]
pub fn find(
    /// Address of this one.
    from: Branch,
) -> Branch {
    from
}

fn main() {}
