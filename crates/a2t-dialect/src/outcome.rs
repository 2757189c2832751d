//! Outcome of a call, before it is written in a provider's words.

use std::borrow::Cow;
use std::time::Duration;

use a2t_core::error::{inert, sanitized};
use a2t_core::wire::problem::{Kind, Problem};
use a2t_core::{ValidationError, Violation, Violations};
use serde_json::{Map, Value};

use crate::{Part, ToolCallError};

/// Outcome of a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// The tool's outputs by name.
    Done(Map<String, Value>),
    /// The words of a tool that has no outputs by name, as many of MCP.
    Text(String),
    /// Texts, pictures, sounds, files and links of a tool, as many of MCP.
    Parts(Vec<Part>),
    /// The call was not made, since it is wrong: what the model is to put right. A few dialects
    /// distinguish such a call from a tool that failed.
    Refused(String),
    /// Why there are no outputs, for the model to read and to act on.
    Failed(String),
    /// The call was not made, because the user or the program does not allow it: the reason, for the model.
    /// A few dialects distinguish such a call from a tool that failed.
    Denied(String),
}

impl Outcome {
    /// Returns the outcome of a call that was answered with a problem, in words that a model can
    /// act on: it has no use for addresses, headers and a program's settings.
    ///
    /// ```
    /// use a2t_core::wire::problem::{Kind, Problem};
    /// use a2t_dialect::Outcome;
    ///
    /// let problem = Problem::new(Kind::ToolNotFound, "there is no station in Atlantis");
    /// let outcome = Outcome::from_problem(&problem, None);
    /// assert_eq!(outcome.text(), "Error: nothing was found: there is no station in Atlantis");
    /// ```
    pub fn from_problem(problem: &Problem, retry_after: Option<Duration>) -> Self {
        match problem.status {
            400 | 422 => Self::Refused(refused(problem, retry_after)),
            500.. => Self::Failed(unavailable(problem)),
            _ => Self::Failed(refused(problem, retry_after)),
        }
    }

    /// Returns the outcome of a call whose arguments the tool itself refused, in the words of
    /// [`ToolCallError`] where they break rules.
    ///
    /// ```
    /// use a2t_core::{ValidationError, Violations};
    /// use a2t_dialect::Outcome;
    ///
    /// let outcome = Outcome::from_validation_error("forecast", ValidationError::Rules(Violations::default()));
    /// assert!(outcome.text().starts_with("Error: `forecast` was not called"));
    /// ```
    pub fn from_validation_error(tool: &str, invalid: ValidationError) -> Self {
        match invalid {
            ValidationError::Rules(violations) => {
                let refusal = ToolCallError::Arguments { tool: tool.to_owned(), violations };
                Self::Refused(refusal.to_string())
            }
            invalid => Self::from_problem(&Problem::invocation(invalid), None),
        }
    }

    /// Returns the outcome with every character that a person would not see as its escape, in texts, names and strings of
    /// any depth: tags, bidi controls, zero-width characters, selectors that spell. [`Call::result`](crate::Call::result)
    /// does the same.
    ///
    /// ```
    /// use a2t_dialect::Outcome;
    ///
    /// let said = Outcome::Text("It rains.\u{e0069}\u{e0067}".to_owned());
    /// assert_eq!(said.sanitized().text(), "It rains.\\u{e0069}\\u{e0067}");
    /// ```
    #[must_use]
    pub fn sanitized(self) -> Self {
        match self {
            Self::Done(outputs) => Self::Done(clean_members(outputs)),
            Self::Text(text) => Self::Text(clean(text)),
            Self::Parts(parts) => Self::Parts(parts.into_iter().map(Part::sanitized).collect()),
            Self::Refused(why) => Self::Refused(clean(why)),
            Self::Failed(why) => Self::Failed(clean(why)),
            Self::Denied(why) => Self::Denied(clean(why)),
        }
    }

    /// Returns whether the call failed, or was not made.
    pub fn is_error(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::Failed(_) | Self::Denied(_))
    }

    /// Returns the outputs as one JSON object on one line, the words of the tool, or why there are
    /// none behind `Error: `.
    pub fn text(&self) -> String {
        match self {
            Self::Done(outputs) => Value::Object(outputs.clone()).to_string(),
            Self::Text(text) => text.clone(),
            Self::Parts(parts) => parts.iter().map(Part::text).collect::<Vec<_>>().join("\n"),
            Self::Refused(why) | Self::Failed(why) | Self::Denied(why) => format!("Error: {why}"),
        }
    }
}

