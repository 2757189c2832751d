use axum::extract::State;

#[derive(Clone)]
pub struct Library;

/// Counts books.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1)]
pub fn count_books(#[a2t(context)] State(_): State<Library>) -> u32 {
    1
}

/// Counts readers.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1)]
pub fn count_readers(#[a2t(context)] State(_): State<Library>) -> u32 {
    1
}

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![add, count_books, count_readers];
}
