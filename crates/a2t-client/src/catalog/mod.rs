//! What a server lists now, and whether the approved tools are still there as they were.

pub(crate) mod drift;
pub(crate) mod list;
pub(crate) mod stream;
pub(crate) mod verify;