fn clean(text: String) -> String {
    match sanitized(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(clean) => clean,
    }
}

fn clean_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(clean(text)),
        Value::Array(items) => items.into_iter().map(clean_value).collect(),
        Value::Object(members) => Value::Object(clean_members(members)),
        other => other,
    }
}

/// Cleans names, too. One that becomes that of another member keeps its own place.
fn clean_members(members: Map<String, Value>) -> Map<String, Value> {
    let mut cleaned = Map::with_capacity(members.len());
    for (index, (name, value)) in members.into_iter().enumerate() {
        let mut name = clean(name);
        if cleaned.contains_key(&name) {
            name = format!("{name}_{index}");
        }
        while cleaned.contains_key(&name) {
            name.push('_');
        }
        cleaned.insert(name, clean_value(value));
    }
    cleaned
}

fn unavailable(problem: &Problem) -> String {
    let again = "the tool fails at the moment, it may work later";
    if problem.known() == Some(Kind::Unavailable) {
        // A tool's own words are meant for its callers.
        message(again, problem)
    } else {
        again.to_owned()
    }
}

/// Only the protocol's own problems mean that a tool is gone, or that the program may not call it:
/// any other status is an answer, which the model can act on.
fn refused(problem: &Problem, retry_after: Option<Duration>) -> String {
    match (problem.status, problem.known()) {
        (_, Some(Kind::UnknownTool | Kind::UnknownVersion)) => {
            "the tool is not offered any more: go on without it".to_owned()
        }
        (401, _) | (_, Some(Kind::InsufficientScope | Kind::OriginRefused)) => {
            "this program is not allowed to call the tool: go on without it".to_owned()
        }
        (_, Some(Kind::NotFound | Kind::MethodNotAllowed | Kind::HostRefused)) => {
            "this program cannot call the tool: go on without it".to_owned()
        }
        (403, Some(Kind::ToolForbidden) | None) => {
            answered("the tool does not allow this", problem)
        }
        (404 | 410, Some(Kind::ToolNotFound) | None) => answered("nothing was found", problem),
        (429, _) => match retry_after {
            Some(wait) => format!("the tool has too much to do: try again after {wait:?}"),
            None => "the tool has too much to do: try again later".to_owned(),
        },
        // Its detail is the first of them.
        (_, Some(Kind::InvalidInvocation)) if !problem.violations.is_empty() => {
            format!("the arguments are not what the tool takes:{}", lines(&problem.violations))
        }
        _ => {
            let message = answered("the tool refused the call", problem);
            format!("{message}{}", lines(&problem.violations))
        }
    }
}

/// Adds the message of the answer, or at least its status.
fn answered(what: &str, problem: &Problem) -> String {
    match message(what, problem) {
        message if message == what && problem.violations.is_empty() => {
            format!("{what}: it answered with status {} only", problem.status)
        }
        message => message,
    }
}

fn message(what: &str, problem: &Problem) -> String {
    // The title of a problem type is its name; our own titles repeat the status.
    let name = if problem.known().is_none() { &*problem.title } else { "" };
    let message = match (&*problem.detail, name) {
        ("", "") => what.to_owned(),
        ("", words) | (words, _) => format!("{what}: {}", each_line(words)),
    };
    format!("{message}{}", members(problem))
}

/// Makes each line inert, because a vendor may list several errors.
fn each_line(words: &str) -> String {
    words.lines().take(LINES_MAX).map(inert).collect::<Vec<_>>().join("\n")
}

/// The maximum number of lines of a vendor's text.
const LINES_MAX: usize = 20;

/// The members of a vendor's own, a line each.
fn members(problem: &Problem) -> String {
    let members: Map<String, Value> = problem.members().unwrap_or_default();
    // Other documents have been read as a whole.
    let is_problem = problem.is_typed() || !problem.title.is_empty();
    let members = members.iter().filter(|(name, _)| is_problem && *name != "instance");
    let line = |(name, value): (&String, &Value)| {
        format!("\n- {}: {}", inert(name), inert(&value.to_string()))
    };
    members.map(line).collect()
}

fn lines(violations: &Violations) -> String {
    let line = |violation: &Violation| format!("\n- {}", violation.message());
    violations.iter().map(line).collect()
}
