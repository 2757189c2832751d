//! What became of approved tools at their server.

use std::fmt;

use a2t_core::error::inert;
use a2t_core::evolution::{Report, Verdict};
use a2t_core::{Invalid, ToolId, ToolSignature};

use super::Finding;

/// What a comparison with the server came to, tool by tool, in the order of the approved ones.
///
/// Its text has a line for each tool that is not as it was, and one for each thing that changed; it
/// is safe for a terminal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drift {
    tools: Vec<ToolDrift>,
}

/// What became of one approved tool.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolDrift {
    /// The tool's id.
    pub id: ToolId,
    /// The tool's name, as it was approved.
    pub name: String,
    /// The version that was approved.
    pub version: u32,
    /// What the server says of it.
    pub state: State,
}

/// What a server says of an approved version.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum State {
    /// It is what was approved, and current.
    Same,
    /// It is what was approved, and there is a newer one.
    Newer {
        /// The current version.
        version: u32,
        /// Whether calls of the approved version are good for it.
        compatible: bool,
        /// What it changes.
        findings: Vec<Finding>,
    },
    /// It is what was approved, and the server went back to an older one.
    Older {
        /// The current version.
        version: u32,
    },
    /// It is not what was approved: the vendor broke the lock (A2T-28).
    Changed {
        /// What is different.
        findings: Vec<Finding>,
    },
    /// It breaks the protocol, so that nothing can be compared.
    Broken {
        /// What is wrong with it.
        invalid: Invalid,
    },
    /// It is what was approved, and there is another one that breaks the protocol.
    NewerBroken {
        /// What is wrong with that one.
        invalid: Invalid,
    },
    /// The server has the tool, and this version no longer.
    Withdrawn {
        /// The current version.
        version: u32,
    },
    /// The server does not have the tool.
    Gone,
}

impl Drift {
    pub(super) fn new(tools: Vec<ToolDrift>) -> Self {
        Self { tools }
    }

    /// Every tool is as it was.
    pub(super) fn none(approved: &[&ToolSignature]) -> Self {
        let same = |tool: &&ToolSignature| ToolDrift::new(tool, State::Same);
        Self::new(approved.iter().map(same).collect())
    }

    /// Every tool that was compared.
    pub fn tools(&self) -> &[ToolDrift] {
        &self.tools
    }

    /// The tools that are not as they were.
    pub fn changes(&self) -> impl Iterator<Item = &ToolDrift> {
        self.tools.iter().filter(|tool| tool.state != State::Same)
    }

    /// Whether every tool is as it was.
    pub fn is_none(&self) -> bool {
        self.changes().next().is_none()
    }

    /// Whether every call still means what was approved, newer versions or not.
    pub fn is_safe(&self) -> bool {
        self.tools.iter().all(|tool| tool.state.is_safe())
    }
}

impl ToolDrift {
    pub(super) fn new(approved: &ToolSignature, state: State) -> Self {
        Self {
            id: approved.tool_id,
            name: approved.name.to_string(),
            version: approved.version,
            state,
        }
    }
}

impl State {
    pub(super) fn newer(version: u32, report: Report) -> Self {
        Self::Newer {
            version,
            compatible: report.wire() == Verdict::Compatible,
            findings: report.findings().to_vec(),
        }
    }

    /// Whether a call of the approved version still means what was approved.
    pub fn is_safe(&self) -> bool {
        matches!(
            self,
            Self::Same | Self::Newer { .. } | Self::NewerBroken { .. } | Self::Older { .. }
        )
    }

    fn findings(&self) -> &[Finding] {
        match self {
            Self::Newer { findings, .. } | Self::Changed { findings } => findings,
            _ => &[],
        }
    }
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, tool) in self.changes().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{tool}")?;
        }
        Ok(())
    }
}

impl fmt::Display for ToolDrift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` version {}: {}",
            inert(&self.name),
            self.version,
            self.state
        )?;
        for finding in self.state.findings() {
            write!(f, "\n  {}", finding.seen_by_callers())?;
        }
        Ok(())
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => f.write_str("as it was"),
            Self::Newer { version, compatible, .. } => {
                let kind = if *compatible { "compatible" } else { "incompatible" };
                write!(f, "as it was; new {kind} version {version}: fetch the catalog anew to use it")
            }
            Self::Older { version } => write!(f, "as it was; older version: the vendor went back to {version}"),
            Self::Changed { .. } => f.write_str(
                "broken lock: changed under its number, which the protocol forbids; do not call it before the catalog was reviewed anew",
            ),
            Self::Broken { invalid } => write!(
                f,
                "what the vendor serves breaks the protocol: do not call it, and tell the vendor\n{invalid}"
            ),
            Self::NewerBroken { invalid } => write!(
                f,
                "as it was; the vendor has another version that breaks the protocol\n{invalid}"
            ),
            Self::Withdrawn { version } => {
                write!(f, "gone, of a tool that is there at version {version}: fetch the catalog anew")
            }
            Self::Gone => f.write_str("gone: the server does not have the tool any more; fetch the catalog anew"),
        }
    }
}
