//! Reasons why tools do not go together, for the program that starts or adds tools.

use std::fmt;
use std::panic::Location;

use a2t_core::error::inert;
use a2t_core::evolution::{CheckedChange, Rule};
use a2t_core::{ToolId, ToolSignature};

/// Error of tools that do not go together: nothing of them was taken.
///
/// It prints a line for each reason, with the tool, and for versions the two of them, the rule, the location
/// and the help:
///
/// ```
/// use a2t::{DynamicInputs, DynamicTool, Toolset};
///
/// let tool = |version: u32, input: &str| {
///     let text = format!(r#"{{"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "add",
///         "description": "Adds.", "version": {version}, "currentVersion": {version},
///         "input_parameters": [{input}]}}"#);
///     DynamicTool::<()>::parse(text, async |_: DynamicInputs| Ok([("sum", 1)]))
/// };
/// let second = tool(2, r#"{"id": "a", "name": "a", "type": "int", "description": "An addend."}"#)?;
/// let refused = Toolset::default().extend([tool(1, "")?, second]).unwrap_err();
/// assert_eq!(refused.len(), 1);
/// assert!(refused.to_string().starts_with(
///     "tool `add` (0479a45d-ad0a-49d4-94db-75edf00d2ca4): version 2 after version 1: A2T-",
/// ), "{refused}");
/// # Ok::<_, a2t::ValidationError>(())
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct ToolsetError(Vec<Misfit>);

#[derive(Clone, PartialEq)]
struct Misfit {
    name: String,
    id: ToolId,
    reason: Reason,
    locations: Vec<&'static Location<'static>>,
}

#[derive(Clone, PartialEq)]
pub(crate) enum Reason {
    /// A version is there twice.
    Twice { version: u32 },
    /// Another tool has the name.
    Name { other: ToolId },
    /// Another name looks the same.
    LookAlike { other: String },
    /// A version breaks a rule of evolution.
    Change { from: u32, to: u32, change: Box<CheckedChange> },
}

/// Lines that are printed.
const LINES: usize = 20;

impl ToolsetError {
    pub(crate) fn push(&mut self, tool: &ToolSignature, reason: Reason) {
        let (name, id) = (tool.name.to_string(), tool.tool_id);
        self.0.push(Misfit { name, id, reason, locations: Vec::new() });
    }

    /// Adds the locations where the tools of each reason are listed.
    pub(crate) fn locate(
        &mut self,
        locations: impl Fn(&str, Option<u32>) -> Vec<&'static Location<'static>>,
    ) {
        for misfit in &mut self.0 {
            let version = match misfit.reason {
                Reason::Twice { version } => Some(version),
                _ => None,
            };
            misfit.locations = locations(&misfit.name, version);
        }
    }

    /// Returns the number of reasons.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there is none, which no error is.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the tool of each reason.
    pub fn tools(&self) -> impl Iterator<Item = ToolId> {
        self.0.iter().map(|misfit| misfit.id)
    }

    /// Returns the rules of evolution that versions break.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        self.0.iter().filter_map(|misfit| match &misfit.reason {
            Reason::Change { change, .. } => Some(change.rule),
            _ => None,
        })
    }
}

impl fmt::Display for ToolsetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, misfit) in self.0.iter().take(LINES).enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            fmt::Display::fmt(misfit, f)?;
        }
        match self.0.len().saturating_sub(LINES) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tool `{}` ({}): ", inert(&self.name), self.id)?;
        match &self.reason {
            Reason::Twice { version } => {
                write!(f, "version {version} is there twice: give one of them another number")
            }
            Reason::Name { other } => {
                write!(f, "the tool {other} has this name: rename one of them")
            }
            Reason::LookAlike { other } => {
                write!(f, "its name looks like `{}`: rename one of them", inert(other))
            }
            Reason::Change { from, to, change } => {
                let (rule, path) = (change.rule.id(), inert(&change.path));
                write!(
                    f,
                    "version {to} after version {from}: {rule} {} at {path}",
                    change.rule.slug()
                )?;
                if change.hint.is_empty() { Ok(()) } else { write!(f, ": {}", inert(&change.hint)) }
            }
        }?;
        match self.locations.split_first() {
            None => Ok(()),
            Some((first, others)) => {
                write!(f, " (in the toolsets at {first}")?;
                others.iter().try_for_each(|location| write!(f, " and {location}"))?;
                f.write_str(")")
            }
        }
    }
}

impl fmt::Debug for ToolsetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ToolsetError {}
