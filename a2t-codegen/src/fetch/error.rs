//! Error of a fetch: the address, the reason, and what to do.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use a2t_core::error::inert;
use a2t_core::wire::problem::Problem;
use a2t_core::{Code, ToolSignature};

use crate::source::{Diagnostic, Reason};

/// Error of a fetch.
///
/// The text is safe for a terminal: everything that came from the server is escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The address is not the root of an API.
    Address {
        /// The address as it was given.
        url: String,
        /// The reason, and what to do.
        reason: String,
    },
    /// A header cannot be sent.
    Header {
        /// Its name; the value is never shown.
        name: String,
        /// The reason, and what to do.
        reason: String,
    },
    /// No connection, or one that broke.
    Unreachable {
        /// Address of the request.
        url: String,
        /// The network's reason.
        reason: String,
    },
    /// The reply did not come in time.
    Timeout {
        /// Address of the request.
        url: String,
        /// The limit.
        after: Duration,
    },
    /// A reply without success.
    Status {
        /// Address of the request.
        url: String,
        /// The status, and the problem details of the reply, if it has any.
        problem: Box<Problem>,
    },
    /// A redirect, which is never followed.
    Redirect {
        /// Address of the request.
        url: String,
        /// The address that the server points to, with what looks like a secret hidden.
        location: String,
    },
    /// More than is read.
    TooLarge {
        /// Address of the request.
        url: String,
        /// The limit, in words.
        limit: String,
    },
    /// A cursor that was sent before: the pages go round in a circle.
    Loop {
        /// Address of the request.
        url: String,
        /// The cursor.
        cursor: String,
        /// The page that sent it again, from 1.
        page: usize,
    },
    /// Something other than JSON, such as a web page.
    NotJson {
        /// Address of the request.
        url: String,
        /// The media type that the server gave it.
        media_type: String,
    },
    /// A selection of what is not there.
    Selection {
        /// The root of the API.
        url: String,
        /// One sentence for each part of the selection that means nothing.
        unmatched: Vec<String>,
    },
    /// Documents that break rules.
    Invalid {
        /// Address of the request.
        url: String,
        /// Every diagnostic, in document order; at most [`super::DIAGNOSTICS_MAX`].
        diagnostics: Vec<PageDiagnostic>,
        /// Number of further diagnostics.
        more: usize,
        /// Members that the protocol does not define; at most [`super::DIAGNOSTICS_MAX`].
        warnings: Vec<PageDiagnostic>,
        /// The names of the tools that obey every rule, where the whole catalog was asked for.
        sound: Vec<String>,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address { url, reason } => write!(f, "{}: {reason}", inert(url)),
            Self::Header { name, reason } => write!(f, "header `{}`: {reason}", inert(name)),
            Self::Unreachable { url, reason } => write!(
                f,
                "{}: cannot be reached: {}; check the address, the network and the server",
                inert(url),
                inert(reason)
            ),
            Self::Timeout { url, after } => write!(
                f,
                "{}: no complete reply within {} s; try again, or ask the vendor",
                inert(url),
                after.as_secs_f32()
            ),
            Self::Status { url, problem } => {
                write!(f, "{}: status {problem}; {}", inert(url), help(problem.status))
            }
            Self::Redirect { url, location } => write!(
                f,
                "{}: redirects to {}, which is not followed; give that address yourself if you trust it",
                inert(url),
                inert(location)
            ),
            Self::TooLarge { url, limit } => {
                write!(
                    f,
                    "{}: more than {limit}, the most that is read; raise the limit if you set it, or ask the vendor for a smaller catalog",
                    inert(url)
                )
            }
            Self::Loop { url, cursor, page } => write!(
                f,
                "{}: page {page} sends the cursor `{}` again, so the pages never end; report it to the vendor",
                inert(url),
                inert(cursor)
            ),
            Self::NotJson { url, media_type } => write!(
                f,
                "{}: expected JSON, got {}; check that the address is the root of the API, the part before `/tools`",
                inert(url),
                inert(media_type)
            ),
            Self::Selection { url, unmatched } => {
                write!(f, "{}: {}", inert(url), unmatched.join("\n"))
            }
            Self::Invalid { url, diagnostics, more, sound, .. } => {
                invalid(f, url, diagnostics, *more)?;
                selectable(f, sound)
            }
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// Returns `true` if the documents obey every rule but one: they deny what the vendor has
    /// published.
    pub fn breaks_promise(&self) -> bool {
        let is_promise = |diagnostic: &PageDiagnostic| match &diagnostic.diagnostic.reason {
            Reason::Rule(violation) => matches!(
                violation.code,
                Code::BrokenPromise | Code::BreakingVersion | Code::OtherCurrent
            ),
            Reason::Syntax(_) | Reason::Edited(_) | Reason::Retired(_) => false,
        };
        matches!(self, Self::Invalid { diagnostics, .. } if diagnostics.iter().all(is_promise))
    }
}

fn help(status: u16) -> &'static str {
    match status {
        401 | 403 => {
            "send the credentials that the vendor gave you: `--header-env NAME` sends the header in the environment \
             variable NAME, such as `Authorization: Bearer …`"
        }
        404 | 410 => "check that the address is the root of the API, the part before `/tools`",
        429 | 500.. => "try again later",
        _ => "ask the vendor",
    }
}

