/// Why there is no answer.
#[derive(a2t::Error)]
pub enum LibraryError {
    /// The library has no such book.
    #[a2t(status = 404)]
    Unknown,
    /// The file is not there.
    #[a2t(transparant)]
    File(a2t::ToolError),
}

/// Counts books.
///
/// # Returns
/// The number of them.
#[a2t::tool(version = 1)]
pub fn count_books() -> Result<u32, LibraryError> {
    let count = Err(a2t::ToolError::not_found("no list of books"));
    Ok(count?)
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![count_books];
}
