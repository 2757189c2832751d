#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "client")]
pub mod client;
#[cfg(any(feature = "client", feature = "server"))]
mod meta;
#[cfg(feature = "server")]
pub mod server;

/// What `errors!` of `a2t-client` names in the library of a generated client.
#[cfg(feature = "client")]
#[doc(hidden)]
pub use client::{Declared, Problem, fake, typed};
