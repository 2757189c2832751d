//! The integration tests of this package, as one program: it is linked once, and its tests run side by side.

mod build_script;
#[cfg(feature = "fetch")]
mod fetch;
#[cfg(feature = "fetch")]
mod fetch_endless;
#[cfg(feature = "fetch")]
mod fetch_faults;
mod flips;
mod golden;
mod mcp_golden;
mod mcp_shape;
mod overrides;
mod shape;
mod snapshot;
mod watched;
