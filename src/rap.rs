//! The Reactive Agent Protocol (RAP): the same tools called asynchronously, acknowledged at once and
//! answered by a callback.

#[cfg(feature = "rap")]
pub use a2t_rap::*;
