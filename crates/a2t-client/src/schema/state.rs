//! State of an approved tool at its server.

use std::collections::HashMap;
use std::fmt;

use a2t_core::Violations;
use a2t_core::rule::Verdict;
use a2t_schema::evolution::{Change, compare_tools};
use a2t_schema::{Digest, Tool};

use crate::catalog::drift::ToolState;

/// State of an approved tool at its server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum State {
    /// The tool is as it was approved: all that a model sees of it.
    Same,
    /// The tool changed since.
    Changed {
        /// The changes, each checked by a rule.
        changes: Vec<Change>,
        /// Whether calls and results are still good by the approved schemas, so that only texts,
        /// hints or what is optional differ.
        compatible: bool,
        /// The digest of the tool as it is now.
        digest: Digest,
    },
    /// The tool breaks the rules now, so that nothing can be compared.
    Broken {
        /// The violations.
        violations: Violations,
    },
    /// The server does not have the tool.
    Gone,
}

impl State {
    /// Returns whether a call is still good by the approved schemas.
    pub fn is_safe(&self) -> bool {
        matches!(self, Self::Same | Self::Changed { compatible: true, .. })
    }

    /// Compares what was approved with all that is listed.
    #[doc(hidden)]
    pub fn at(approved: &Tool, listed: &HashMap<String, Result<Tool, Violations>>) -> Self {
        match listed.get(&approved.name) {
            None => Self::Gone,
            Some(Ok(listed)) => Self::new(approved, listed),
            Some(Err(violations)) => Self::Broken { violations: violations.clone() },
        }
    }

    /// Compares what was approved with what is listed.
    fn new(approved: &Tool, listed: &Tool) -> Self {
        let digest = listed.digest();
        let is_same = |listed: &Tool| approved.digest() == listed.digest();
        if approved.digest() == digest || is_same(&listed.comparable_to(approved)) {
            return Self::Same;
        }
        let report = compare_tools(approved, listed);
        let compatible = report.wire() == Verdict::Compatible;
        Self::Changed { changes: report.into_changes(), compatible, digest }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => f.write_str("as it was approved"),
            Self::Changed { changes, .. } => {
                f.write_str("other than was approved; review it with `cargo a2t fetch --check`:")?;
                changes.iter().try_for_each(|change| write!(f, "\n  {change}"))
            }
            Self::Broken { violations } => {
                write!(
                    f,
                    "the server lists tools that break the rules; report it to the vendor\n{violations}"
                )
            }
            Self::Gone => f.write_str("gone: the server does not list it any more"),
        }
    }
}

impl ToolState for State {
    const SAME: Self = Self::Same;

    fn is_safe(&self) -> bool {
        self.is_safe()
    }
}
