//! What is published of a tool, against its code: at build time ([`lock`]) and in the tests of a package ([`gate`]).

pub(crate) mod gate;
pub mod lock;
