/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(name = "find_book" version = 1)]
pub fn find_book() -> String {
    String::new()
}

fn main() {}
