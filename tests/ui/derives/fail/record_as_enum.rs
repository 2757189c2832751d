/// A book.
#[derive(Clone, a2t::Output, a2t::Enum)]
pub struct Book {
    /// The title.
    pub title: String,
    /// The price of a lost copy.
    pub price: u32,
}

/// Books that were found.
#[derive(a2t::Output)]
pub struct Found {
    /// The books.
    pub books: Vec<Book>,
}

/// Finds books.
#[a2t::tool(version = 1)]
pub fn find_books() -> Found {
    Found { books: vec![look_up()] }
}

/// Looks up a book.
#[a2t::tool(version = 1)]
pub fn look_up() -> Book {
    Book { title: String::new(), price: 500 }
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![find_books, look_up];
}
