/// A shelf.
#[derive(a2t::Enum, a2t::Output)]
enum Key {
    /// The first one.
    First,
}

/// Looks something up.
///
/// # Returns
/// What was found.
#[a2t::tool(version = 1)]
fn look_up(
    /// What is sought.
    key: Key,
) -> Key {
    key
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![look_up];
}
