//! Each hint alone, and those that go together; `destructive = false` of a tool that only adds.

use a2t::{Hints, Tool};

/// Finds a note.
///
/// # Returns
/// The note.
#[a2t::tool(version = 1, read_only, idempotent, destructive = false)]
fn find_note() -> String {
    String::new()
}

/// Adds a note.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1, title = "Add a note", destructive = false)]
fn add_note() -> u32 {
    1
}

/// Deletes a note.
///
/// # Returns
/// How many are left.
#[a2t::tool(destructive, idempotent, version = 2, deprecated(since = "2026-11-01", note = "keep them"))]
fn delete_note() -> u32 {
    0
}

/// Counts all notes there ever were.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1, long_running, read_only)]
fn count_notes() -> u32 {
    0
}

struct Desk;

#[a2t::tools]
impl Desk {
    /// Tells the time.
    ///
    /// # Returns
    /// The time.
    #[tool(version = 1, read_only)]
    fn tell_time(&self) -> String {
        String::new()
    }
}

pub(crate) fn main() {
    let toolset: a2t::Toolset<std::sync::Arc<Desk>> =
        a2t::toolset![Desk, find_note, add_note, delete_note, count_notes];
    let hinted = toolset.signatures().filter(|tool| !tool.hints.is_none());
    assert_eq!(hinted.count(), 5);
    let read_only = Hints { 
        read_only: true, idempotent: true, destructive: Some(false), long_running: false,
    };
    assert_eq!(find_note::SIGNATURE.hints, read_only);
    assert_eq!(add_note::SIGNATURE.hints, Hints { destructive: Some(false), ..Hints::NONE });
    let deletes = Hints { idempotent: true, destructive: Some(true), ..Hints::NONE };
    assert_eq!(delete_note::SIGNATURE.hints, deletes);
    let counts = Hints { read_only: true, long_running: true, ..Hints::NONE };
    assert_eq!(count_notes::SIGNATURE.hints, counts);
    assert_eq!(add_note::SIGNATURE.title.as_deref(), Some("Add a note"));
}
