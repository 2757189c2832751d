//! Calls that answer later: accepted, asked for, answered once, over HTTP without a socket and on the
//! stores that need no server.

mod keys;
mod life;
mod questions;
mod restart;
mod rig;
