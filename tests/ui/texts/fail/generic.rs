#[derive(a2t::Input)]
#[a2t(text)]
struct Key<T>(T);

impl<T> std::str::FromStr for Key<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Err(text.to_owned())
    }
}

/// Looks something up.
///
/// # Returns
/// What was found.
#[a2t::tool(version = 1)]
fn look_up(
    /// What is sought.
    key: Key<u32>,
) -> String {
    let _ = key;
    String::new()
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![look_up];
}
