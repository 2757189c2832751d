//! A signature in the code meets what is published of its tool.

use super::read::Published;
use super::text::text;
use crate::evolution::{CheckedChange, Comparison, Profile, Report, Rule, diff, refused};
use crate::signature::ToolSignature;

/// Relation of a signature in the code to the published versions of its tool.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing {
    /// It is published, and as it was published.
    Kept,
    /// It is published, and its text is another now.
    Edited(Vec<CheckedChange>),
    /// Its version was taken back for good.
    Retired,
    /// It is not published.
    New {
        /// Changes to the versions before it.
        changes: Vec<CheckedChange>,
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
            let changes = changes(&[published], code);
            let is_worse = changes.iter().any(|change| refused(change.rule, true));
            return if is_worse || !says_the_same(published, code) {
                Standing::Edited(changes)
            } else {
                Standing::Kept
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

/// Returns `true` if the code matches what is published, apart from preconditions, formats and hints. Those are
/// unknown in files of earlier releases, and a version may become easier to call and safer.
///
/// ```
/// # let published = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
/// #   "name":"add","description":"Adds.","version":1,"currentVersion":1}"#).unwrap().signature;
/// use a2t_core::published::says_the_same;
/// let safer = a2t_core::ToolSignature {
///     hints: a2t_core::Hints { read_only: true, ..a2t_core::Hints::NONE },
///     ..published.clone()
/// };
/// assert!(says_the_same(&published, &safer));
/// let reworded = a2t_core::ToolSignature { description: "Sums.".into(), ..published.clone() };
/// assert!(!says_the_same(&published, &reworded));
/// ```
pub fn says_the_same(published: &ToolSignature, code: &ToolSignature) -> bool {
    text(published) == text(&with_facts_of(published, code.clone()))
}

/// Returns the signature with the preconditions, formats and hints of a published version. They may differ from those
/// that are served.
pub fn with_facts_of(published: &ToolSignature, mut signature: ToolSignature) -> ToolSignature {
    signature.hints = published.hints;
    signature.preconditions.clone_from(&published.preconditions);
    let format = |id: &str| {
        let mut inputs = published.input_parameters.iter();
        inputs.find(|input| input.id == id)?.format.clone()
    };
    let inputs = &mut signature.input_parameters;
    if inputs.iter().any(|input| input.format != format(&input.id)) {
        for input in inputs.to_mut() {
            input.format = format(&input.id);
        }
    }
    signature
}

/// Changes that the code makes in each of these versions.
fn changes(published: &[&ToolSignature], code: &ToolSignature) -> Vec<CheckedChange> {
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
