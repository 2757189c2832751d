/// Why a book is not lent.
#[derive(a2t::Error)]
pub enum Refused {
    /// The book is with another reader.
    #[a2t(status = 409)]
    Lent {
        /// The day when it is due back.
        until: String,
        /// Eight lists in each other, and the problem.
        readers: Vec<Vec<Vec<Vec<Vec<Vec<Vec<Vec<i32>>>>>>>>,
    },
}

/// Lends a book.
///
/// # Returns
/// The day when it is due back.
#[a2t::tool(version = 1)]
pub fn lend() -> Result<String, Refused> {
    todo!()
}

fn main() {}
