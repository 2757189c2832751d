//! Output of a child process that is not a message of MCP, as errors show it.

use std::fmt;

use a2t_core::error::inert;

/// Output of a child process that is not a message of MCP.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    /// The end of its standard error.
    pub stderr: String,
    /// The last lines of its standard output that are not messages.
    pub stdout: String,
}

impl Heard {
    pub(super) fn is_empty(&self) -> bool {
        self.stderr.trim().is_empty() && self.stdout.trim().is_empty()
    }
}

/// Shows the output, one line each.
impl fmt::Display for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        lines(
            f,
            "the last lines of its standard output, which are no messages of MCP",
            &self.stdout,
        )?;
        lines(f, "the end of its standard error", &self.stderr)
    }
}

fn lines(f: &mut fmt::Formatter<'_>, title: &str, text: &str) -> fmt::Result {
    if text.trim().is_empty() {
        return Ok(());
    }
    write!(f, "; {title}:")?;
    text.lines().try_for_each(|line| write!(f, "\n  {}", inert(line)))
}
