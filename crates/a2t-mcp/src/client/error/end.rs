//! Kind of a failure → its word for operators.

use a2t_client::parts::{End, Ending};

use super::{Error, Kind};

impl Ending for Error {
    // MCP's own answers are read, and not the status that they came with.
    const STATUS: Option<u16> = None;

    fn end(&self) -> End {
        let known = End::failed(word(self.kind()));
        match self.kind() {
            Kind::Tool { .. } => End { error: Some("tool_error"), ..known },
            Kind::Changed { .. } => End { error: Some("changed"), ..known },
            Kind::Status { status, .. } | Kind::Redirected { status, .. } => {
                End { status: Some(*status), ..known }
            }
            _ => known,
        }
    }
}

fn word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Invalid { .. } => "invalid",
        Kind::Status { status: 500.., .. } => "unavailable",
        Kind::Tool { .. }
        | Kind::Refused { .. }
        | Kind::InputRequired { .. }
        | Kind::Abandoned { .. }
        | Kind::Status { .. } => "refused",
        Kind::Redirected { .. } => "redirected",
        Kind::Timeout { .. } => "timeout",
        Kind::Connect { .. } | Kind::Start { .. } | Kind::Restarts { .. } => "connect",
        Kind::NotSent { .. } | Kind::Changed { .. } => "not_sent",
        Kind::Interrupted { .. } | Kind::Ended { .. } => "interrupted",
        Kind::TooLarge { .. } => "too_large",
        Kind::Handshake { .. }
        | Kind::Protocol { .. }
        | Kind::Malformed { .. }
        | Kind::Endless { .. }
        | Kind::Output { .. }
        | Kind::Task { .. } => "malformed",
        Kind::Setup { .. } | Kind::Schema { .. } | Kind::NotRecorded { .. } => "other",
    }
}
