//! A model's calls become the provider's own results: checked, run, bounded, rendered.

use std::error::Error as StdError;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use a2t_client::Remote;
use a2t_client::parts::Counted;
#[cfg(feature = "schema")]
use a2t_client::schema::{Policy, State, Watched};
use a2t_core::Panicked;
use a2t_core::wire::problem::{self, Problem};
use a2t_dialect::{
    Call, Coerced, Dialect, Error, Outcome, Result, Selected, Selection, ToolOptions, Turn,
};
use futures_util::FutureExt;
use serde_json::Value;
use tokio::time::timeout;

use super::check::{Checked, check};
use super::consent::{Asked, Batch, Consent, Consents, asked, denied};
#[cfg(feature = "schema")]
use super::drift::noted;
use super::error::{Stop, again};
use super::shorten::shorten;
use super::together::together;
use super::{Builder, Invoke, InvokeError};

/// Defaults of the settings; `docs/executor.md` is their table.
const CONCURRENCY: usize = 8;
const TIMEOUT: Duration = Duration::from_secs(90);
const RESULT_LIMIT: usize = 32 << 10;
const MEDIA_LIMIT: usize = 3 << 20;

/// Carries out what a model calls: it checks the call, runs the tool and writes the provider's own
/// result. Every failure becomes a result that the model can read.
///
/// It knows the tools of one vendor or of several, of A2T at the version of their signatures and of
/// MCP as they were approved, and calls no others. It is cheap to clone. [The table of defaults](super#defaults) bounds it.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/weather.rs"));
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let catalog = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/catalogs/weather.json");
/// # let catalog = std::fs::read(catalog)?;
/// # let vendor = a2t::testing::MockServer::start(catalog).await?;
/// # vendor.reply("lookup_weather_by_city", serde_json::json!({"temperature": -3, "report": {}}))?;
/// # let url = vendor.url();
/// use a2t::dialect::{Batch, Consent, Dialect, Executor, Turn};
/// use serde_json::json;
///
/// let weather = weather::Client::new(url)?;
/// // This vendor only looks things up, though its hints do not declare it.
/// let executor = Executor::builder().client(&weather).consent(|_| Consent::Allow).build()?;
///
/// let reply = json!({"role": "assistant", "content": [
///     {"type": "tool_use", "id": "toolu_1", "name": "lookup_weather_by_city",
///      "input": {"city": "Omaha", "days": "1"}},
///     {"type": "tool_use", "id": "toolu_2", "name": "lookup_weather_by_city",
///      "input": {"town": "Omaha"}},
/// ]});
/// let Turn::Called(Batch::Done(next)) = executor.answer(Dialect::Anthropic, &reply).await? else {
///     return Ok(()); // no call, or one that waits for the user's decision
/// };
/// assert_eq!(next["content"][0]["content"], r#"{"temperature":-3,"report":{}}"#);
/// assert_eq!(next["content"][1]["is_error"], true); // `town` is unknown, `city` is missing
/// # Ok(()) }
/// ```
///
/// Signatures that a server sent while the program ran are not approved, and cannot be shown or
/// run:
///
/// ```compile_fail,E0277
/// # async fn run(client: a2t::client::Client) -> Result<(), Box<dyn std::error::Error>> {
/// use a2t::dialect::Executor;
/// let executor = Executor::builder().tools(&client.tools().await?, client).build()?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Executor {
    pub(super) selection: Arc<Selection>,
    /// Runner of each tool of the selection.
    pub(super) vendors: Arc<[Arc<dyn Invoke>]>,
    pub(super) settings: Arc<Settings>,
}

pub(super) struct Settings {
    pub(super) concurrency: usize,
    pub(super) timeout: Duration,
    pub(super) result_limit: usize,
    pub(super) media_limit: usize,
    pub(super) observe: Option<Box<Observe>>,
    #[cfg(feature = "schema")]
    pub(super) on_drift: Policy,
    pub(super) consent: Consents,
    /// Options of tools that a model searches for, if the executor answers searches.
    pub(super) search: Option<ToolOptions>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            concurrency: CONCURRENCY,
            timeout: TIMEOUT,
            result_limit: RESULT_LIMIT,
            media_limit: MEDIA_LIMIT,
            observe: None,
            #[cfg(feature = "schema")]
            on_drift: Policy::Refuse,
            consent: Consents::default(),
            search: None,
        }
    }
}

