//! Text of an error: one line if possible, with what to do, safe to print to a terminal.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use a2t_core::error::inert;
use a2t_core::signature::PROBLEM_STATUSES;
use a2t_core::wire::problem::{self, Problem};
use a2t_core::{Code, Violation};

use super::{Error, Heard, Kind};

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.inner.tool {
            // The text of the kind names the tool itself.
            Some(_) if matches!(self.kind(), Kind::Invalid { .. }) => {}
            Some((name, Some(version))) => write!(f, "`{}` version {version}: ", inert(name))?,
            Some((name, None)) => write!(f, "`{}`: ", inert(name))?,
            None => {}
        }
        if let Some(location) = &self.inner.location {
            write!(f, "{}: ", inert(location))?;
        }
        self.kind().fmt(f)?;
        if self.tool().is_none() && self.problem().is_some_and(is_foreign_absence) {
            f.write_str(CHECK_URL)?;
        }
        if self.attempts() > 1 {
            write!(f, " (after {} attempts)", self.attempts())?;
        }
        match self.kind() {
            // The text ends in a list.
            Kind::Malformed { .. } => {}
            _ if self.is_outcome_unknown() => {
                f.write_str("; the tool may have run: repeat the call only if that does no harm")?;
                if self.inner.key.is_some() {
                    f.write_str(", or with its idempotency key if the server honours it")?;
                }
            }
            _ => {}
        }
        self.inner.heard.fmt(f)?;
        #[cfg(feature = "schema")]
        if let Some(state) = &self.inner.drift {
            write!(f, "\nthe tool is not as it was approved: {state}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url { url, fault } => {
                let url = inert(url);
                write!(f, "`{url}`: {fault}; expected a URL such as https://api.weather.example")
            }
            Self::Header { name } => {
                let name = inert(name);
                write!(f, "the header `{name}` has a name or a value that HTTP does not allow")
            }
            Self::Unencrypted { name } => {
                let name = inert(name);
                write!(
                    f,
                    "the header `{name}` would travel unencrypted; use the https address of the \
                     API, or say `headers_over_http()` where the network below is encrypted"
                )
            }
            Self::Setup { cause } => write!(f, "cannot set up the client: {}", Chain(&**cause)),
            Self::IdempotencyKey { key } => write!(
                f,
                "nothing was sent, as the idempotency key `{}` is not one that a header carries; \
                 expected 1 to 255 characters of printable ASCII without a space at either end, \
                 such as the key in hexadecimal",
                inert(key)
            ),
            Self::Invalid { tool, violations } => {
                write!(f, "`{}` was not called:\n{violations}", inert(tool))
            }
            Self::Generated { invalid } => {
                write!(f, "the generated client is damaged, generate it again: {invalid}")
            }
            Self::Refused { problem, retry_after } => refused(f, problem, *retry_after),
            Self::Unavailable { problem, retry_after } => {
                unavailable(f, problem)?;
                wait(f, *retry_after)
            }
            Self::Redirected { status, location } => redirected(f, *status, location.as_deref()),
            Self::Timeout { after } => {
                write!(f, "no complete reply within {after:?}")
            }
            Self::Connect { cause } => write!(f, "no connection: {}", Chain(&**cause)),
            Self::Token { cause } => {
                write!(f, "nothing was sent, as there is no token: {}", Chain(&**cause))
            }
            Self::NotSent { cause } => write!(f, "nothing was sent: {}", Chain(&**cause)),
            Self::Interrupted { cause } => {
                write!(f, "the connection broke: {}", Chain(&**cause))
            }
            Self::TooLarge { limit } => {
                write!(
                    f,
                    "the reply has more than {limit} bytes; raise `max_reply_bytes` to read it"
                )
            }
            Self::Malformed { invalid } => {
                write!(
                    f,
                    "the reply does not follow the protocol; report it to the vendor:\n{invalid}"
                )
            }
            Self::Endless { fault } => write!(f, "the list was not read to its end: {fault}"),
            Self::InsideRuntime => f.write_str(
                "a call cannot be waited for inside an async runtime, whose thread has other tasks \
                 to run: use `.await` here, or wait on another thread \
                 (`tokio::task::spawn_blocking`, `std::thread::spawn`)",
            ),
            Self::NotRecorded { call, recorded, command } => {
                not_recorded(f, call, recorded, command.as_deref())
            }
            Self::Absent { output } => {
                write!(f, "the server left out the output `{}`", inert(output))
            }
            kind => of_schemas(f, kind),
        }
    }
}

