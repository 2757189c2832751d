/// Books that were found.
#[derive(a2t::Input, a2t::Output)]
pub struct Found {
    /// The number of them.
    pub count: u32,
    /// The title of the first.
    pub title: String,
}

/// Finds books.
#[a2t::tool(version = 1)]
pub fn find_books() -> Result<Found, a2t::ToolError> {
    Ok(Found { count: 1, title: String::new() })
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![find_books];
}
