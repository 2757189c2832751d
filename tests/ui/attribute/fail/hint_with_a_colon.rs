/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1, destructive: false)]
pub fn find_book() -> String {
    String::new()
}

fn main() {}
