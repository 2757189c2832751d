//! A paused state and decisions become the results of the calls: each approved call runs once.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use a2t_core::error::inert;
use a2t_dialect::{Outcome, Selected};
use serde_json::Value;

use super::paused::{Entry, Paused, PausedCall};
use super::seal::Key;
use super::{Consent, Consents, denied};
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
        /// The message with the results, if the [log](crate::ResumeLog) has it. `None` if the log keeps no texts, or if
        /// a call began within the executor's [`timeout`](crate::Builder::timeout) and may still run, here or in a
        /// process that stopped: resume again after that time.
        message: Option<Box<Value>>,
    },
    /// A process that stopped sent the call before, and its server still runs it. Other calls may have run: resume
    /// again later, which runs none twice.
    StillRunning {
        /// The id of the call.
        id: String,
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
    /// The tool runs elsewhere than when the user was asked, such as at another URL. Ask again.
    VendorChanged {
        /// The id of the call.
        id: String,
        /// The name of the tool.
        tool: String,
    },
    /// The log of resumed states failed. Calls may have run: without a message, resume again, which runs none twice.
    Log {
        /// The failure of the log.
        cause: Box<dyn Error + Send + Sync>,
        /// The message with the results, if all calls have ended and only it could not be logged.
        message: Option<Box<Value>>,
    },
}

/// The states that this process resumes at the moment, with any executor.
static RESUMING: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A state is being resumed until this is dropped.
struct Claim<'a>(&'a str);

impl<'a> Claim<'a> {
    fn new(id: &'a str) -> Option<Self> {
        let mut ids = RESUMING.lock().unwrap_or_else(PoisonError::into_inner);
        // Not made at once, because a claim that is dropped frees the state.
        ids.insert(id.to_owned()).then(|| Claim(id))
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        RESUMING.lock().unwrap_or_else(PoisonError::into_inner).remove(self.0);
    }
}

/// The time for which a log keeps entries of a state that has expired, because calls can still run.
const KEPT: Duration = Duration::from_secs(60 * 60);

/// The step that follows for one call of the message.
enum Step<'a> {
    Done(&'a Value),
    /// The answer to the provider, which makes the call.
    Answer(Value),
    Deny(&'a PausedCall, &'a str),
    Run(Run<'a>),
}

/// A call that the user agreed to.
struct Run<'a> {
    asked: &'a PausedCall,
    checked: Checked<'a>,
    /// Why the rule denies it now.
    denied: Option<String>,
    begin: Begin,
}

/// The state of a call in the log.
#[derive(Clone, Copy, PartialEq)]
enum Begin {
    Unknown,
    /// Added for this resume.
    Added,
    /// It began before, in a process that stopped.
    Before,
}

