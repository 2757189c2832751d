/// A copy of a book.
#[derive(a2t::Output, a2t::Record)]
pub struct Copy {
    /// The number of the copy.
    #[a2t: name = "copy"]
    number: u32,
}

/// Lists the copies of a book.
///
/// # Returns
/// The copies.
#[a2t::tool(version = 1)]
fn list_copies(
    /// The title.
    title: String,
) -> Vec<Copy> {
    let _ = title;
    Vec::new()
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![list_copies];
}
