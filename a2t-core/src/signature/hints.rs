//! Effects of a call on the world, and its duration, as declared by the vendor: whether it only
//! reads, can be repeated, may do harm, or takes long.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// Effects of calling a tool on the world, as declared by its vendor (`annotations`); an extension
/// (spec note AMB-41) with the members of MCP, revision 2026-07-28, `ToolAnnotations`, and one of
/// RAP's.
///
/// Like `deprecated` it is a remark about a version, and no part of it: it may come, change and go
/// while the version stays as it is. It is only as trustworthy as the vendor: a client uses what
/// was approved, not what a server sends while the program runs.
///
/// ```
/// use a2t_core::Hints;
/// assert!(Hints::NONE.may_destroy() && !Hints::NONE.is_repeatable());
/// let looks_up = Hints { read_only: true, ..Hints::NONE };
/// assert!(looks_up.is_repeatable() && !looks_up.may_destroy());
/// let adds = Hints { destructive: Some(false), ..Hints::NONE };
/// assert!(!adds.is_repeatable() && !adds.may_destroy());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hints {
    /// A call changes nothing (`readOnlyHint`); `false` by default.
    pub read_only: bool,
    /// A call that is made twice does no more than once (`idempotentHint`); `false` by default.
    pub idempotent: bool,
    /// A call may overwrite or delete what was there; `Some(false)` if it only adds
    /// (`destructiveHint`). If this is `None`, a tool that does not only read may do so.
    pub destructive: Option<bool>,
    /// A call may take longer than a caller keeps a connection open (`longRunningHint`;
    /// `longRunning` of RAP): a caller that can ask for the answer later does. `false` by default.
    pub long_running: bool,
}

impl Hints {
    /// No hints.
    pub const NONE: Self =
        Self { read_only: false, idempotent: false, destructive: None, long_running: false };

    /// Returns `true` if there are no hints.
    pub const fn is_none(self) -> bool {
        !self.read_only && !self.idempotent && self.destructive.is_none() && !self.long_running
    }

    /// Returns whether a call may be made again without harm, although the first may have run: the tool only
    /// reads, or is idempotent.
    pub const fn is_repeatable(self) -> bool {
        self.read_only || self.idempotent
    }

    /// Returns `true` unless the tool only reads or only adds: a tool without hints may destroy.
    pub const fn may_destroy(self) -> bool {
        !self.read_only && !matches!(self.destructive, Some(false))
    }

    /// Returns whether they contradict each other: what only reads destroys nothing.
    pub const fn is_contradictory(self) -> bool {
        self.read_only && matches!(self.destructive, Some(true))
    }

    /// Returns the hints by their names on the wire, those that are given, in the order of the
    /// document.
    pub fn iter(self) -> impl Iterator<Item = (&'static str, bool)> {
        let given = |holds: bool| holds.then_some(true);
        let [read_only, idempotent, destructive, long_running] = Self::NAMES;
        let hints = [
            (read_only, given(self.read_only)),
            (idempotent, given(self.idempotent)),
            (destructive, self.destructive),
            (long_running, given(self.long_running)),
        ];
        hints.into_iter().filter_map(|(name, hint)| Some((name, hint?)))
    }

    /// Members of `annotations` that are read, in the order of the document.
    pub const NAMES: [&'static str; 4] =
        ["readOnlyHint", "idempotentHint", "destructiveHint", "longRunningHint"];
}

impl Serialize for Hints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, hint) in self.iter() {
            map.serialize_entry(name, &hint)?;
        }
        map.end()
    }
}
