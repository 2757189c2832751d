//! A paused state and decisions become the results of the calls: each approved call runs once.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use a2t_core::error::inert;
use a2t_dialect::{Outcome, Selected};
use serde_json::Value;

use super::paused::{Entry, Paused, PausedCall};
use super::{Consents, denied};
use crate::Executor;
use crate::check::Checked;
use crate::error::again;
use crate::executor::{Ended, Ready};
use crate::together::together;

/// The decision of a user on one call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// The call runs.
    Approve,
    /// The call does not run: the reason, which the model reads. It may be empty.
    Deny(String),
}

/// Why a state was not resumed. Nothing ran, unless a variant states otherwise.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResumeError {
    /// The state was changed after it was paused, or was paused under another
    /// [key](crate::Builder::signing_key).
    Altered,
    /// The time for decisions is over.
    Expired {
        /// The time from which the state cannot be resumed.
        at: SystemTime,
    },
    /// The state was resumed before, or is being resumed. The calls ran once.
    AlreadyResumed {
        /// The message with the results, if the [log](crate::ResumeLog) has it.
        message: Option<Box<Value>>,
    },
    /// A decision is on a call that does not wait.
    UnknownCall {
        /// The id in the decision.
        id: String,
    },
    /// Two decisions are on one call.
    DecidedTwice {
        /// The id of the call.
        id: String,
    },
    /// There is no decision on some calls.
    Undecided {
        /// The ids of the calls.
        ids: Vec<String>,
    },
    /// The arguments of a call are not those of their digest.
    ArgumentsChanged {
        /// The id of the call.
        id: String,
    },
    /// The executor does not have the tool as it was approved when the user was asked: another digest, or no such
    /// tool. Ask again.
    ToolChanged {
        /// The id of the call.
        id: String,
        /// The name of the tool.
        tool: String,
    },
    /// The log of resumed states failed. Calls may have run: resume again, which runs none twice.
    Log {
        /// The failure of the log.
        cause: Box<dyn Error + Send + Sync>,
    },
}

/// The states that this process resumes at the moment.
#[derive(Debug, Default)]
pub(super) struct Resuming(Mutex<HashSet<String>>);

/// A state is being resumed until this is dropped.
struct Claim<'a>(&'a Resuming, &'a str);

impl Resuming {
    fn claim<'a>(&'a self, id: &'a str) -> Option<Claim<'a>> {
        let mut ids = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Not made at once, because a claim that is dropped frees the state.
        ids.insert(id.to_owned()).then(|| Claim(self, id))
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).remove(self.1);
    }
}

/// What happens to one call of the message.
enum Step<'a> {
    Done(&'a Value),
    /// The answer to the provider, which makes the call.
    Answer(Value),
    Deny(&'a PausedCall, &'a str),
    /// `true` if it began before, in a process that stopped.
    Run(&'a PausedCall, &'a Selected, bool),
}

