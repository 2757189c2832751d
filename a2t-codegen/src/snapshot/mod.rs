//! Approved snapshots of A2T: their changes, their files, and the names that a client keeps.
//!
//! [`a2t_schema::snapshot`] describes the file, which is the same for all protocols.

mod compare;
mod file;
mod follow;
mod kind;

use std::collections::BTreeMap;

use a2t_core::document::DocumentError;
use a2t_schema::snapshot::{self, Described, SnapshotOf};

#[cfg(feature = "fetch")]
pub(crate) use compare::differing;
pub use compare::{Change, Kind, compare};
pub use file::{Error, Update, update, write};
pub use follow::Rename;
pub use kind::Signatures;

/// The tools of one vendor as they were approved.
///
/// ```
/// use a2t_codegen::snapshot::{self, Snapshot};
///
/// # let tool = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
/// #   "name":"add","description":"Adds.","version":1,"currentVersion":1}"#).unwrap().signature;
/// let approved = Snapshot::new("https://api.weather.example", vec![tool]);
///
/// let text = approved.to_text();
/// assert_eq!(snapshot::read(text.as_bytes()).unwrap(), approved);
///
/// let error = snapshot::read(text.replace("Adds.", "Adz.").as_bytes()).unwrap_err();
/// assert!(error.to_string().contains("tool `add`"));
/// ```
pub type Snapshot = SnapshotOf<Signatures>;

/// Reads a snapshot and verifies every digest.
///
/// # Errors
/// Text that is not JSON, a format that is not read here, and every tool that was edited, added
/// or removed since it was approved, by name.
pub fn read(bytes: &[u8]) -> Result<Snapshot, DocumentError> {
    Snapshot::parse(bytes)
}

/// Tools that clients are generated for.
pub trait Generated: snapshot::Kind {
    /// Returns the names to remember for the client of `new`, so that it keeps those of the client of `old`.
    #[doc(hidden)]
    fn kept(old: &SnapshotOf<Self>, new: &SnapshotOf<Self>) -> BTreeMap<String, String>;
}

impl Generated for Signatures {
    fn kept(old: &Snapshot, new: &Snapshot) -> BTreeMap<String, String> {
        follow::follow(old, new)
    }
}

impl Generated for Described {
    fn kept(old: &a2t_schema::Snapshot, new: &a2t_schema::Snapshot) -> BTreeMap<String, String> {
        crate::schema::kept(old, new)
    }
}

/// Returns the snapshot as the one that takes the place of `old`: the names that are generated for what
/// was in that one stay as they are, in [`SnapshotOf::names`].
///
/// Without an old snapshot, types and methods are named only for the tools; with one, a tool that was
/// added, changed or removed changes no name of another tool. [`renames`] returns the names that had to
/// change. The headers and the environment of the old snapshot are kept too, unless this one is of another
/// server or has its own. [`update`] calls this function.
///
/// ```
/// use a2t_codegen::snapshot::following;
/// use a2t_schema::{Schema, Snapshot, Tool};
///
/// # let object = Schema::read(&serde_json::json!({"type": "object"}), "").unwrap();
/// # let snapshot = |names: &[&str]| {
/// #     let tools = names.iter().map(|name| Tool::new(*name, object.clone())).collect();
/// #     Snapshot::new("https://tools.example/mcp", tools)
/// # };
/// let old = snapshot(&["getTime"]); // the method is `get_time`
/// let new = following(snapshot(&["getTime", "get_time"]), &old);
/// assert_eq!(new.names["getTime"], "get_time"); // and stays it
/// ```
#[must_use]
pub fn following<K: Generated>(mut new: SnapshotOf<K>, old: &SnapshotOf<K>) -> SnapshotOf<K> {
    if new.source == old.source {
        if new.headers.is_empty() {
            new.headers.clone_from(&old.headers);
        }
        if new.pass_env.is_empty() && new.arg_env.is_empty() {
            new.pass_env.clone_from(&old.pass_env);
            new.arg_env.clone_from(&old.arg_env);
        }
    }
    new.names = K::kept(old, &new);
    new
}

/// Returns the names in the client of `new` that are others than in the client of `old`, although
/// the thing is the same: a program that uses them no longer compiles.
pub fn renames(old: &Snapshot, new: &Snapshot) -> Vec<Rename> {
    follow::renames(old, new)
}
