/// Makes an id.
///
/// # Returns
/// The id.
#[a2t::tool(version = 1)]
pub fn uuid() -> String {
    let id = uuid::Uuid::nil();
    format!("{id}")
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![uuid];
}