type Observe = dyn Fn(&Ran<'_>) + Send + Sync;

/// Record of a call, for a program's own logs.
#[derive(Debug)]
#[non_exhaustive]
pub struct Ran<'a> {
    /// The call as the model wrote it.
    pub call: &'a Call,
    /// The tool; `None` where no tool has the name.
    pub tool: Option<&'a Selected>,
    /// Begin of the call, by the clock of the system.
    pub begun: SystemTime,
    /// Time from the begin to the outcome, by a clock that never goes back.
    pub duration: Duration,
    /// Number of attempts that clients of A2T and MCP made for it, in its own task; 0 for a call
    /// that was refused, and for a tool of this program that calls no other.
    pub attempts: u32,
    /// The values that were coerced.
    pub coerced: &'a [Coerced],
    /// The outcome that the model gets, before it is cut.
    pub outcome: &'a Outcome,
    /// State of a tool of MCP or RAP that is not as it was approved: the call was refused, or ran under
    /// [`Builder::on_drift`].
    #[cfg(feature = "schema")]
    pub drift: Option<&'a State>,
    /// The cause of a failure, in words that are not for models: they may name hosts.
    pub cause: Option<&'a (dyn StdError + 'static)>,
}

impl Executor {
    /// Runs all tools of a generated client, in each version that the client calls: a model knows an older
    /// one by its number, `lookup_weather_v1` ([`Selection::names_in`]).
    ///
    /// # Errors
    /// A generated file that was edited.
    pub fn new(client: &impl Remote) -> Result<Self> {
        Self::builder().client(client).build()
    }

    /// Puts an executor together: several vendors, parts of their tools, other bounds.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Returns the tools that it runs, to be shown: `Anthropic::tools(executor.tools())`.
    pub fn tools(&self) -> &Selection {
        &self.selection
    }

    /// Creates an executor of some of these tools, for a sub-agent that is to see and to call no
    /// others.
    ///
    /// ```
    /// # fn demonstrate(executor: a2t::dialect::Executor) -> a2t::dialect::Result<()> {
    /// let historian = executor.select(|tools| tools.tag("history"))?;
    /// let clerk = executor.select(|tools| tools.only(["book_flight"]))?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Those of `narrow`, and a tool in its selection that this executor does not have.
    pub fn select(&self, narrow: impl FnOnce(&Selection) -> Result<Selection>) -> Result<Self> {
        let selection = narrow(&self.selection)?;
        let vendor = |tool: &Selected| {
            let mut known = self.selection.iter().zip(&*self.vendors);
            let found = known.find(|(own, _)| *own == tool);
            found.map(|(_, vendor)| vendor.clone()).ok_or_else(|| Error::Unknown {
                what: "the executor runs no tool called".to_owned(),
                name: tool.full_name(),
                did_you_mean: None,
                known: self.selection.iter().map(Selected::full_name).collect(),
            })
        };
        let vendors = selection.iter().map(vendor).collect::<Result<_>>()?;
        Ok(Self { selection: Arc::new(selection), vendors, settings: self.settings.clone() })
    }

    /// Carries out one call that your program has decided on; the result is the provider's own, also where something
    /// went wrong. [`Consent::Deny`] of the [rule](Builder::consent) holds, and [`Consent::Ask`] counts as asked and
    /// approved. To have the rule decide, use [`Executor::answer`].
    ///
    /// Dropping the future gives the call up.
    pub async fn run(&self, call: Call) -> Value {
        match self.prepare(&call).await {
            Prepared::Ended(result) => result,
            Prepared::Ready(ready) | Prepared::Asks(ready) => self.carry_out(&call, ready).await,
        }
    }

    /// Carries out the calls of one message as [`Executor::run`] does, several at once; the results are in their
    /// order.
    pub async fn run_all(&self, calls: impl IntoIterator<Item = Call>) -> Vec<Value> {
        let running = calls.into_iter().map(|call| self.run(call));
        together(running, self.settings.concurrency).await
    }

