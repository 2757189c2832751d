//! Everything that is wrong with a file that should be a snapshot, by line and column.

use std::fmt;

use a2t_core::Violation;
use a2t_core::error::inert;

/// Why a file is not accepted: everything that is wrong, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) more: usize,
}

/// One thing that is wrong with a file; it prints as `LINE:COLUMN: what`, on one line, safe for a
/// terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Name of the tool concerned.
    pub tool: Option<String>,
    /// Reason, in words or by rule.
    pub reason: Reason,
}

/// Reason at one place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is not JSON.
    Syntax(String),
    /// It breaks a rule.
    Rule(Violation),
    /// It is not what was approved.
    Edited(String),
}

impl Refused {
    /// Everything that is wrong, at least one thing.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The number of violations beyond those that are kept.
    pub fn more(&self) -> usize {
        self.more
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        if let Some(tool) = &self.tool {
            write!(f, "tool `{}`: ", inert(tool))?;
        }
        match &self.reason {
            Reason::Syntax(message) => write!(f, "not valid JSON: {}", inert(message)),
            Reason::Rule(violation) => write!(f, "{violation}"),
            Reason::Edited(message) => f.write_str(message),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{diagnostic}")?;
        }
        if self.more > 0 {
            write!(f, "\nand {} more", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refused {}
