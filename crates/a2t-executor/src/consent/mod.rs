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
use a2t_dialect::hosted::{HostedEvent, Kind, RunBy, Stage};
use a2t_dialect::{Call, Dialect, Outcome, Result, Selected, Selection, Turn};
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

/// The maximum number of tools that a search finds; `docs/executor.md` has it.
const FOUND: usize = 5;

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

/// What a message asks of an executor.
pub(super) struct Asked {
    pub(super) turn: Turn,
    /// Approvals that the provider asks for.
    pub(super) approvals: Vec<HostedEvent>,
    /// Searches for tools that the program runs.
    pub(super) searches: Vec<HostedEvent>,
}

/// Returns the step that follows on a message, and what the provider asks for in it: if nothing else waits, the step is
/// [`Turn::Called`]. Searches are asked only of an executor that `finds` tools.
pub(super) fn asked(dialect: Dialect, message: &Value, finds: bool) -> Result<Asked> {
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
    let is_search = |event: &HostedEvent| {
        let is_search = event.kind() == Kind::ToolSearch && event.stage() == Stage::Call;
        // Without an id, an answer has no place.
        finds && is_search && event.run_by() == RunBy::Program && event.id().is_some()
    };
    let searches: Vec<_> = events.iter().filter(|event| is_search(event)).cloned().collect();
    // Such as an action of a computer, which is the program's to run.
    let is_other = |event: &HostedEvent| {
        let asks = matches!(event.stage(), Stage::Call | Stage::Approval);
        let is_open = asks && event.raw().get("output").is_none();
        let is_ours = is_approval(event) || is_search(event);
        is_open && event.run_by() == RunBy::Program && !is_ours
    };
    let is_asked = !approvals.is_empty() || !searches.is_empty();
    let turn = match turn {
        Turn::Waiting(_) if is_asked && !events.iter().any(is_other) => Turn::Called(Vec::new()),
        turn => turn,
    };
    Ok(Asked { turn, approvals, searches })
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
        self.batch(dialect, calls, Vec::new(), &[]).await
    }

    /// Carries out the calls of one message by the rule. What the provider asks approvals for waits with them, and
    /// searches for tools are answered.
    pub(super) async fn batch(
        &self,
        dialect: Dialect,
        calls: impl IntoIterator<Item = Call>,
        approvals: Vec<HostedEvent>,
        searches: &[HostedEvent],
    ) -> Batch {
        let steps = calls.into_iter().map(|call| self.entry(call));
        let mut entries = together(steps, self.settings.concurrency).await;
        let approvals = approvals.iter().filter_map(PausedCall::of_provider);
        entries.extend(approvals.map(Box::new).map(Entry::Asks));
        entries.extend(searches.iter().filter_map(|search| self.found(search)).map(Entry::Done));
        match Paused::new(dialect, entries, &self.settings.consent) {
            Ok(paused) => Batch::Paused(paused),
            Err(results) => Batch::Done(dialect.message(results)),
        }
    }

    /// Returns the answer to a search for tools. Without one, the provider would refuse the next request, so a search whose
    /// tools cannot be written has found none.
    fn found(&self, search: &HostedEvent) -> Option<Value> {
        let options = self.settings.search.as_ref()?;
        let found = self.selection.search(&search.details().queries.join(" "), FOUND);
        let answer = |found: &Selection| search.found(&*self.selection, found, options);
        answer(&found).or_else(|_| answer(&Selection::default())).ok().flatten()
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
        let row = format!("| tools that a search finds | {FOUND} |");
        assert!(page.contains(&row), "docs/executor.md lacks: {row}");
    }
}
