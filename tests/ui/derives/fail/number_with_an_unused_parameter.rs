/// Number of a copy.
#[derive(a2t::Input, a2t::Output)]
pub struct Copy<T>(pub u32);

/// Finds the next copy.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1)]
pub fn find(
    /// Number of this one.
    from: Copy<u32>,
) -> Copy<u32> {
    from
}

fn main() {}
