//! Typed Agent-to-Tool clients from a catalog, for build scripts.

pub mod snapshot;
