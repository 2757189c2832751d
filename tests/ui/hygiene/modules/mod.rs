//! One file a tool, as many have it.

mod index;
mod search;

pub use index::index;
pub use search::{search, signature as search_signature};
