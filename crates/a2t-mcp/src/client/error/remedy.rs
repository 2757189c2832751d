//! Kind of a failure → what its program does about it.

use a2t_client::Remedy;
use a2t_client::parts::Outcome;

use super::{Error, Kind};

impl Error {
    /// Next step, for a `match` instead of a look at the text; the words are those of
    /// [`a2t::client::Remedy`](Remedy).
    ///
    /// A call that may have run is [`Remedy::MayHaveRun`], whatever it failed with at last: what the
    /// approved hints allow to repeat has been repeated by then.
    ///
    /// ```
    /// use a2t::client::Remedy;
    /// use a2t::mcp::client::Error;
    ///
    /// fn next(error: &Error) -> &'static str {
    ///     match error.remedy() {
    ///         Remedy::MendArguments => "show the model what is wrong",
    ///         Remedy::AskAgain { .. } => "call again, after the wait if there is one",
    ///         Remedy::MayHaveRun => "look if it had its effect",
    ///         Remedy::Accept => "the tool's answer is no",
    ///         _ => "tell somebody",
    ///     }
    /// }
    /// ```
    pub fn remedy(&self) -> Remedy {
        if self.is_outcome_unknown() {
            return Remedy::MayHaveRun;
        }
        match self.kind() {
            Kind::Invalid { .. } => Remedy::MendArguments,
            Kind::Tool { .. } | Kind::InputRequired { .. } | Kind::Abandoned { .. } => {
                Remedy::Accept
            }
            Kind::Changed { .. } => Remedy::Missing,
            Kind::Status { status, retry_after, .. } => self.of_status(*status, *retry_after),
            // Numbers of JSON-RPC 2.0, section 5.1: invalid parameters, no such method.
            Kind::Refused { code: -32602, .. } => Remedy::MendArguments,
            Kind::Refused { code: -32601, .. } => Remedy::Missing,
            Kind::Connect { .. }
            | Kind::NotSent { .. }
            | Kind::Interrupted { .. }
            | Kind::Timeout { .. }
            | Kind::Restarts { .. } => Remedy::AskAgain { after: None },
            Kind::Setup { .. }
            | Kind::Start { .. }
            | Kind::Redirected { .. }
            | Kind::TooLarge { .. }
            | Kind::NotRecorded { .. }
            | Kind::Task { .. } => Remedy::MendProgram,
            Kind::Ended { .. }
            | Kind::Handshake { .. }
            | Kind::Protocol { .. }
            | Kind::Malformed { .. }
            | Kind::Endless { .. }
            | Kind::Schema { .. }
            | Kind::Output { .. }
            | Kind::Refused { .. } => Remedy::TellVendor,
        }
    }

    fn of_status(&self, status: u16, after: Option<std::time::Duration>) -> Remedy {
        match status {
            401 | 403 | 407 => Remedy::Authorize,
            404 | 405 | 410 => Remedy::Missing,
            _ if self.failure().outcome != Outcome::Final => Remedy::AskAgain { after },
            _ => Remedy::MendProgram,
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
    fn a_kind_has_the_remedy_of_its_cause() {
        let after = Some(Duration::from_secs(7));
        let cause = || std::io::Error::other("broken").into();
        for (kind, remedy) in [
            (Kind::Invalid { violations: Default::default() }, Remedy::MendArguments),
            (refused(-32602), Remedy::MendArguments),
            (refused(-32601), Remedy::Missing),
            (refused(-32603), Remedy::TellVendor),
            (Kind::Tool { reply: Box::new(Reply::default()) }, Remedy::Accept),
            (status(401, None), Remedy::Authorize),
            (status(404, None), Remedy::Missing),
            (status(429, after), Remedy::AskAgain { after }),
            (status(400, None), Remedy::MendProgram),
            (Kind::Connect { cause: cause() }, Remedy::AskAgain { after: None }),
            (Kind::Start { cause: cause() }, Remedy::MendProgram),
            (Kind::Protocol { fault: String::new() }, Remedy::TellVendor),
        ] {
            let error = Error::new(kind);
            assert_eq!(error.remedy(), remedy, "{error}");
            assert_eq!(error.begun().remedy(), Remedy::MayHaveRun);
        }
    }
}
