//! Tools whose signatures are data, over every protocol, and sets of them that change while they are served.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod hostile;
mod live;
mod protocols;
mod rig;
mod scale;
#[path = "../seeded/mod.rs"]
mod seeded;
mod versions;
mod walks;
