//! Kind of a failure → what its program does about it.

use a2t_client::NextStep;
use a2t_client::parts::Outcome;

use super::{Error, Kind};

impl Error {
    /// Next step, for a `match` instead of a look at the text; the words are those of
    /// [`a2t::client::NextStep`](NextStep).
    ///
    /// A call that may have run is [`NextStep::MayHaveRun`], whatever it failed with at last: what the
    /// approved hints allow to repeat has been repeated by then.
    ///
    /// ```
    /// use a2t::client::NextStep;
    /// use a2t::mcp::client::Error;
    ///
    /// fn next(error: &Error) -> &'static str {
    ///     match error.next_step() {
    ///         NextStep::FixArguments => "show the model what is wrong",
    ///         NextStep::RetryLater { .. } => "call again, after the wait if there is one",
    ///         NextStep::MayHaveRun => "look if it had its effect",
    ///         NextStep::Final => "the tool's answer is no",
    ///         _ => "tell somebody",
    ///     }
    /// }
    /// ```
    pub fn next_step(&self) -> NextStep {
        if self.is_outcome_unknown() {
            return NextStep::MayHaveRun;
        }
        match self.kind() {
            Kind::Invalid { .. } => NextStep::FixArguments,
            Kind::Tool { .. } | Kind::InputRequired { .. } | Kind::Abandoned { .. } => {
                NextStep::Final
            }
            Kind::Changed { .. } => NextStep::NotFound,
            Kind::Status { status, retry_after, .. } => self.of_status(*status, *retry_after),
            // Numbers of JSON-RPC 2.0, section 5.1: invalid parameters, no such method.
            Kind::Refused { code: -32602, .. } => NextStep::FixArguments,
            Kind::Refused { code: -32601, .. } => NextStep::NotFound,
            Kind::Connect { .. }
            | Kind::NotSent { .. }
            | Kind::Interrupted { .. }
            | Kind::Timeout { .. }
            | Kind::Restarts { .. } => NextStep::RetryLater { after: None },
            Kind::Setup { .. }
            | Kind::Start { .. }
            | Kind::Redirected { .. }
            | Kind::TooLarge { .. }
            | Kind::NotRecorded { .. }
            | Kind::Task { .. } => NextStep::FixProgram,
            Kind::Ended { .. }
            | Kind::Handshake { .. }
            | Kind::Protocol { .. }
            | Kind::Malformed { .. }
            | Kind::Endless { .. }
            | Kind::Schema { .. }
            | Kind::Output { .. }
            | Kind::Refused { .. } => NextStep::ReportToVendor,
        }
    }

    fn of_status(&self, status: u16, after: Option<std::time::Duration>) -> NextStep {
        match status {
            401 | 403 | 407 => NextStep::Authorize,
            404 | 405 | 410 => NextStep::NotFound,
            _ if self.failure().outcome != Outcome::Final => NextStep::RetryLater { after },
            _ => NextStep::FixProgram,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::client::reply::Reply;

    fn status(status: u16, retry_after: Option<Duration>) -> Kind {
        Kind::Status { status, said: String::new(), retry_after, challenge: None }
    }

    fn refused(code: i64) -> Kind {
        Kind::Refused { code, message: String::new(), data: None }
    }

    #[test]
    fn a_kind_has_the_next_step_of_its_cause() {
        let after = Some(Duration::from_secs(7));
        let cause = || std::io::Error::other("broken").into();
        for (kind, step) in [
            (Kind::Invalid { violations: Default::default() }, NextStep::FixArguments),
            (refused(-32602), NextStep::FixArguments),
            (refused(-32601), NextStep::NotFound),
            (refused(-32603), NextStep::ReportToVendor),
            (Kind::Tool { reply: Box::new(Reply::default()) }, NextStep::Final),
            (status(401, None), NextStep::Authorize),
            (status(404, None), NextStep::NotFound),
            (status(429, after), NextStep::RetryLater { after }),
            (status(400, None), NextStep::FixProgram),
            (Kind::Connect { cause: cause() }, NextStep::RetryLater { after: None }),
            (Kind::Start { cause: cause() }, NextStep::FixProgram),
            (Kind::Protocol { fault: String::new() }, NextStep::ReportToVendor),
        ] {
            let error = Error::new(kind);
            assert_eq!(error.next_step(), step, "{error}");
            assert_eq!(error.begun().next_step(), NextStep::MayHaveRun);
        }
    }
}
