//! A signature in the code meets what is published of its tool.

use super::read::Published;
use super::text::text;
use crate::evolution::{Comparison, JudgedChange, Profile, Report, Rule, diff};
use crate::signature::ToolSignature;

/// Relation of a signature in the code to the published versions of its tool.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing {
    /// It is published, and as it was published.
    Kept,
    /// It is published, and says something else now.
    Edited(Vec<JudgedChange>),
    /// Its version was taken back for good.
    Retired,
    /// It is not published.
    New {
        /// Changes to the versions before it.
        changes: Vec<JudgedChange>,
        /// The first number before its own that was skipped.
        skipped: Option<u32>,
    },
}

impl Published {
    /// Compares a signature in the code with this tool's published versions.
    ///
    /// ```
    /// # let code = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
    /// #   "name":"add","description":"Adds.","version":2,"currentVersion":2}"#).unwrap().signature;
    /// use a2t_core::published::{Published, Standing};
    /// let standing = Published::default().standing(&code); // it is version 2
    /// assert_eq!(standing, Standing::New { changes: Vec::new(), skipped: Some(1) });
    /// ```
    pub fn standing(&self, code: &ToolSignature) -> Standing {
        if self.retired().contains(&code.version) {
            return Standing::Retired;
        }
        if let Some(published) = self.version(code.version) {
            return if text(published) == text(code) {
                Standing::Kept
            } else {
                Standing::Edited(changes(&[published], code))
            };
        }
        let earlier = self.versions.iter();
        let earlier: Vec<_> = earlier.filter(|old| old.version < code.version).collect();
        Standing::New {
            changes: changes(&earlier, code),
            skipped: (self.next() < code.version).then(|| self.next()),
        }
    }
}

/// Changes that the code makes in each of these versions.
fn changes(published: &[&ToolSignature], code: &ToolSignature) -> Vec<JudgedChange> {
    let compared = published.iter().map(|old| {
        let old = ToolSignature { current_version: code.current_version, ..(*old).clone() };
        Comparison {
            from: old.version,
            to: code.version,
            report: diff(&old, code, Profile::Default),
        }
    });
    let mut changes = Report::merged(compared).into_changes();
    // The versions between are compared too.
    changes.retain(|change| change.rule != Rule::VersionGap);
    changes
}
