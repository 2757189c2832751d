//! The two files of format 1, which are read and no longer written.
//!
//! That of A2T has `snapshot`, `url`, `selection`, `headers`, `digest`, `digests` (of each tool by its id,
//! or `ID@VERSION`), `names` and `items`. That of MCP and RAP has `a2t` (`"mcp-snapshot"`), `format`,
//! `source`, `server`, `protocol` (the revision of MCP, or `rap`), `selected`, `headers`, `passEnv`,
//! `argEnv`, `names`, `digest` and `tools`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use a2t_core::document::Edits;
use a2t_core::json;
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::{Kind, MEMBERS, SnapshotOf, pinned};
use crate::Digest;
use crate::canonical::{Sorted, compact};

type Members = Map<String, Value>;

/// The marker of the file of MCP and RAP.
pub(super) const MCP_MARK: &str = "mcp-snapshot";
pub(super) const FORMAT: u64 = 1;

/// Layout of a snapshot's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    Current,
    A2t,
    Mcp,
}

impl Layout {
    /// The member that has the tools.
    pub(super) fn list(self) -> &'static str {
        if self == Self::A2t { "items" } else { "tools" }
    }

    /// The members that the file may have.
    pub(super) fn members(self) -> &'static [&'static str] {
        match self {
            Self::Current => &MEMBERS,
            Self::A2t => {
                &["snapshot", "url", "selection", "headers", "digest", "digests", "names", "items"]
            }
            Self::Mcp => &[
                "a2t", "format", "source", "server", "protocol", "selected", "headers", "passEnv",
                "argEnv", "names", "digest", "tools",
            ],
        }
    }

    /// The members before the tools, as the current format has them.
    pub(super) fn head(self, members: &Members) -> Cow<'_, Members> {
        let mut head = members.clone();
        match self {
            Self::Current => return Cow::Borrowed(members),
            Self::A2t => {
                head.insert("protocol".to_owned(), "a2t".into());
                let url = head.remove("url");
                let source = url.as_ref().and_then(Value::as_str).map(crate::Source::from);
                head.extend(source.map(|source| ("source".to_owned(), source.to_value())));
            }
            Self::Mcp => {
                let address = |head: &Members| head.get("source")?.get("rap").cloned();
                let protocol = match (address(&head), head.remove("protocol")) {
                    (Some(url), _) => {
                        head.insert("source".to_owned(), json!({"http": url}));
                        "rap".into()
                    }
                    (None, revision) => {
                        head.extend(revision.map(|text| ("revision".to_owned(), text)));
                        "mcp".into()
                    }
                };
                head.insert("protocol".to_owned(), protocol);
                let selected = head.remove("selected").map(|names| json!({"tools": names}));
                head.extend(selected.map(|names| ("selection".to_owned(), names)));
            }
        }
        Cow::Owned(head)
    }

    /// The digest of the whole, as the file must have it.
    pub(super) fn digest<K: Kind>(
        self,
        members: &Members,
        snapshot: &SnapshotOf<K>,
        tools: Vec<Digest>,
    ) -> Digest {
        match self {
            Self::A2t => of_signatures(members, snapshot),
            // That of the file as it stands: spellings that mean the same were not written by us.
            Self::Current | Self::Mcp => {
                let head = members.iter().filter(|(name, _)| *name != "digest" && *name != "tools");
                let head = head.map(|(name, value)| (name.clone(), value.clone())).collect();
                pinned(head, tools.into_iter())
            }
        }
    }
}

/// The digest of a file of A2T: of the address, what else is not empty, and every tool, each with a line feed.
fn of_signatures<K: Kind>(members: &Members, snapshot: &SnapshotOf<K>) -> Digest {
    let mut parts = vec![snapshot.source.to_string().into_bytes()];
    parts.extend(members.get("selection").map(|value| compact(&Selection(value)).into_bytes()));
    let texts = ["headers", "names"].into_iter().filter_map(|name| members.get(name));
    parts.extend(texts.map(|texts| compact(&Sorted(texts)).into_bytes()));
    parts.extend(snapshot.tools.iter().map(K::canonical));
    Digest::from_parts(parts.iter().flat_map(|part| [&**part, b"\n"]))
}

/// A selection in the order in which it was written.
struct Selection<'v>(&'v Value);

impl Serialize for Selection<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = ["tools", "tags", "holds", "versions"].into_iter();
        serializer.collect_map(members.filter_map(|name| Some((name, self.0.get(name)?))))
    }
}

/// The digests of the tools of a file of A2T, which has them before the tools.
pub(super) struct Digests<'v>(BTreeMap<&'v str, &'v Value>);

impl<'v> Digests<'v> {
    /// `None` for a file that has the digest of each tool next to it.
    pub(super) fn new(layout: Layout, members: &'v Members, edits: &mut Edits) -> Option<Self> {
        if layout != Layout::A2t {
            return None;
        }
        let digests = members.get("digests").and_then(Value::as_object);
        if digests.is_none() {
            edits.edited("", None, "expected an object `digests`");
        }
        let digests = digests.into_iter().flatten();
        Some(Self(digests.map(|(id, digest)| (&**id, digest)).collect()))
    }

    /// Takes the digest of an item.
    pub(super) fn take(&mut self, item: &Value) -> Option<&'v Value> {
        let id = item.get("toolId").and_then(Value::as_str)?;
        let version = item.get("version").and_then(Value::as_u64).unwrap_or_default();
        self.0.remove(&*format!("{id}@{version}")).or_else(|| self.0.remove(id))
    }

    /// Reports the digests whose items are missing.
    pub(super) fn finish(self, edits: &mut Edits) {
        for id in self.0.into_keys() {
            let at = format!("/digests/{}", json::segment(id));
            edits.edited(&at, Some(id), "it was removed from `items`");
        }
    }
}