    /// Takes the step that follows on a model's message, which is best the whole reply of the
    /// provider. If the message calls tools, the [rule of consent](Builder::consent) decides on every call:
    /// [`Turn::Called`] has the message with all results, or the calls that wait for decisions. In any other step
    /// nothing is run.
    ///
    /// ```
    /// # async fn demonstrate(
    /// #     executor: a2t::dialect::Executor,
    /// #     reply: a2t::Value,
    /// # ) -> Result<(), Box<dyn std::error::Error>> {
    /// use a2t::dialect::{Batch, Dialect, Turn};
    ///
    /// match executor.answer(Dialect::Anthropic, &reply).await? {
    ///     Turn::Called(Batch::Done(results)) => { /* send the reply and the results */ }
    ///     Turn::Called(Batch::Paused(paused)) => { /* store it, ask the user, resume it */ }
    ///     Turn::Finished => { /* the reply is the model's answer */ }
    ///     Turn::Paused(_) => { /* send only the reply, the model goes on */ }
    ///     Turn::CutOff(_) => { /* ask again with a higher limit */ }
    ///     Turn::Malformed(_) => { /* ask again */ }
    ///     Turn::Streaming(_) => { /* read on, and pass the whole */ }
    ///     Turn::Waiting(_) => { /* ask the user, or run the computer's action */ }
    ///     other => return Err(other.to_string().into()),
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// OpenAI and Azure ask for approvals of calls that they make themselves (`mcp_approval_request`). Such a request
    /// waits with the calls of the message, and the answer is written among their results. Every other call in it is
    /// taken for one of these tools. If the request has tools of the provider
    /// too, some calls may be theirs: [`Fragment::calls`](a2t_dialect::hosted::Fragment::calls) has
    /// the others, for [`Executor::answer_calls`].
    ///
    /// # Errors
    /// A message that is not of the dialect.
    pub async fn answer(&self, dialect: Dialect, message: &Value) -> Result<Turn<Batch>> {
        let Asked { mut turn, approvals, searches } =
            asked(dialect, message, self.settings.search.is_some())?;
        let batch = match &mut turn {
            Turn::Called(calls) => {
                self.batch(dialect, std::mem::take(calls), approvals, &searches).await
            }
            _ => Batch::Done(Value::Null),
        };
        Ok(turn.map(|_| batch))
    }

