//! Decides on calls before they run: a rule of the program allows a call, denies it, or asks. What is asked waits in
//! a state that a program can store, and runs once after the decisions.

mod host;
mod log;
mod paused;
mod record;
mod resume;
mod seal;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Duration;

use a2t_client::parts::random_bytes;
use a2t_core::invocation::Arguments;
use a2t_dialect::hosted::{HostedEvent, RunBy, Stage};
use a2t_dialect::{Call, Dialect, Outcome, Result, Selected, Turn};
use serde_json::Value;

use super::Executor;
use super::check::Checked;
use super::executor::Prepared;
use super::together::together;
pub use log::{Logging, MemoryLog, ResumeLog};
use paused::Entry;
pub use paused::{Paused, PausedCall};
pub use record::{Record, RecordError};
pub use resume::{Decision, ResumeError};
use seal::Key;

/// Default time for which calls wait for decisions; `docs/executor.md` has it.
const EXPIRES: Duration = Duration::from_secs(24 * 60 * 60);

/// The decision of a rule on one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Consent {
    /// The call runs.
    Allow,
    /// The call does not run: the reason, which the model reads.
    Deny(String),
    /// The call waits for a decision of the user.
    Ask,
}

/// A call that a rule decides on.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ConsentRequest<'a> {
    /// The call as the model wrote it.
    pub call: &'a Call,
    /// The tool, with its hints as they were approved.
    pub tool: &'a Selected,
    /// The place where the tool runs: the URL of a server, the command of one that runs as a child process, or `rap`
    /// for a runtime of RAP. `None` for this program.
    pub vendor: Option<&'a str>,
    /// The checked arguments, under the names of the signature.
    pub arguments: &'a Arguments,
}

impl<'a> ConsentRequest<'a> {
    /// Returns the argument of this name, if the call has it.
    pub fn argument(&self, name: &str) -> Option<&'a Value> {
        self.arguments.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// Decides as an executor without a rule does: a tool that was approved as `read_only` may run, and for every
    /// other the user is asked.
    pub fn by_hints(&self) -> Consent {
        if self.tool.hints().read_only { Consent::Allow } else { Consent::Ask }
    }
}

/// The end of the calls of one message, or the state in which some of them wait.
#[derive(Clone, Debug, PartialEq)]
pub enum Batch {
    /// The message with all results, or a list of messages, for the next request.
    Done(Value),
    /// Some calls wait for decisions of the user. The others ran, and their results are kept in the state.
    Paused(Paused),
}

impl Batch {
    /// Returns the message with all results; `None` if calls wait for decisions.
    pub fn done(self) -> Option<Value> {
        match self {
            Self::Done(message) => Some(message),
            Self::Paused(_) => None,
        }
    }
}

