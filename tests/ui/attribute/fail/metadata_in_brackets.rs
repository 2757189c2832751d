/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1, meta("x"))]
pub fn find_book() -> String {
    String::new()
}

fn main() {}
