//! The tools that a server lists now, and whether the approved tools have changed.

pub(crate) mod drift;
pub(crate) mod list;
pub(crate) mod stream;
pub(crate) mod verify;