impl Executor {
    /// Goes on with calls that waited: the approved ones run, each once and under its own idempotency key, and the
    /// model reads the reason of the denied ones. Returns the message with the results of all calls of the message,
    /// or a list of messages. It may run in another process than the one that paused, and again after a crash.
    ///
    /// ```
    /// # async fn demonstrate(
    /// #     executor: a2t::dialect::Executor,
    /// #     stored: &str,
    /// # ) -> Result<(), Box<dyn std::error::Error>> {
    /// use a2t::dialect::{Decision, Paused};
    ///
    /// let paused: Paused = serde_json::from_str(stored)?;
    /// let mut decisions = Vec::new();
    /// for call in paused.calls() {
    ///     println!("{call}"); // show it to the user
    ///     decisions.push((call.id(), Decision::Deny("not today".to_owned())));
    /// }
    /// let results = executor.resume(&paused, decisions).await?;
    /// # Ok(()) }
    /// ```
    ///
    /// Servers of a2t, and those of RAP, run a tool once for all calls with one key. If another server does not honour
    /// keys and this process died while its tool ran, a [log](crate::Builder::resume_log) keeps the tool from running
    /// again, unless it was approved as read-only or idempotent: the model then reads that it may have run.
    ///
    /// # Errors
    /// [`ResumeError`] names each reason for which nothing runs: a state that was changed, has expired or was resumed
    /// before, decisions that do not match its calls, and tools that were approved anew.
    pub async fn resume<I: AsRef<str>>(
        &self,
        paused: &Paused,
        decisions: impl IntoIterator<Item = (I, Decision)>,
    ) -> Result<Value, ResumeError> {
        let consents = &self.settings.consent;
        if !consents.key().is_some_and(|key| paused.is_sealed_by(key)) {
            return Err(ResumeError::Altered);
        }
        if SystemTime::now() >= paused.expires() {
            return Err(ResumeError::Expired { at: paused.expires() });
        }
        let decisions = decided(paused, decisions)?;
        let steps = self.steps(paused, &decisions)?;
        let Some(_claim) = consents.resuming.claim(paused.id()) else {
            return Err(ResumeError::AlreadyResumed { message: None });
        };
        let steps = consents.begin(paused, steps).await?;
        // No closure over the steps, because the future would not be `Send` for the compiler.
        let mut running = Vec::with_capacity(steps.len());
        for step in steps {
            running.push(self.take(paused, step));
        }
        let results = together(running, self.settings.concurrency).await;
        let message = paused.dialect().message(results);
        consents.finish(paused, &message).await?;
        Ok(message)
    }

    fn steps<'a>(
        &'a self,
        paused: &'a Paused,
        decisions: &'a BTreeMap<String, Decision>,
    ) -> Result<Vec<Step<'a>>, ResumeError> {
        let step = |entry: &'a Entry| match entry {
            Entry::Done(result) => Ok(Step::Done(result)),
            Entry::Asks(call) => {
                let Some(decision) = decisions.get(call.id()) else {
                    return Err(ResumeError::Undecided { ids: vec![call.id().to_owned()] });
                };
                match (call.approval(paused.dialect(), decision), decision) {
                    (Some(answer), _) => Ok(Step::Answer(answer)),
                    (None, Decision::Deny(why)) => Ok(Step::Deny(call, why)),
                    (None, Decision::Approve) => self.approved(call),
                }
            }
        };
        paused.entries.iter().map(step).collect()
    }

    fn approved<'a>(&'a self, call: &'a PausedCall) -> Result<Step<'a>, ResumeError> {
        let id = || call.id().to_owned();
        if !call.is_unchanged() {
            return Err(ResumeError::ArgumentsChanged { id: id() });
        }
        match self.selection.iter().find(|tool| call.is_of(tool)) {
            Some(tool) => Ok(Step::Run(call, tool, false)),
            None => Err(ResumeError::ToolChanged { id: id(), tool: call.tool().to_owned() }),
        }
    }

    async fn take(&self, paused: &Paused, step: Step<'_>) -> Value {
        let (begun, clock) = (SystemTime::now(), Instant::now());
        match step {
            Step::Done(result) => result.clone(),
            Step::Answer(answer) => answer,
            Step::Deny(asked, why) => {
                let tool = self.selection.iter().find(|tool| asked.is_of(tool));
                let ended = Ended::new(denied(why), tool, begun, clock);
                self.end(&asked.call(paused.dialect()), ended)
            }
            Step::Run(asked, tool, began) => {
                let call = asked.call(paused.dialect());
                if began && !self.may_run_again(tool) {
                    let ended = Ended::new(unknown(tool), Some(tool), begun, clock);
                    return self.end(&call, ended);
                }
                let (arguments, coerced) = (asked.ordered_arguments(tool), Vec::new());
                let checked = Checked { tool, arguments, coerced };
                self.carry_out(&call, Ready { checked, begun, clock }, Some(asked.key())).await
            }
        }
    }

    fn may_run_again(&self, tool: &Selected) -> bool {
        tool.hints().is_repeatable()
            || self.vendor(tool).is_some_and(|vendor| vendor.honours_keys())
    }
}

