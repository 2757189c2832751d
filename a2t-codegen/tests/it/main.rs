//! The integration tests of this package, as one program: it is linked once, and its tests run side by side.

use std::path::PathBuf;

use a2t_codegen::Builder;

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

/// A folder of catalogs, or of the clients that are generated from them.
fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/codegen").join(name)
}

/// The generator of a client of one of the catalogs.
fn builder(catalog: &str) -> Builder {
    Builder::new(folder("catalogs").join(format!("{catalog}.json")))
}
