//! State of approved tools at their server.

use std::fmt;

use a2t_core::error::inert;
use a2t_core::evolution::{Report, Verdict};
use a2t_core::{ToolId, ValidationError};

use crate::CheckedChange;
use crate::call::named::Named;

/// Result of a comparison with the server, tool by tool, in the order of the approved ones.
///
/// Its text has a line for each tool that has changed, and one for each change. It is safe to print to
/// a terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift<S = State> {
    tools: Vec<ToolDrift<S>>,
}

/// State of one approved tool at its server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolDrift<S = State> {
    /// The tool's name, as it was approved.
    pub name: String,
    /// The tool's id; `None` for tools of MCP and RAP, which have none.
    pub tool_id: Option<ToolId>,
    /// The version that was approved; `None` for tools of MCP and RAP, which have none.
    pub version: Option<u32>,
    /// The state of the tool at its server.
    pub state: S,
}

/// State of a tool of any protocol.
pub trait ToolState: fmt::Display + PartialEq + Send {
    /// The tool is as it was approved.
    const SAME: Self;

    /// Returns whether a call still means what was approved.
    fn is_safe(&self) -> bool;
}

impl ToolState for State {
    const SAME: Self = Self::Same;

    fn is_safe(&self) -> bool {
        self.is_safe()
    }
}

/// State of an approved version at its server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum State {
    /// The server has the approved version, which is current.
    Same,
    /// The server has the approved version, and a newer one.
    Newer {
        /// The current version.
        version: u32,
        /// Whether calls of the approved version are good for it.
        compatible: bool,
        /// Its changes.
        changes: Vec<CheckedChange>,
    },
    /// The server has the approved version, and went back to an older one.
    Older {
        /// The current version.
        version: u32,
    },
    /// The version differs from the approved one: the vendor broke the lock (A2T-28).
    Changed {
        /// The changes.
        changes: Vec<CheckedChange>,
    },
    /// The version breaks the protocol, so that nothing can be compared.
    Broken {
        /// The violations.
        invalid: ValidationError,
    },
    /// The server has the approved version, and another one that breaks the protocol.
    NewerBroken {
        /// The violations of that one.
        invalid: ValidationError,
    },
    /// The server has the tool, but no longer this version.
    Withdrawn {
        /// The current version.
        version: u32,
    },
    /// The server does not have the tool.
    Gone,
}

impl<S: ToolState> Drift<S> {
    pub(crate) fn new(tools: Vec<ToolDrift<S>>) -> Self {
        Self { tools }
    }

    /// Creates the result for tools that are all as they were approved.
    pub(crate) fn none<'a>(approved: impl IntoIterator<Item = Named<'a>>) -> Self {
        Self::new(approved.into_iter().map(|tool| ToolDrift::new(tool, S::SAME)).collect())
    }

    /// Returns every tool that was compared.
    pub fn tools(&self) -> &[ToolDrift<S>] {
        &self.tools
    }

    /// Returns the tools that have changed.
    pub fn changes(&self) -> impl Iterator<Item = &ToolDrift<S>> {
        self.tools.iter().filter(|tool| tool.state != S::SAME)
    }

    /// Returns whether no tool has changed.
    pub fn is_none(&self) -> bool {
        self.changes().next().is_none()
    }

    /// Returns whether every call still means what was approved, newer versions or not. For tools of MCP
    /// and RAP, the texts that a model reads may be others: [`Drift::is_none`] reports those as well.
    pub fn is_safe(&self) -> bool {
        self.tools.iter().all(|tool| tool.state.is_safe())
    }
}

impl<S> ToolDrift<S> {
    pub(crate) fn new<'a>(approved: impl Into<Named<'a>>, state: S) -> Self {
        let Named { name, version } = approved.into();
        let (tool_id, version) = version.unzip();
        Self { name: name.to_owned(), tool_id, version, state }
    }
}

impl State {
    pub(crate) fn newer(version: u32, report: Report) -> Self {
        Self::Newer {
            version,
            compatible: report.wire() == Verdict::Compatible,
            changes: report.changes().to_vec(),
        }
    }

    /// Returns whether a call of the approved version still means what was approved.
    pub fn is_safe(&self) -> bool {
        matches!(
            self,
            Self::Same | Self::Newer { .. } | Self::NewerBroken { .. } | Self::Older { .. }
        )
    }
}

impl<S: ToolState> fmt::Display for Drift<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, tool) in self.changes().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{tool}")?;
        }
        Ok(())
    }
}

impl<S: fmt::Display> fmt::Display for ToolDrift<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", inert(&self.name))?;
        if let Some(version) = self.version {
            write!(f, " version {version}")?;
        }
        write!(f, ": {}", self.state)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => f.write_str("as it was"),
            Self::Newer { version, compatible, changes } => {
                let kind = if *compatible { "compatible" } else { "incompatible" };
                write!(
                    f,
                    "as it was; new {kind} version {version}: fetch the catalog again to use it"
                )?;
                listed(changes, f)
            }
            Self::Older { version } => {
                write!(f, "as it was; older version: the vendor went back to {version}")
            }
            Self::Changed { changes } => {
                f.write_str(
                    "changed under the same version, which the protocol forbids; do not call it \
                     before the catalog was reviewed again",
                )?;
                listed(changes, f)
            }
            Self::Broken { invalid } => write!(
                f,
                "what the vendor serves breaks the protocol: do not call it, and report it to the vendor\n\
                 {invalid}"
            ),
            Self::NewerBroken { invalid } => write!(
                f,
                "as it was; the vendor has another version that breaks the protocol\n{invalid}"
            ),
            Self::Withdrawn { version } => {
                write!(
                    f,
                    "gone, of a tool that is there at version {version}: fetch the catalog again"
                )
            }
            Self::Gone => f.write_str(
                "gone: the server does not have the tool any more; fetch the catalog again",
            ),
        }
    }
}

fn listed(changes: &[CheckedChange], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    changes.iter().try_for_each(|change| write!(f, "\n  {}", change.seen_by_callers()))
}