    /// Checks a call, and asks the rule of consent.
    pub(super) async fn prepare(&self, call: &Call) -> Prepared<'_> {
        let (begun, clock) = (SystemTime::now(), Instant::now());
        let checked = match check(&self.selection, call, self.settings.timeout).await {
            Ok(checked) => checked,
            Err(refusal) => {
                let tool = self.selection.find(call.dialect(), call.name());
                let ended = Ended::new(Outcome::Refused(refusal), tool, begun, clock);
                return Prepared::Ended(self.end(call, ended));
            }
        };
        match self.consent(call, &checked) {
            Consent::Allow => Prepared::Ready(Ready { checked, begun, clock }),
            Consent::Ask => Prepared::Asks(Ready { checked, begun, clock }),
            Consent::Deny(why) => {
                let ended = Ended::new(denied(&why), Some(checked.tool), begun, clock);
                Prepared::Ended(self.end(call, ended))
            }
        }
    }

    /// Runs a call that was checked.
    pub(super) async fn carry_out(&self, call: &Call, ready: Ready<'_>) -> Value {
        let ended = self.attempt(call.dialect(), ready, None).await;
        self.end(call, ended)
    }

    /// Runs a call that was checked, under this idempotency key if there is one.
    pub(super) async fn attempt<'s>(
        &self,
        dialect: Dialect,
        ready: Ready<'s>,
        key: Option<&str>,
    ) -> Ended<'s> {
        let Ready { checked, begun, clock } = ready;
        let counted = Counted::default();
        #[cfg(feature = "schema")]
        let watched = Watched::new(self.settings.on_drift);
        let left = self.settings.timeout.saturating_sub(clock.elapsed());
        let invoked = self.invoke(&checked, dialect, left, key);
        let invoked = counted.within(invoked);
        #[cfg(feature = "schema")]
        let invoked = watched.within(invoked);
        let (outcome, cause) = invoked.await;
        #[cfg(feature = "schema")]
        let (outcome, drift) = noted(outcome, &watched);
        Ended {
            attempts: counted.made(),
            coerced: checked.coerced,
            #[cfg(feature = "schema")]
            drift,
            cause,
            ..Ended::new(outcome, Some(checked.tool), begun, clock)
        }
    }

    /// Reports the end of a call to the program, and writes the result for the model.
    pub(super) fn end(&self, call: &Call, ended: Ended<'_>) -> Value {
        // Before it is cut, because escapes are longer.
        let outcome = ended.outcome.sanitized();
        if let Some(observe) = &self.settings.observe {
            let cause = ended.cause.as_deref().map(|cause| cause as &(dyn StdError + 'static));
            observe(&Ran {
                call,
                tool: ended.tool,
                begun: ended.begun,
                duration: ended.clock.elapsed(),
                attempts: ended.attempts,
                coerced: &ended.coerced,
                outcome: &outcome,
                #[cfg(feature = "schema")]
                drift: ended.drift.as_ref(),
                cause,
            });
        }
        let Settings { result_limit, media_limit, .. } = *self.settings;
        call.result(&shorten(outcome, result_limit, media_limit))
    }

    /// Returns the runner of a tool of the selection.
    pub(super) fn vendor(&self, tool: &Selected) -> Option<&Arc<dyn Invoke>> {
        let index = self.selection.iter().position(|known| std::ptr::eq(known, tool))?;
        self.vendors.get(index)
    }

    async fn invoke(
        &self,
        checked: &Checked<'_>,
        dialect: Dialect,
        within: Duration,
        key: Option<&str>,
    ) -> (Outcome, Option<Cause>) {
        let Some(vendor) = self.vendor(checked.tool) else {
            return InvokeError::cannot().into_parts();
        };
        let (tool, arguments) = (checked.tool.tool(), &checked.arguments);
        // In a separate block, because a vendor may panic before there is a future to poll.
        let invoking = async {
            match key {
                Some(key) => vendor.invoke_once(tool, arguments, key).await,
                None => vendor.invoke(tool, arguments).await,
            }
        };
        let invoking = AssertUnwindSafe(invoking);
        let again = again(checked.tool.hints().is_repeatable());
        match timeout(within, invoking.catch_unwind()).await {
            Ok(Ok(Ok(outcome))) => (outcome, None),
            Ok(Ok(Err(failure))) => match checked.tool.signature() {
                Some(signature) => {
                    let own = signature.input_parameters.iter().map(|input| &*input.name);
                    let shown = dialect.input_names(signature);
                    failure.naming(own.zip(shown.iter().map(String::as_str))).into_parts()
                }
                None => failure.into_parts(),
            },
            Ok(Err(panic)) => InvokeError::stopped(Stop::Panicked, again)
                .because(Panicked::from(panic))
                .into_parts(),
            Err(elapsed) => {
                InvokeError::stopped(Stop::TimedOut, again).because(elapsed).into_parts()
            }
        }
    }
}

type Cause = Box<dyn StdError + Send + Sync>;

/// A call that was checked, and what the rule of consent makes of it.
pub(super) enum Prepared<'s> {
    Ready(Ready<'s>),
    Asks(Ready<'s>),
    /// It was refused or denied; the result for the model.
    Ended(Value),
}

/// A call that can be run.
pub(super) struct Ready<'s> {
    pub(super) checked: Checked<'s>,
    pub(super) begun: SystemTime,
    pub(super) clock: Instant,
}

/// The end of a call.
pub(super) struct Ended<'s> {
    outcome: Outcome,
    tool: Option<&'s Selected>,
    begun: SystemTime,
    clock: Instant,
    attempts: u32,
    coerced: Vec<Coerced>,
    #[cfg(feature = "schema")]
    drift: Option<State>,
    cause: Option<Cause>,
}

impl<'s> Ended<'s> {
    /// A call that was not sent.
    pub(super) fn new(
        outcome: Outcome,
        tool: Option<&'s Selected>,
        begun: SystemTime,
        clock: Instant,
    ) -> Self {
        Self {
            outcome,
            tool,
            begun,
            clock,
            attempts: 0,
            coerced: Vec::new(),
            #[cfg(feature = "schema")]
            drift: None,
            cause: None,
        }
    }

    /// Whether the server still runs an earlier call with the same idempotency key.
    pub(super) fn is_still_running(&self) -> bool {
        let cause = self.cause.as_deref();
        let error = cause.and_then(|cause| cause.downcast_ref::<a2t_client::Error>());
        let problem = error.and_then(a2t_client::Error::problem);
        problem.and_then(Problem::known) == Some(problem::Kind::IdempotencyKeyInUse)
    }
}

impl fmt::Debug for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.selection.iter().map(Selected::full_name);
        f.debug_list().entries(names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The page and the numbers cannot part.
    #[test]
    fn the_table_of_defaults_has_the_numbers_that_hold() {
        let page = include_str!("../../../docs/executor.md");
        for row in [
            format!("| calls of one message at once | {CONCURRENCY} |"),
            format!("| one call in all, with its retries | {TIMEOUT:?} |"),
            format!("| a result that a model is shown | {} KiB |", RESULT_LIMIT >> 10),
            format!("| pictures, sounds and files of a result | {} MiB |", MEDIA_LIMIT >> 20),
        ] {
            assert!(page.contains(&row), "docs/executor.md lacks: {row}");
        }
    }
}
