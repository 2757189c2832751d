use axum::extract::State;

/// A shelf.
pub struct Shelf;

#[a2t::tools]
impl Shelf {
    /// Counts the books.
    ///
    /// # Returns
    /// The number of books.
    #[tool(version = 1)]
    fn count(&self, #[a2t(context)] State(_): State<Books>) -> u8 {
        3
    }
}

fn main() {}
