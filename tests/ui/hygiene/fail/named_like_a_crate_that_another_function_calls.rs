/// Makes an id.
///
/// # Returns
/// The id.
#[a2t::tool(version = 1)]
pub fn uuid() -> String {
    new()
}

fn new() -> String {
    uuid::Uuid::nil().to_string()
}

fn main() {}
