use axum::extract::State;

/// The readers of a library.
#[derive(Clone)]
pub struct Readers;

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
pub fn add(
    /// The first number.
    first: u32,
    /// The second number.
    second: u32,
) -> u32 {
    first.saturating_add(second)
}

/// Counts readers.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1)]
pub fn count_readers(#[a2t(context)] State(_readers): State<Readers>) -> u32 {
    1
}

/// Counts readers who owe fees.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1)]
pub fn count_debtors(#[a2t(context)] State(_readers): State<Readers>) -> u32 {
    0
}

pub fn tools() -> a2t::Toolset<Readers> {
    a2t::toolset![add, count_readers, count_debtors]
}