fn invalid(
    f: &mut fmt::Formatter<'_>,
    url: &str,
    diagnostics: &[PageDiagnostic],
    more: usize,
) -> fmt::Result {
    let total = diagnostics.len().saturating_add(more);
    let noun = if total == 1 { "mistake" } else { "mistakes" };
    write!(f, "{}: {total} {noun} in the catalog; report to the vendor:", inert(url))?;
    for line in alike(diagnostics) {
        write!(f, "\n{line}")?;
    }
    if more > 0 {
        write!(f, "\nand {more} more")?;
    }
    Ok(())
}

fn selectable(f: &mut fmt::Formatter<'_>, sound: &[String]) -> fmt::Result {
    let Some(first) = sound.first() else {
        return Ok(());
    };
    let (count, name) = (sound.len(), inert(first));
    let tools = if count == 1 { "1 tool obeys".to_owned() } else { format!("{count} tools obey") };
    write!(
        f,
        "\n{tools} every rule; select those that you call, such as `{name}`, with `--tool NAME`, or `.tool(\"NAME\")` in a build script"
    )
}

/// A tool of a catalog that breaks rules, and so cannot be approved or called. Its name and id are
/// untrusted text that was not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RejectedTool {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its id, if it has one.
    pub id: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// Its violations; of all tools together at most [`super::DIAGNOSTICS_MAX`].
    pub diagnostics: Vec<PageDiagnostic>,
    /// Number of further diagnostics.
    pub more: usize,
}

impl RejectedTool {
    pub(super) fn new(tool: &ToolSignature, diagnostics: Vec<PageDiagnostic>) -> Self {
        Self {
            name: Some(tool.name.to_string()),
            id: Some(tool.tool_id.to_string()),
            tags: tool.tags.iter().map(ToString::to_string).collect(),
            diagnostics,
            more: 0,
        }
    }

    /// Returns the name by which a person knows it, or else its id; safe for a terminal.
    pub fn label(&self) -> String {
        let label = self.name.as_ref().or(self.id.as_ref());
        label.map_or("without name".to_owned(), |label| inert(label))
    }
}

/// One line that names the tool, and one for each diagnostic.
impl fmt::Display for RejectedTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.diagnostics.len().saturating_add(self.more);
        let noun = if total == 1 { "mistake" } else { "mistakes" };
        let label = self.label();
        write!(f, "left out: `{label}`, which has {total} {noun}; report to the vendor")?;
        for diagnostic in &self.diagnostics {
            write!(f, "\n  {diagnostic}")?;
        }
        Ok(())
    }
}

/// One diagnostic of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageDiagnostic {
    /// The page, from 1.
    pub page: usize,
    /// The name of the tool that it is about, as messages show it.
    pub tool: Option<String>,
    /// The reason with its location; its pointer is into the page.
    pub diagnostic: Diagnostic,
}

impl PageDiagnostic {
    /// The location within the tool, and what is wrong there.
    fn within(&self) -> String {
        let Reason::Rule(violation) = &self.diagnostic.reason else {
            return self.diagnostic.to_string();
        };
        let rest = violation.pointer.strip_prefix("/items/").unwrap_or_default();
        let location = rest.split_once('/').map(|(_, location)| format!("/{}: ", inert(location)));
        let (location, message) = (location.unwrap_or_default(), violation.message());
        format!("{location}{message} [{}]", violation.code.id())
    }

    /// Text that is the same for the same mistake of another tool, or of another of its parameters.
    fn kind(&self) -> String {
        let mut in_number = false;
        let text = self.within();
        let (location, message) = text.split_once(": ").unwrap_or(("", &text));
        let digits = |letter: char| {
            let before = std::mem::replace(&mut in_number, letter.is_ascii_digit());
            (!letter.is_ascii_digit() || !before).then_some(if in_number { '#' } else { letter })
        };
        format!("{}: {message}", location.chars().filter_map(digits).collect::<String>())
    }
}

/// Returns one line for each kind of mistake. It shows the first mistake, the number of others, and
/// the tools that have them.
pub fn alike(diagnostics: &[PageDiagnostic]) -> Vec<String> {
    let mut kinds: Vec<(&PageDiagnostic, Vec<&PageDiagnostic>)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for diagnostic in diagnostics {
        let kind = known.entry(diagnostic.kind()).or_insert(kinds.len());
        match kinds.get_mut(*kind).filter(|_| diagnostic.tool.is_some()) {
            Some((_, others)) => others.push(diagnostic),
            None => kinds.push((diagnostic, Vec::new())),
        }
    }
    let line = |(first, others): (&PageDiagnostic, Vec<&PageDiagnostic>)| {
        let mut tools: Vec<_> = others.iter().filter_map(|one| one.tool.as_ref()).collect();
        tools.dedup();
        let tools = tools.into_iter().filter(|tool| Some(*tool) != first.tool.as_ref());
        let tools: Vec<_> = tools.map(|tool| format!("`{tool}`")).collect();
        match (others.len(), &*tools) {
            (0, _) => first.to_string(),
            (count, []) => format!("{first} (and {count} more of this tool)"),
            (count, _) => {
                format!("{first} (and {count} more in {})", crate::few(tools.into_iter()))
            }
        }
    };
    kinds.into_iter().map(line).collect()
}

/// PageDiagnostic in a document of one page.
impl From<Diagnostic> for PageDiagnostic {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { page: 1, tool: None, diagnostic }
    }
}

impl fmt::Display for PageDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnostic { line, column, reason, .. } = &self.diagnostic;
        match (&self.tool, reason) {
            (Some(tool), Reason::Rule(_)) => {
                write!(f, "page {}, {line}:{column}: `{tool}`: {}", self.page, self.within())
            }
            _ => write!(f, "page {}, {}", self.page, self.diagnostic),
        }
    }
}
