//! What a type derives, and what the user asked for beside it.

use crate::emit::Rust;
use crate::ident::Path;

/// Whether the names on the wire are to be told to serde.
pub(super) fn serde(derives: &[Path]) -> bool {
    let known = |path: &Path| matches!(path.last(), "Serialize" | "Deserialize");
    derives.iter().any(known)
}

/// Expands to: `#[derive(Clone, Debug, serde::Serialize)]`
pub(super) fn derive(ours: &[&'static str], theirs: &[Path], out: &mut Rust) {
    let all = ours.iter().copied().map(Ok).chain(theirs.iter().map(Err));
    let comma = theirs.is_empty();
    let line = out.line().attribute(
        ("#[derive(", ")]"),
        comma,
        all,
        |out, derive| match derive {
            Ok(ours) => _ = out.code(ours),
            Err(theirs) => _ = out.path(theirs),
        },
    );
    line.end();
}