/// Shows the kinds that only clients of tools with a JSON Schema have.
fn of_schemas(f: &mut fmt::Formatter<'_>, kind: &Kind) -> fmt::Result {
    match kind {
        Kind::Rpc { code, message, .. } => rpc(f, *code, message),
        Kind::Start { cause } => {
            write!(f, "the command did not start: {}; it is looked for in PATH", Chain(&**cause))
        }
        Kind::Ended { status, stderr, stdout } => {
            f.write_str("the child process ended")?;
            status.iter().try_for_each(|status| write!(f, " ({status})"))?;
            last(f, stderr, stdout)
        }
        Kind::Restarts { most, within, stderr, stdout } => {
            write!(
                f,
                "the child process was started {most} times within {within:?} and ended each time"
            )?;
            last(f, stderr, stdout)
        }
        Kind::Handshake { fault } => write!(f, "no handshake: {}", inert(fault)),
        Kind::Protocol { fault } => {
            write!(f, "the answer does not follow the protocol: {}", inert(fault))
        }
        Kind::Schema { fault } => {
            write!(f, "the approved schema cannot be checked: {}", inert(fault))
        }
        Kind::InputRequired { questions } => write!(
            f,
            "the tool asks the user first ({}), which this client does not offer; call it from \
             a host that does",
            inert(&questions.join(", "))
        ),
        Kind::Task { id } => write!(
            f,
            "the tool goes on as the task `{}`, which this client did not ask for; tell the \
             vendor",
            inert(id.as_deref().unwrap_or_default())
        ),
        Kind::Abandoned { fault } => {
            write!(f, "the server gave up the task that the call became: {}", inert(fault))
        }
        #[cfg(feature = "schema")]
        Kind::Tool { reply } => write!(f, "the tool failed: {}", inert(&reply.to_string())),
        #[cfg(feature = "schema")]
        Kind::Output { violations, .. } => {
            write!(f, "the tool ran, but its result breaks the schema:\n{violations}")
        }
        #[cfg(feature = "schema")]
        Kind::Changed { state } => write!(f, "not called, as the tool changed: {state}"),
        _ => Ok(()),
    }
}

fn rpc(f: &mut fmt::Formatter<'_>, code: i64, message: &str) -> fmt::Result {
    write!(f, "the server refused the request: {} ({code})", inert(message))?;
    f.write_str(match code {
        -32601 => "; it does not know the method",
        -32602 => "; the tool or its arguments are not what was approved: compare with `verify`",
        _ => "",
    })
}

/// Shows what a child process that ended wrote last.
fn last(f: &mut fmt::Formatter<'_>, stderr: &str, stdout: &str) -> fmt::Result {
    let heard = Heard { stderr: stderr.to_owned(), stdout: stdout.to_owned() };
    if heard.is_empty() {
        return f.write_str(" and wrote nothing to standard error");
    }
    write!(f, "{heard}")
}

fn refused(f: &mut fmt::Formatter<'_>, problem: &Problem, after: Option<Duration>) -> fmt::Result {
    let by = if is_of_the_tool(problem) { "tool" } else { "server" };
    write!(f, "the {by} refused the call: ")?;
    if is_listed(problem) {
        write!(f, "{}: {}", problem.status, inert(&problem.title))?;
    } else {
        write!(f, "{problem}")?;
    }
    f.write_str(help(problem))?;
    wait(f, after)?;
    if !problem.violations.is_empty() {
        write!(f, "\n{}", problem.violations)?;
    }
    Ok(())
}

/// Returns whether the detail has only the violations, whose list follows.
fn is_listed(problem: &Problem) -> bool {
    let first = problem.violations.iter().next();
    first.is_some_and(|first| problem.detail.starts_with(&first.to_string()))
}

fn wait(f: &mut fmt::Formatter<'_>, after: Option<Duration>) -> fmt::Result {
    match after {
        Some(after) => {
            write!(f, "; the server asks for a wait of {} s", after.as_secs_f64().ceil())
        }
        None => Ok(()),
    }
}

