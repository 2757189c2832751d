/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1, deprecated(since = "2026-11-01", reason = "look it up"))]
pub fn find_book() -> String {
    String::new()
}

fn main() {}
