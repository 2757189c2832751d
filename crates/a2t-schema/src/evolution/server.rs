//! The server of two snapshots: who it is, and the way to it.

use a2t_core::rule::SchemaChange;

use super::change::Change;
use crate::Snapshot;

pub(super) fn changes(old: &Snapshot, new: &Snapshot) -> Vec<Change> {
    let mut found = Vec::new();
    if old.source != new.source {
        let change = Change::new(SchemaChange::SourceChanged, "/source");
        found.push(change.from(old.source.to_value()).to(new.source.to_value()));
    }
    let (before, after) = (&old.server, &new.server);
    let some = |text: &String| Some(text.clone());
    let texts = [
        (SchemaChange::ServerReplaced, "/server/name", some(&before.name), some(&after.name)),
        (
            SchemaChange::ServerVersionChanged,
            "/server/version",
            some(&before.version),
            some(&after.version),
        ),
        (
            SchemaChange::ServerTextChanged,
            "/server/title",
            before.title.clone(),
            after.title.clone(),
        ),
        (
            SchemaChange::ServerTextChanged,
            "/server/instructions",
            before.instructions.clone(),
            after.instructions.clone(),
        ),
        (SchemaChange::ProtocolChanged, "/revision", some(&old.revision), some(&new.revision)),
    ];
    for (rule, at, was, is) in texts {
        if was != is {
            found.push(Change::new(rule, at).from(was).to(is));
        }
    }
    found
}