/// The kind determines who refused and why; without one, only the status does.
fn help(problem: &Problem) -> &'static str {
    match (problem.known(), problem.status) {
        _ if is_of_the_tool(problem) => "",
        (Some(problem::Kind::UnknownTool | problem::Kind::UnknownVersion), _) => {
            "; the vendor no longer has what was approved: fetch the catalog again"
        }
        (Some(problem::Kind::InvalidInvocation), _) => {
            "; the vendor's signature may not be the approved one: compare them with `verify`"
        }
        (Some(problem::Kind::BodyTooLarge), _) => "; send shorter arguments",
        (_, 401) => "; check the credentials of the client",
        (known, 403) if known.is_some() || problem.detail.is_empty() => {
            "; check the credentials of the client"
        }
        // A page of another server, or of a proxy. A problem with details may be the tool's answer.
        (known, 404 | 405 | 410) if known.is_some() || problem.detail.is_empty() => CHECK_URL,
        (_, 429) => "; wait before the next call",
        _ => "",
    }
}

/// Whether a document of another server means that there is nothing, which no tool answers to a
/// list.
fn is_foreign_absence(problem: &Problem) -> bool {
    let is_foreign = problem.known().is_none() && !problem.is_typed();
    is_foreign && matches!(problem.status, 404 | 405 | 410) && !problem.detail.is_empty()
}

const CHECK_URL: &str = "; check the URL of the API (its path too): the part before `/tools`, or the endpoint of a \
                         server of MCP, such as …/mcp";

/// Problems by which the tool itself refuses.
const OF_THE_TOOL: [problem::Kind; 4] = [
    problem::Kind::ToolForbidden,
    problem::Kind::ToolNotFound,
    problem::Kind::ToolConflict,
    problem::Kind::ToolRefused,
];

fn is_of_the_tool(problem: &Problem) -> bool {
    let refuses = |violation: &Violation| violation.code == Code::RefusedInput;
    match problem.known() {
        Some(problem::Kind::InvalidInvocation) => problem.violations.iter().any(refuses),
        Some(kind) => OF_THE_TOOL.contains(&kind),
        // A proxy has types as well, for statuses that no tool answers with.
        None => problem.is_typed() && PROBLEM_STATUSES.contains(&problem.status),
    }
}

fn unavailable(f: &mut fmt::Formatter<'_>, problem: &Problem) -> fmt::Result {
    let internal = problem.known() == Some(problem::Kind::Internal);
    let help = if internal { "report it to the vendor if it persists" } else { "try again later" };
    write!(f, "the server failed, {help}: {problem}")
}

fn redirected(f: &mut fmt::Formatter<'_>, status: u16, location: Option<&str>) -> fmt::Result {
    write!(f, "the server answered with redirect {status}")?;
    if let Some(location) = location {
        write!(f, " to `{}`", inert(location))?;
    }
    f.write_str(", which is not followed; give the client the final URL")
}

/// Returns the text for a call that a recording does not have, in any protocol.
pub fn not_recorded(
    f: &mut fmt::Formatter<'_>,
    call: &str,
    recorded: &[String],
    command: Option<&str>,
) -> fmt::Result {
    write!(f, "the recording has no answer left for {}", inert(call))?;
    match recorded {
        [] => f.write_str("; it has no call of this tool")?,
        recorded => {
            f.write_str("; of this tool it has")?;
            recorded.iter().try_for_each(|call| write!(f, "\n  {}", inert(call)))?;
            f.write_str("\n")?;
        }
    }
    let separator = if recorded.is_empty() { "; " } else { "" };
    match command {
        Some(command) => write!(f, "{separator}record it again: {}", inert(command)),
        None => write!(f, "{separator}record it again, with a `Recorder` in place of the `Replay`"),
    }
}

/// An error with all its causes, on one line that is safe for a terminal.
struct Chain<'a>(&'a (dyn StdError + 'static));

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut previous = inert(&self.0.to_string());
        f.write_str(&previous)?;
        let mut next = self.0.source();
        while let Some(cause) = next {
            let text = inert(&cause.to_string());
            if !previous.contains(&text) {
                write!(f, ": {text}")?;
            }
            previous = text;
            next = cause.source();
        }
        Ok(())
    }
}
