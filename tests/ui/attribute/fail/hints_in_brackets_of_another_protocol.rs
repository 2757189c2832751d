/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1, annotations(read_only_hint = true))]
pub fn find_book() -> String {
    String::new()
}

fn main() {}
