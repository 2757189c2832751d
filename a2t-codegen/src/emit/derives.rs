//! Derives that the user asked for.

use super::{Code, Rust, code, rust};
use crate::ident::Path;

/// A type that serde reads or writes has attributes with the names on the wire.
pub(crate) fn serde(derives: &[Path]) -> bool {
    let known = |path: &Path| matches!(path.last(), "Serialize" | "Deserialize");
    derives.iter().any(known)
}

/// Expands to: `#[derive(serde::Serialize)]`, or nothing.
pub(crate) fn derive(derives: &[Path], out: &mut Rust) {
    if derives.is_empty() {
        return;
    }
    let paths: Vec<_> = derives.iter().map(|path| code!("{path}"; path)).collect();
    rust!(out, "#[derive({paths})]"; paths = Code::list(&paths));
}