type Rule = dyn Fn(&ConsentRequest<'_>) -> Consent + Send + Sync;

/// The settings of consent.
pub(super) struct Consents {
    pub(super) rule: Option<Box<Rule>>,
    pub(super) expires: Duration,
    /// Set by the program, or at the first use; `None` if the system has no random numbers.
    pub(super) key: OnceLock<Option<[u8; 32]>>,
    /// The log that the program has set; `None` for the one in the memory of the process.
    pub(super) log: Option<Box<dyn ResumeLog>>,
}

impl Default for Consents {
    fn default() -> Self {
        Self { rule: None, expires: EXPIRES, key: OnceLock::new(), log: None }
    }
}

impl Consents {
    fn key(&self) -> Option<Key> {
        self.key.get_or_init(random_bytes).map(Key::new)
    }

    fn log(&self) -> &dyn ResumeLog {
        self.log.as_deref().unwrap_or(&log::LOG)
    }
}

/// The outcome of a call that a rule or a user does not allow.
pub(super) fn denied(why: &str) -> Outcome {
    Outcome::Denied(match why {
        "" => "the call was denied, and did not run".to_owned(),
        why => format!("the call was denied, and did not run: {why}"),
    })
}

/// Returns the step that follows on a message, and the approvals that the provider asks for in it: if nothing else
/// waits, the step is [`Turn::Called`].
pub(super) fn asked(dialect: Dialect, message: &Value) -> Result<(Turn, Vec<HostedEvent>)> {
    let turn = dialect.turn(message)?;
    let events = match turn {
        Turn::Called(_) | Turn::Waiting(_) => HostedEvent::all(dialect, message),
        _ => Vec::new(),
    };
    let is_answered = |id: Option<&str>| {
        let answers = events.iter().filter(|event| event.word() == APPROVAL_RESPONSE);
        let mut ids = answers.map(|event| event.raw().get("approval_request_id"));
        ids.any(|answered| answered.and_then(Value::as_str) == id)
    };
    let is_approval = |event: &HostedEvent| event.word() == APPROVAL;
    let waits = |event: &&HostedEvent| is_approval(event) && !is_answered(event.id());
    let approvals: Vec<_> = events.iter().filter(waits).cloned().collect();
    // Such as an action of a computer, which is the program's to run.
    let is_other = |event: &HostedEvent| {
        let asks = matches!(event.stage(), Stage::Call | Stage::Approval);
        let is_open = asks && event.raw().get("output").is_none();
        is_open && event.run_by() == RunBy::Program && !is_approval(event)
    };
    match turn {
        Turn::Waiting(_) if !approvals.is_empty() && !events.iter().any(is_other) => {
            Ok((Turn::Called(Vec::new()), approvals))
        }
        turn => Ok((turn, approvals)),
    }
}

/// The request of OpenAI and Azure for an approval of a call that they make, and its answer.
const APPROVAL: &str = "mcp_approval_request";
const APPROVAL_RESPONSE: &str = "mcp_approval_response";

impl Executor {
    /// Carries out the calls of one message by the rule of consent: those that it allows run at once. If it asks for
    /// one of them, the batch pauses.
    pub async fn answer_calls(
        &self,
        dialect: Dialect,
        calls: impl IntoIterator<Item = Call>,
    ) -> Batch {
        self.batch(dialect, calls, Vec::new()).await
    }

    /// Carries out the calls of one message by the rule. What the provider asks approvals for waits with them.
    pub(super) async fn batch(
        &self,
        dialect: Dialect,
        calls: impl IntoIterator<Item = Call>,
        approvals: Vec<HostedEvent>,
    ) -> Batch {
        let steps = calls.into_iter().map(|call| self.entry(call));
        let mut entries = together(steps, self.settings.concurrency).await;
        let approvals = approvals.iter().filter_map(PausedCall::of_provider);
        entries.extend(approvals.map(Box::new).map(Entry::Asks));
        match Paused::new(dialect, entries, &self.settings.consent) {
            Ok(paused) => Batch::Paused(paused),
            Err(results) => Batch::Done(dialect.message(results)),
        }
    }

    async fn entry(&self, call: Call) -> Entry {
        match self.prepare(&call).await {
            Prepared::Ended(result) => Entry::Done(result),
            Prepared::Ready(ready) => Entry::Done(self.carry_out(&call, ready).await),
            Prepared::Asks(ready) => {
                let Checked { tool, arguments, .. } = ready.checked;
                let call = PausedCall::new(&call, tool, self.vendor_name(tool), &arguments);
                Entry::Asks(Box::new(call))
            }
        }
    }

    pub(super) fn consent(&self, call: &Call, checked: &Checked<'_>) -> Consent {
        let vendor = self.vendor_name(checked.tool);
        let request = ConsentRequest {
            call,
            tool: checked.tool,
            vendor: vendor.as_deref(),
            arguments: &checked.arguments,
        };
        match &self.settings.consent.rule {
            // A rule that panics decides nothing, so the user does.
            Some(rule) => catch_unwind(AssertUnwindSafe(|| rule(&request))).unwrap_or(Consent::Ask),
            None => request.by_hints(),
        }
    }

    /// Returns the place where a tool runs; `None` for this program.
    pub(super) fn vendor_name(&self, tool: &Selected) -> Option<String> {
        self.vendor(tool).and_then(|vendor| vendor.vendor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The page and the number cannot part.
    #[test]
    fn the_table_of_defaults_has_the_time_that_holds() {
        let page = include_str!("../../../../docs/executor.md");
        let row = format!("| calls that wait for decisions | {} hours |", EXPIRES.as_secs() / 3600);
        assert!(page.contains(&row), "docs/executor.md lacks: {row}");
    }
}
