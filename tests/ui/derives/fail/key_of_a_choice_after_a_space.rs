/// Condition of a copy.
#[derive(a2t::Enum)]
pub enum Condition {
    /// Like new.
    #[a2t name = "NEW"]
    Fine,
    /// Readable.
    Worn,
}

/// Finds a copy.
///
/// # Returns
/// The condition of the copy.
#[a2t::tool(version = 1)]
fn find(
    /// The worst condition.
    condition: Condition,
) -> Condition {
    condition
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![find];
}
