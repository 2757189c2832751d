/// Greets.
///
/// # Returns
/// The greeting.
#[a2t::tool(version = 1)]
fn greet(
    /// Whom to greet; the world if absent.
    #[a2t(max_length = -9, default = "world")]
    name: String,
) -> String {
    format!("Hello, {name}!")
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![greet];
}
