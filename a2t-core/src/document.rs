//! Why a document is refused: everything that is wrong with it, by line and column.
//!
//! Catalogs, published versions and the snapshots of every protocol are refused in these terms.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use crate::error::{SyntaxError, inert};
use crate::json::locate_all;
use crate::{Violation, Violations};

/// A document that is not accepted. It prints a line for each diagnostic, safe for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DocumentError {
    /// Everything that is wrong, in document order, at least one thing.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of further diagnostics.
    pub more: usize,
    /// The members that the protocol does not define, which readers ignore (spec note AMB-28).
    pub unknown: Vec<Diagnostic>,
}

/// One thing that is wrong with a document; it prints as `LINE:COLUMN: what`, on one line, safe for a
/// terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Name of the tool concerned in a snapshot, or its id where it has no name.
    pub tool: Option<String>,
    /// The reason.
    pub reason: Reason,
}

/// Reason at one location of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is not JSON.
    Syntax(String),
    /// It breaks a rule.
    Rule(Violation),
    /// It differs from what was approved: the difference, and what to do.
    Edited(String),
    /// It is the record that a published version was taken back, and no signature.
    Retired(String),
}

impl DocumentError {
    /// Creates an error for violations of a document's text.
    pub fn new(text: &str, violations: &Violations) -> Self {
        Self { more: violations.more(), ..Self::from(located(text, violations)) }
    }

    /// Returns a line for each diagnostic, `FILE:LINE:COLUMN: what`, and one for the number of further ones.
    pub fn lines(&self, file: &str) -> Vec<String> {
        let lines = self.diagnostics.iter().map(|diagnostic| format!("{file}:{diagnostic}"));
        let more = (self.more > 0).then(|| format!("and {} more", self.more));
        lines.chain(more).collect()
    }
}

impl From<Vec<Diagnostic>> for DocumentError {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, more: 0, unknown: Vec::new() }
    }
}

impl Diagnostic {
    /// Creates a diagnostic at a line and column.
    pub fn new(line: usize, column: usize, reason: Reason) -> Self {
        Self { line, column, tool: None, reason }
    }
}

impl fmt::Display for DocumentError {
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

impl std::error::Error for DocumentError {}

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
            Reason::Retired(message) => {
                write!(f, "{message}; name another version, or the folder of the tool")
            }
        }
    }
}

/// Returns the violations as diagnostics of a document's text, in its order.
pub fn located(text: &str, violations: &Violations) -> Vec<Diagnostic> {
    in_order(each_located(text, violations))
}

/// Returns violations of a document, each at its location, in their order.
pub fn each_located<'v>(
    text: &str,
    violations: impl IntoIterator<Item = &'v Violation> + Clone,
) -> Vec<Diagnostic> {
    let pointers = violations.clone().into_iter();
    let locations = locate_all(text, pointers.map(|violation| &*violation.pointer));
    let located = locations.into_iter().zip(violations);
    located
        .map(|((line, column), violation)| {
            Diagnostic::new(line, column, Reason::Rule(violation.clone()))
        })
        .collect()
}

fn in_order(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
    diagnostics
}

/// Mistakes in a snapshot, collected before their lines and columns are known.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Edits {
    /// The help at the end of each edit's message.
    help: String,
    notes: Vec<Note>,
    more: usize,
}

#[derive(Debug)]
struct Note {
    pointer: String,
    tool: Option<String>,
    reason: Reason,
}

impl Edits {
    /// Creates a list of no edits, whose messages will end with this text.
    pub fn new(help: impl Into<String>) -> Self {
        Self { help: help.into(), ..Self::default() }
    }

    /// Returns whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    /// Adds an edit, with what to do.
    pub fn edited(&mut self, pointer: &str, tool: Option<&str>, what: &str) {
        let message = format!("{what}{}", self.help);
        self.note(pointer, tool, Reason::Edited(message));
    }

    /// Adds violations as edits, because the writer breaks no rule; of a tool if one is concerned.
    pub fn violations(&mut self, violations: Violations, tool: Option<&str>) {
        self.more = self.more.saturating_add(violations.more());
        for violation in violations {
            self.edited(&violation.pointer, tool, &violation.to_string());
        }
    }

    /// Adds a reason; of many, the first are kept and the others counted.
    pub fn note(&mut self, pointer: &str, tool: Option<&str>, reason: Reason) {
        if self.notes.len() < Violations::MAX {
            let (pointer, tool) = (pointer.to_owned(), tool.map(str::to_owned));
            self.notes.push(Note { pointer, tool, reason });
        } else {
            self.more = self.more.saturating_add(1);
        }
    }

    /// Reads the texts by name of a member that may be absent, and that is not empty.
    pub fn texts(
        &mut self,
        members: &Map<String, Value>,
        member: &str,
    ) -> BTreeMap<String, String> {
        let Some(value) = members.get(member) else {
            return BTreeMap::new();
        };
        let pairs = value.as_object().into_iter().flatten();
        let pairs = pairs.map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())));
        let texts = pairs.collect::<Option<BTreeMap<_, _>>>().unwrap_or_default();
        if texts.is_empty() {
            let what = format!("expected texts by name in `{member}`");
            self.edited(&format!("/{member}"), None, &what);
        }
        texts
    }

    /// Returns the error, with the location of each diagnostic in the text.
    pub fn into_error(self, text: &str) -> DocumentError {
        let locations = locate_all(text, self.notes.iter().map(|note| &*note.pointer));
        let diagnostic = |((line, column), note): ((usize, usize), Note)| Diagnostic {
            tool: note.tool,
            ..Diagnostic::new(line, column, note.reason)
        };
        let found = locations.into_iter().zip(self.notes).map(diagnostic).collect();
        DocumentError { more: self.more, ..DocumentError::from(in_order(found)) }
    }
}

/// Returns the error of a snapshot that is not JSON, with the name of the tool at that location. `list` is
/// the member that has the tools. The message ends with `help`.
#[doc(hidden)]
pub fn not_json(text: &str, error: &SyntaxError, list: &str, help: &str) -> DocumentError {
    let message = format!("not valid JSON: {}{help}", inert(&error.message));
    let tool = tool_around(text, error.line, list);
    vec![Diagnostic {
        tool,
        ..Diagnostic::new(error.line.max(1), error.column, Reason::Edited(message))
    }]
    .into()
}

/// Returns the name of the tool around a line, which the layout that is written shows; that of the first
/// tool if none begins above.
fn tool_around(text: &str, line: usize, list: &str) -> Option<String> {
    const OPENING: &str = "    {";
    let (lines, list) = (text.lines().collect::<Vec<_>>(), format!("  \"{list}\":"));
    let above = lines.iter().take(line).rposition(|line| *line == OPENING);
    let first = lines.iter().position(|line| line.starts_with(&list));
    let start = above.or(first.filter(|first| *first < line))?;
    let is_opening = |line: &&&str| **line == OPENING;
    let inside = lines.iter().skip(start.saturating_add(1)).skip_while(is_opening);
    let mut inside = inside.take_while(|line| !is_opening(line)).copied();
    let member = |name: &str| inside.clone().find_map(|line| line.strip_prefix(name));
    let found = member("      \"name\":").or_else(|| member("      \"toolId\":"));
    // The name of a tool is written first; where its key is broken, the line still has it.
    Some(found.or_else(|| inside.next())?.trim_matches(['"', ',', ' ']).to_owned())
}
