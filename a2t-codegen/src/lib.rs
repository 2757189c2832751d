//! Typed Agent-to-Tool clients from a catalog, for build scripts.

#[cfg(feature = "fetch")]
pub mod fetch;
pub mod snapshot;
