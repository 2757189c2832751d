//! Derives that the user asked for.

use syn::Path;

/// Whether the names on the wire are to be told to serde.
pub(super) fn serde(derives: &[Path]) -> bool {
    derives.iter().any(|path| {
        let last = path.segments.last();
        last.is_some_and(|last| last.ident == "Serialize" || last.ident == "Deserialize")
    })
}
