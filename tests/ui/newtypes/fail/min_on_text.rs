#[derive(a2t::Input)]
#[a2t(min = 5)]
struct Key(String);

/// Looks something up.
///
/// # Returns
/// What was found.
#[a2t::tool(version = 1)]
fn look_up(
    /// What is sought.
    key: Key,
) -> String {
    let _ = key;
    String::new()
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![look_up];
}
