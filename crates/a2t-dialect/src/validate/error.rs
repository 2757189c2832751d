//! Why a call is not carried out, in the words that go back to the model.

use std::fmt;

use a2t_core::error::{inert, nearest};
use a2t_core::{Code, Violation, Violations};

/// Maximum number of names of tools or inputs that are spelt out.
const NAMES_MAX: usize = 20;

/// Why a call is not carried out; its text is for the model, which can correct the call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolCallError {
    /// No tool of this name is shown to the model.
    UnknownTool {
        /// The name that the model gave.
        name: String,
        /// The tool that it probably meant.
        did_you_mean: Option<String>,
        /// Every tool that it is shown, by the names that it knows.
        tools: Vec<String>,
    },
    /// The arguments are no object.
    Unreadable {
        /// The tool, by the name that the model knows.
        tool: String,
        /// Reason why they cannot be read.
        why: String,
        /// The inputs of the tool, by the names that the model knows.
        inputs: Vec<String>,
    },
    /// The message gives the call in a way that it may not be run.
    Withheld {
        /// The tool, by the name that the model knows.
        tool: String,
        /// Reason why it cannot be read.
        why: String,
    },
    /// The tool's schema cannot be used to validate arguments, so that no call of it is carried
    /// out.
    UnsupportedSchema {
        /// The tool, by the name that the model knows.
        tool: String,
        /// Reason why it cannot.
        why: String,
    },
    /// The arguments are not what the tool takes.
    Arguments {
        /// The tool, by the name that the model knows.
        tool: String,
        /// Everything that is wrong; pointers are into the arguments, names are those that the
        /// model knows.
        violations: Violations,
    },
}

impl ToolCallError {
    pub(super) fn unknown(name: &str, tools: Vec<String>) -> Self {
        let meant = nearest(name, tools.iter().map(String::as_str)).map(str::to_owned);
        Self::UnknownTool { name: name.to_owned(), did_you_mean: meant, tools }
    }

    /// Returns the violations of the arguments; none of a call whose arguments were not looked at.
    pub fn violations(&self) -> Option<&Violations> {
        match self {
            Self::Arguments { violations, .. } => Some(violations),
            _ => None,
        }
    }
}

impl fmt::Display for ToolCallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTool { name, did_you_mean, tools } => {
                match &**name {
                    "" => f.write_str("the call names no tool")?,
                    name => write!(f, "no tool is called `{}`", inert(name))?,
                }
                if let Some(meant) = did_you_mean {
                    write!(f, "; did you mean `{}`?", inert(meant))?;
                }
                match listed(tools) {
                    Some(tools) => write!(f, "\nThe tools are {tools}."),
                    None => f.write_str("\nThere are no tools: answer without one."),
                }
            }
            Self::Unreadable { tool, why, inputs } => {
                let (tool, why) = (inert(tool), inert(why));
                write!(f, "`{tool}` was not called, its arguments cannot be read: {why}")?;
                match listed(inputs) {
                    Some(inputs) => {
                        write!(f, "\nCall it again with one JSON object; its inputs are {inputs}.")
                    }
                    None => f.write_str("\nCall it again with the JSON object {}."),
                }
            }
            Self::Withheld { tool, why } => {
                write!(f, "`{}` was not called: {}\nCall it again.", inert(tool), inert(why))
            }
            Self::UnsupportedSchema { tool, why } => {
                let (tool, why) = (inert(tool), inert(why));
                write!(f, "`{tool}` cannot be called: {why}\nGo on without it.")
            }
            Self::Arguments { tool, violations } => arguments(f, tool, violations),
        }
    }
}

impl std::error::Error for ToolCallError {}

fn arguments(f: &mut fmt::Formatter<'_>, tool: &str, violations: &Violations) -> fmt::Result {
    let tool = inert(tool);
    writeln!(f, "`{tool}` was not called, its arguments are not what it takes:")?;
    for violation in violations {
        writeln!(f, "- {}", line(violation))?;
    }
    if violations.more() > 0 {
        writeln!(f, "- and {} more", violations.more())?;
    }
    f.write_str("Correct this and call it again.")
}

fn line(violation: &Violation) -> String {
    let (expected, got) = (inert(&violation.expected), inert(&violation.got));
    let location = match &*violation.pointer {
        "" => "the arguments".to_owned(),
        pointer => inert(pointer),
    };
    let mut text = if got.is_empty() {
        format!("{location}: {expected}")
    } else {
        format!("{location}: expected {expected}, got {got}")
    };
    if !violation.reason.is_empty() {
        text.push_str(&format!(": {}", inert(&violation.reason)));
    }
    match (&violation.did_you_mean, violation.code) {
        (Some(meant), _) => text.push_str(&format!("; did you mean `{}`?", inert(meant))),
        // Members of nested objects are not inputs.
        (None, Code::UnknownInput) if violation.expected.starts_with("an input") => {
            let inputs = listed(&violation.allowed);
            let inputs = inputs.map(|inputs| format!("its inputs are {inputs}"));
            let inputs = inputs.unwrap_or_else(|| "it has no inputs".to_owned());
            text.push_str(&format!("; {inputs}"));
        }
        (None, _) => {}
    }
    // Few values stand in the expectation already.
    if violation.code == Code::NotAllowed && expected.contains("allowed values") {
        let values: Vec<_> = violation.allowed.iter().map(|name| inert(name)).collect();
        text.push_str(&format!("; allowed: {}", values.join(", ")));
    }
    text
}

/// The names, as many as a model needs to see; `None` where there is none.
fn listed(names: &[String]) -> Option<String> {
    let shown = names.iter().take(NAMES_MAX);
    let shown: Vec<_> = shown.map(|name| format!("`{}`", inert(name))).collect();
    let more = match names.len().saturating_sub(NAMES_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!shown.is_empty()).then(|| format!("{}{more}", shown.join(", ")))
}
