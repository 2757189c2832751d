/// Makes an id.
///
/// # Returns
/// The id.
#[a2t::tool(version = 1, marker = "uuid tool")]
pub fn uuid() -> String {
    String::new()
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![uuid];
}