impl Executor {
    /// Goes on with calls that waited: those that the user agreed to run, each once and under its own idempotency key,
    /// unless the [rule](crate::Builder::consent) denies them now. The model reads the reason of the denied ones. Returns
    /// the message with the results of all calls of the message, or a list of messages. It may run in another process
    /// than the one that paused, and again after a crash.
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
    /// before, decisions that do not match its calls, and tools whose approval has changed. After [`ResumeError::Log`] and
    /// [`ResumeError::StillRunning`], calls may have run.
    pub async fn resume<I: AsRef<str>>(
        &self,
        paused: &Paused,
        decisions: impl IntoIterator<Item = (I, Decision)>,
    ) -> Result<Value, ResumeError> {
        let consents = &self.settings.consent;
        consents.sealing(paused)?;
        if SystemTime::now() >= paused.expires() {
            return Err(ResumeError::Expired { at: paused.expires() });
        }
        let decisions = decided(paused, decisions)?;
        let steps = self.steps(paused, &decisions)?;
        let Some(_claim) = Claim::new(paused.id()) else {
            return Err(ResumeError::AlreadyResumed { message: None });
        };
        let steps = self.begin(paused, steps).await?;
        let is_sent = |step: &Step<'_>| matches!(step, Step::Run(run) if self.is_sent(run));
        let is_sent = steps.iter().any(is_sent);
        // No closure over the steps, because the future would not be `Send` for the compiler.
        let mut running = Vec::with_capacity(steps.len());
        for step in steps {
            running.push(self.take(paused, step));
        }
        let results = together(running, self.settings.concurrency).await;
        let results = results.into_iter().collect::<Result<Vec<_>, _>>()?;
        consents.finish(paused, paused.dialect().message(results), is_sent).await
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
                    (None, Decision::Approve) => self.approved(paused, call).map(Step::Run),
                }
            }
        };
        paused.entries.iter().map(step).collect()
    }

    fn approved<'a>(
        &'a self,
        paused: &Paused,
        asked: &'a PausedCall,
    ) -> Result<Run<'a>, ResumeError> {
        let (id, name) = (|| asked.id().to_owned(), || asked.tool().to_owned());
        if !asked.is_unchanged() {
            return Err(ResumeError::ArgumentsChanged { id: id() });
        }
        let Some(tool) = self.selection.iter().find(|tool| asked.is_of(tool)) else {
            return Err(ResumeError::ToolChanged { id: id(), tool: name() });
        };
        if self.vendor_name(tool).as_deref() != asked.vendor() {
            return Err(ResumeError::VendorChanged { id: id(), tool: name() });
        }
        let (arguments, coerced) = (asked.ordered_arguments(tool), Vec::new());
        let checked = Checked { tool, arguments, coerced };
        let denied = match self.consent(&asked.call(paused.dialect()), &checked) {
            Consent::Deny(why) => Some(why),
            Consent::Allow | Consent::Ask => None,
        };
        Ok(Run { asked, checked, denied, begin: Begin::Unknown })
    }

    /// Records that the first call begins, so that no other process resumes the state at the same time.
    async fn begin<'a>(
        &self,
        paused: &Paused,
        mut steps: Vec<Step<'a>>,
    ) -> Result<Vec<Step<'a>>, ResumeError> {
        let consents = &self.settings.consent;
        let ended = consents.log().get(paused.id()).await.map_err(ResumeError::log)?;
        if let Some(text) = ended {
            return Err(ResumeError::ended(&text));
        }
        for step in &mut steps {
            let Step::Run(run) = step else { continue };
            let begun = consents.log().get(run.asked.key()).await.map_err(ResumeError::log)?;
            if begun.as_deref().is_some_and(|begun| is_within(begun, self.settings.timeout)) {
                return Err(ResumeError::AlreadyResumed { message: None });
            }
            if begun.is_some() {
                run.begin = Begin::Before;
            }
        }
        let first = steps.iter_mut().find_map(|step| match step {
            Step::Run(run) if run.begin == Begin::Unknown && run.denied.is_none() => Some(run),
            _ => None,
        });
        if let Some(run) = first {
            consents.record(paused, run.asked).await?;
            run.begin = Begin::Added;
        }
        Ok(steps)
    }

    async fn take(&self, paused: &Paused, step: Step<'_>) -> Result<Value, ResumeError> {
        let (begun, clock) = (SystemTime::now(), Instant::now());
        Ok(match step {
            Step::Done(result) => result.clone(),
            Step::Answer(answer) => answer,
            Step::Deny(asked, why) => {
                let tool = self.selection.iter().find(|tool| asked.is_of(tool));
                let ended = Ended::new(denied(why), tool, begun, clock);
                self.end(&asked.call(paused.dialect()), ended)
            }
            Step::Run(run) => {
                let (call, tool) = (run.asked.call(paused.dialect()), run.checked.tool);
                if !self.is_sent(&run) {
                    let outcome = match run.denied {
                        Some(why) if run.begin != Begin::Before => denied(&why),
                        _ => unknown(tool),
                    };
                    return Ok(self.end(&call, Ended::new(outcome, Some(tool), begun, clock)));
                }
                if run.begin == Begin::Unknown {
                    self.settings.consent.record(paused, run.asked).await?;
                }
                let ready = Ready { checked: run.checked, begun, clock };
                let ended = self.attempt(call.dialect(), ready, Some(run.asked.key())).await;
                if ended.is_still_running() {
                    return Err(ResumeError::StillRunning { id: run.asked.id().to_owned() });
                }
                self.end(&call, ended)
            }
        })
    }

    fn is_sent(&self, run: &Run<'_>) -> bool {
        let is_new = run.begin != Begin::Before;
        run.denied.is_none() && (is_new || self.may_run_again(run.checked.tool))
    }

    fn may_run_again(&self, tool: &Selected) -> bool {
        tool.hints().is_repeatable()
            || self.vendor(tool).is_some_and(|vendor| vendor.honours_keys())
    }
}

impl Consents {
    /// Returns the key that sealed the state.
    pub(super) fn sealing(&self, paused: &Paused) -> Result<Key, ResumeError> {
        self.key().filter(|key| paused.is_sealed_by(*key)).ok_or(ResumeError::Altered)
    }

    /// Records that a call begins.
    async fn record(&self, paused: &Paused, call: &PausedCall) -> Result<(), ResumeError> {
        let now = milliseconds(SystemTime::now()).to_string();
        let added = self.log().add(call.key(), &now, kept(paused)).await;
        if added.map_err(ResumeError::log)? {
            return Ok(());
        }
        // Another process was faster.
        Err(ResumeError::AlreadyResumed { message: None })
    }

    /// Records that the state was resumed, and returns the message. If this resume sent calls, its message counts, even
    /// if another resume has ended first.
    async fn finish(
        &self,
        paused: &Paused,
        message: Value,
        is_sent: bool,
    ) -> Result<Value, ResumeError> {
        match self.log().add(paused.id(), &message.to_string(), kept(paused)).await {
            Ok(added) if added || is_sent => Ok(message),
            Ok(_) => {
                let ended = self.log().get(paused.id()).await.map_err(ResumeError::log)?;
                Err(ResumeError::ended(&ended.unwrap_or_default()))
            }
            Err(cause) => Err(ResumeError::Log { cause, message: Some(Box::new(message)) }),
        }
    }
}

fn kept(paused: &Paused) -> SystemTime {
    paused.expires().checked_add(KEPT).unwrap_or_else(|| paused.expires())
}

fn milliseconds(time: SystemTime) -> u128 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis()
}

/// Whether a call began this time ago, or less. A log without texts is of this process, which knows what it resumes.
fn is_within(begun: &str, time: Duration) -> bool {
    let now = milliseconds(SystemTime::now());
    begun.parse::<u128>().is_ok_and(|begun| now.abs_diff(begun) < time.as_millis())
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
        Self::Log { cause, message: None }
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
            Self::VendorChanged { id, tool } => write!(
                f,
                "the tool `{}` of the call `{}` runs elsewhere than when the user was asked: ask again",
                inert(tool),
                inert(id)
            ),
            Self::StillRunning { id } => {
                write!(f, "the call `{}` was sent before and still runs: resume again later", inert(id))
            }
            Self::Log { message: None, .. } => {
                f.write_str("the log of resumed states failed: resume again")
            }
            Self::Log { message: Some(_), .. } => f.write_str(
                "the log of resumed states failed when the calls had ended: go on with the message of this error",
            ),
        }
    }
}

impl Error for ResumeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Log { cause, .. } => Some(&**cause),
            _ => None,
        }
    }
}
