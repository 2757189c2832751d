//! An operating procedure and the tools that a model is shown go in, what does not fit comes out:
//! tools that do not exist, names that are nearly right, tools that the procedure never mentions.
//!
//! A procedure is the Markdown text that describes to a model when and how to use its tools (draft,
//! section 2); by convention it names a tool with brackets: `look_up_prescriptions()`.
//!
//! # What counts as a mention
//!
//! | in | written | is a mention |
//! | --- | --- | --- |
//! | prose | `name()`, with empty brackets | always |
//! | prose | `name(City)` | if a tool has the name, or it has a `_`; so `tool(s)` is none |
//! | prose | `name` | if a tool has the name, and it has a `_`; so a tool `add` is no verb |
//! | prose | `Name Of It`, with blanks | if a tool has the name, and it has more than small letters |
//! | anywhere | `Nam Of It()`, and the same alone in a code span | if a tool with blanks nearly has the name |
//! | a code span or block | `name()`, `name(City)` | always |
//! | a code span | `name` alone | if a tool has the name, or nearly has it and no input, output or value does |
//! | a block | `name` | if a tool has the name |
//! | a block that declares a language (` ```python `) | `name(…)`, `name` | if a tool has the name, or nearly: `print(…)` is none |
//! | anywhere | `object.name()`, `module::name()`, `/path/name()` | if a tool has the whole as its name |
//!
//! In prose, `\_` is `_`, and emphasis around a name (`_name()_`) is no part of it. A name with blanks
//! stands on one line. Names count as written, and as most models see them: `lookup_weather` is the
//! tool `Lookup Weather` too.

mod scan;
#[cfg(test)]
mod tests;

use std::fmt;

use a2t_core::error::{inert, nearest};
pub use a2t_core::rule::Procedure;
use a2t_core::rule::Severity;
use a2t_core::{InputType, OutputType, ToolSignature};

use crate::selected::Kept;
use crate::{Dialect, Selected, Selection};
use scan::Word;

/// A tool named in a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mention {
    /// The name as it is written, without brackets.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// The column of the name in characters, from 1.
    pub column: usize,
}

/// One thing that does not fit between a procedure and the tools.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Diagnostic {
    /// The procedure names a tool that is not selected.
    Unknown {
        /// Position of the name.
        mention: Mention,
        /// The tool that was probably meant.
        did_you_mean: Option<String>,
    },
    /// A tool is selected and the procedure never mentions it: the model sees a tool without
    /// knowing when to use it.
    Unmentioned {
        /// The tool's full name.
        tool: String,
    },
}

/// Mentions and diagnostics of a procedure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Every mention of a selected tool, in the order of the text.
    pub mentions: Vec<Mention>,
    /// Misfits: the unknown tools in the order of the text, then the unmentioned ones.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a procedure, and holds it to the tools that its model is shown.
///
/// ```
/// use a2t_dialect::procedure::check;
///
/// # let tool = |name: &str, digit: u8| {
/// #     let text = format!(r#"{{"toolId":"{digit}479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"{name}","description":"","version":1,"currentVersion":1}}"#);
/// #     a2t_core::signature::parse(text.as_bytes()).unwrap().signature
/// # };
/// # let tools = a2t_dialect::Selection::approved([tool("look_up_prescriptions", 1), tool("schedule_appointment", 2)]);
/// let report = check("1. Call `look_up_prescription()` first.\n2. Then schedule_appointment().", &tools);
/// assert_eq!(
///     report.diagnostics[0].to_string(),
///     "no tool is called `look_up_prescription`; did you mean `look_up_prescriptions`?"
/// );
/// assert_eq!(report.mentions[0].name, "schedule_appointment");
/// assert_eq!((report.mentions[0].line, report.mentions[0].column), (2, 9));
/// ```
pub fn check(text: &str, tools: &Selection) -> Report {
    let names: Vec<_> = tools.iter().map(|tool| tool.full_name()).collect();
    let shown = tools.names_in(Dialect::OpenaiChat);
    let spaced: Vec<_> = names.iter().filter(|name| !scan::is_word(name)).collect();
    let others: Vec<_> = tools.iter().flat_map(own_parts).collect();
    let phrases = scan::Phrases::new(spaced.into_iter().map(String::as_str));
    let checker = Checker { names: &names, shown: &shown, others };
    let mut report = Report::default();
    for word in scan::words(text, &phrases) {
        checker.word(&word, &mut report);
    }
    for (name, shown) in names.iter().zip(&shown) {
        let is_it = |mention: &Mention| mention.name == *name || mention.name == *shown;
        if !report.mentions.iter().any(is_it) {
            report.diagnostics.push(Diagnostic::Unmentioned { tool: name.clone() });
        }
    }
    report
}

