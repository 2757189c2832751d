struct Key(u32);

struct Silent;

impl std::str::FromStr for Key {
    type Err = Silent;

    fn from_str(_: &str) -> Result<Self, Silent> {
        Err(Silent)
    }
}

/// Looks something up.
///
/// # Returns
/// What was found.
#[a2t::tool(version = 1)]
fn look_up(
    /// What is sought.
    #[a2t(text)]
    key: Key,
) -> String {
    let _ = key;
    String::new()
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![look_up];
}
