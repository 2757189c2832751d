//! Text of an error: one line where it can be, with what to do, safe for a terminal.

use std::fmt;

use a2t_client::parts::{chain, not_recorded};
use a2t_core::error::inert;

use super::{Error, Heard, Kind};

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.tool() {
            write!(f, "`{}`: ", inert(name))?;
        }
        if let Some(place) = &self.inner.place {
            write!(f, "{}: ", inert(place))?;
        }
        self.kind().fmt(f)?;
        if self.attempts() > 1 {
            write!(f, " (after {} attempts)", self.attempts())?;
        }
        if self.is_outcome_unknown() {
            f.write_str("; the tool may have run: repeat the call only if that does no harm")?;
        }
        write!(f, "{}", self.inner.heard)?;
        match &self.inner.drift {
            Some(state) => write!(f, "\nthe tool is not as it was approved: {state}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup { cause } => write!(f, "{}", chain(&**cause)),
            Self::Connect { cause } => write!(f, "no connection: {}", chain(&**cause)),
            Self::NotSent { cause } => write!(f, "nothing was sent: {}", chain(&**cause)),
            Self::Interrupted { cause } => write!(f, "the connection broke: {}", chain(&**cause)),
            Self::Timeout { after } => write!(f, "no complete answer within {after:?}"),
            Self::TooLarge { limit } => {
                write!(f, "the server sent more than {limit} bytes; raise `reply_limit` to read it")
            }
            Self::Redirected { status, location } => redirected(f, *status, location.as_deref()),
            Self::Status { status, said, challenge, .. } => {
                refused(f, *status, said, challenge.as_deref())
            }
            Self::Start { cause } => write!(
                f,
                "the command did not start: {}; it is looked for in PATH",
                chain(&**cause)
            ),
            Self::Ended { status, said, printed } => {
                f.write_str("the child process ended")?;
                status.iter().try_for_each(|status| write!(f, " ({status})"))?;
                last(f, said, printed)
            }
            Self::Restarts { most, within, said, printed } => {
                write!(
                    f,
                    "the child process was started {most} times within {within:?} and ended each time"
                )?;
                last(f, said, printed)
            }
            Self::Handshake { fault } => write!(f, "no handshake: {}", inert(fault)),
            Self::Protocol { fault } => {
                write!(f, "the answer is not what the protocol says: {}", inert(fault))
            }
            Self::Malformed { violations } => {
                write!(f, "the server lists tools that break the rules:\n{violations}")
            }
            Self::Endless { fault } => {
                write!(f, "the list was not read to its end: {}", inert(fault))
            }
            Self::Refused { code, message, .. } => protocol(f, *code, message),
            Self::Invalid { violations } => {
                write!(f, "not called, as the arguments break the schema:\n{violations}")
            }
            Self::Schema { fault } => {
                write!(f, "the approved schema cannot be checked: {}", inert(fault))
            }
            Self::Tool { reply } => write!(f, "the tool failed: {}", inert(&reply.to_string())),
            Self::Output { violations, .. } => {
                write!(f, "the tool ran, but its result breaks the schema:\n{violations}")
            }
            Self::InputRequired { questions } => write!(
                f,
                "the tool asks the user first ({}), which this client does not offer; call it from \
                 a host that does",
                inert(&questions.join(", "))
            ),
            Self::Task { id } => write!(
                f,
                "the tool goes on as the task `{}`, which this client did not ask for; tell the \
                 vendor",
                inert(id.as_deref().unwrap_or_default())
            ),
            Self::Abandoned { fault } => {
                write!(f, "the server gave up the task that the call became: {}", inert(fault))
            }
            Self::NotRecorded { call, recorded, command } => {
                not_recorded(f, call, recorded, command.as_deref())
            }
            Self::Changed { state } => write!(f, "not called, as the tool changed: {state}"),
        }
    }
}

fn redirected(f: &mut fmt::Formatter<'_>, status: u16, location: Option<&str>) -> fmt::Result {
    write!(f, "the server answered with redirect {status}")?;
    if let Some(location) = location {
        write!(f, " to `{}`", inert(location))?;
    }
    f.write_str(", which is not followed; give the client the final URL")
}

fn refused(
    f: &mut fmt::Formatter<'_>,
    status: u16,
    said: &str,
    challenge: Option<&str>,
) -> fmt::Result {
    write!(f, "the server answered with status {status}")?;
    if !said.is_empty() {
        write!(f, ": {}", inert(said))?;
    }
    if let Some(challenge) = challenge {
        write!(f, " ({})", inert(challenge))?;
    }
    f.write_str(match status {
        401 | 403 => "; check the credentials of the client",
        404 | 405 | 410 => "; check the URL: it is that of the endpoint, such as …/mcp",
        429 => "; wait before the next call",
        500.. => "; try again later",
        _ => "",
    })
}

/// Shows what a child process that ended wrote last.
fn last(f: &mut fmt::Formatter<'_>, said: &str, printed: &str) -> fmt::Result {
    let heard = Heard { said: said.to_owned(), printed: printed.to_owned() };
    if heard.is_empty() {
        return f.write_str(" and said nothing on standard error");
    }
    write!(f, "{heard}")
}

fn protocol(f: &mut fmt::Formatter<'_>, code: i64, message: &str) -> fmt::Result {
    write!(f, "the server refused the request: {} ({code})", inert(message))?;
    f.write_str(match code {
        -32601 => "; it does not know the method",
        -32602 => "; the tool or its arguments are not what was approved: compare with `verify`",
        _ => "",
    })
}