fn own_parts(tool: &Selected) -> Vec<String> {
    match tool.kept() {
        Kept::Signature(signature) => parts(signature),
        Kept::Schema(schema) => schema.input_names().into_iter().map(str::to_owned).collect(),
    }
}

fn parts(tool: &ToolSignature) -> Vec<String> {
    let mut parts = Vec::new();
    for input in &*tool.input_parameters {
        parts.push(input.name.to_string());
        if let InputType::Enum { allowed_values } = &input.kind {
            parts.extend(allowed_values.iter().map(|value| value.name.to_string()));
        }
    }
    for output in &*tool.output_parameters {
        parts.push(output.name.to_string());
        if let OutputType::Enum { allowed_values } = &output.kind {
            parts.extend(allowed_values.iter().map(|value| value.name.to_string()));
        }
    }
    parts
}

struct Checker<'n> {
    names: &'n [String],
    shown: &'n [String],
    others: Vec<String>,
}

impl Checker<'_> {
    fn word(&self, word: &Word<'_>, report: &mut Report) {
        let spelt = word.spellings();
        let known = |name: &&String| self.names.contains(name) || self.shown.contains(name);
        if let Some(name) = spelt.iter().find(known) {
            if word.may_be_bare(name) {
                report.mentions.push(word.mention(name));
            }
            return;
        }
        let may_be_name = |name: &&String| word.is_phrase() || scan::is_identifier(name);
        let Some(name) = spelt.last().filter(may_be_name) else {
            return;
        };
        let meant = nearest(name, self.names.iter().map(String::as_str));
        let is_part = self.others.iter().any(|other| other == name);
        if word.is_mention_of_unknown(name, meant.is_some(), is_part) {
            report.diagnostics.push(Diagnostic::Unknown {
                mention: word.mention(name),
                did_you_mean: meant.map(str::to_owned),
            });
        }
    }
}

impl Diagnostic {
    /// Returns the rule that the procedure breaks.
    pub fn rule(&self) -> Procedure {
        match self {
            Self::Unknown { did_you_mean: None, .. } => Procedure::Unknown,
            Self::Unknown { .. } => Procedure::Misspelt,
            Self::Unmentioned { .. } => Procedure::Unmentioned,
        }
    }

    /// Returns the position of the name; none of what is absent.
    pub fn mention(&self) -> Option<&Mention> {
        match self {
            Self::Unknown { mention, .. } => Some(mention),
            Self::Unmentioned { .. } => None,
        }
    }

    /// Returns whether the text would name a tool that the model does not have.
    pub fn is_error(&self) -> bool {
        self.rule().severity() == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { mention, did_you_mean } => {
                write!(f, "no tool is called `{}`", inert(&mention.name))?;
                match did_you_mean {
                    Some(meant) => write!(f, "; did you mean `{}`?", inert(meant)),
                    None => Ok(()),
                }
            }
            Self::Unmentioned { tool } => {
                write!(f, "the tool `{}` is never mentioned", inert(tool))
            }
        }
    }
}
