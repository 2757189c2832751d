use std::net::IpAddr as Key;

/// Looks something up.
///
/// # Returns
/// What was found.
#[a2t::tool(version = 1)]
fn look_up(
    /// What is sought.
    #[a2t(example = "::1")]
    key: Key,
) -> String {
    let _ = key;
    String::new()
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![look_up];
}