impl Consents {
    /// Records that the approved calls begin, before any of them does.
    async fn begin<'a>(
        &self,
        paused: &Paused,
        mut steps: Vec<Step<'a>>,
    ) -> Result<Vec<Step<'a>>, ResumeError> {
        let ended = self.log.get(paused.id()).await.map_err(ResumeError::log)?;
        if let Some(text) = ended {
            return Err(ResumeError::ended(&text));
        }
        for step in &mut steps {
            if let Step::Run(call, _, began) = step {
                let added = self.log.add(call.key(), "", paused.expires()).await;
                *began = !added.map_err(ResumeError::log)?;
            }
        }
        Ok(steps)
    }

    /// Records that the state was resumed.
    async fn finish(&self, paused: &Paused, message: &Value) -> Result<(), ResumeError> {
        let text = message.to_string();
        let added = self.log.add(paused.id(), &text, paused.expires()).await;
        if added.map_err(ResumeError::log)? {
            return Ok(());
        }
        // Another process was faster.
        let ended = self.log.get(paused.id()).await.map_err(ResumeError::log)?;
        Err(ResumeError::ended(&ended.unwrap_or_default()))
    }
}

/// Returns the decision on each call, if there is one for each and no other.
pub(super) fn decided<I: AsRef<str>>(
    paused: &Paused,
    decisions: impl IntoIterator<Item = (I, Decision)>,
) -> Result<BTreeMap<String, Decision>, ResumeError> {
    let mut decided = BTreeMap::new();
    for (id, decision) in decisions {
        let id = id.as_ref().to_owned();
        if !paused.calls().any(|call| call.id() == id) {
            return Err(ResumeError::UnknownCall { id });
        }
        if decided.insert(id.clone(), decision).is_some() {
            return Err(ResumeError::DecidedTwice { id });
        }
    }
    let ids = paused.calls().map(PausedCall::id).filter(|id| !decided.contains_key(*id));
    let ids: Vec<_> = ids.map(str::to_owned).collect();
    if ids.is_empty() { Ok(decided) } else { Err(ResumeError::Undecided { ids }) }
}

/// The outcome of a call that began in a process that stopped.
fn unknown(tool: &Selected) -> Outcome {
    let again = again(tool.hints().is_repeatable());
    Outcome::Failed(format!(
        "this program stopped while the tool ran; it may have run all the same: {again}"
    ))
}

impl ResumeError {
    fn log(cause: Box<dyn Error + Send + Sync>) -> Self {
        Self::Log { cause }
    }

    fn ended(text: &str) -> Self {
        Self::AlreadyResumed { message: serde_json::from_str(text).ok().map(Box::new) }
    }
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Altered => f.write_str(
                "the paused state was changed, or was paused under another key: set the same `signing_key` in every process, and ask the user again",
            ),
            Self::Expired { .. } => f.write_str(
                "the time for decisions is over: ask the user again, or set `consent_expires`",
            ),
            Self::AlreadyResumed { .. } => {
                f.write_str("the paused state was resumed before, or is being resumed")
            }
            Self::UnknownCall { id } => write!(f, "no call `{}` waits for a decision", inert(id)),
            Self::DecidedTwice { id } => write!(f, "two decisions are on the call `{}`", inert(id)),
            Self::Undecided { ids } => {
                let ids: Vec<_> = ids.iter().map(|id| format!("`{}`", inert(id))).collect();
                write!(f, "there is no decision on {}", ids.join(", "))
            }
            Self::ArgumentsChanged { id } => {
                write!(f, "the arguments of the call `{}` are not those that were shown", inert(id))
            }
            Self::ToolChanged { id, tool } => write!(
                f,
                "the tool `{}` of the call `{}` is not as it was approved when the user was asked: ask again",
                inert(tool),
                inert(id)
            ),
            Self::Log { .. } => f.write_str("the log of resumed states failed: resume again"),
        }
    }
}

impl Error for ResumeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Log { cause } => Some(&**cause),
            _ => None,
        }
    }
}
