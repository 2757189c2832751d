//! One file per tool, as many have it.

mod index;
mod search;

pub use index::IndexTool;
pub use search::{SearchTool, search, signature as search_signature};
