//! Two snapshots of MCP servers.

use a2t_core::evolution::Profile;

use crate::mcp::{Document, changed};
use crate::report::{Failure, Format, Outcome};

/// The report on two snapshots of MCP servers; `None` where neither is one.
pub(super) fn compared(
    (old, new): (&str, &str),
    profile: Profile,
    format: Format,
) -> Option<Outcome> {
    let both = Document::read(old).and_then(|old| Ok((old, Document::read(new)?)));
    let (old, new) = match both {
        Err(failure) => return Some(Err(failure)),
        Ok((None, None)) => return None,
        Ok((Some(old), Some(new))) => (old, new),
        Ok(_) => {
            return Some(Err(Failure::new(
                "one is a snapshot of an MCP server and the other is not, so they have nothing in \
                 common; give two of a kind",
            )));
        }
    };
    Some(Ok(changed(&old, &new.snapshot, Some(&new), profile).report(format)))
}
