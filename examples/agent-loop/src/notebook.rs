//! A tool of the agents' own program: it needs no vendor and no socket.

use std::sync::{Arc, Mutex, PoisonError};

use a2t::Toolset;
use axum::extract::State;

/// Notes that the agents leave for the user.
pub type Notebook = Arc<Mutex<Vec<String>>>;

/// Writes a line into the user's notebook.
///
/// # Returns
/// The number of lines it has now.
#[a2t::tool(version = 1)]
fn write_note(
    /// The line, in plain words.
    #[a2t(max_length = 200)]
    line: String,
    #[a2t(context)] State(notebook): State<Notebook>,
) -> u32 {
    let mut lines = notebook.lock().unwrap_or_else(PoisonError::into_inner);
    lines.push(line);
    u32::try_from(lines.len()).unwrap_or(u32::MAX)
}

/// The tools of this program.
pub fn toolset() -> Toolset<Notebook> {
    a2t::toolset![write_note]
}
