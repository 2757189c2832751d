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
use a2t_dialect::{Call, Coerced, Dialect, Error, Outcome, Result, Selected, Selection, Turn};
use futures_util::FutureExt;
use serde_json::Value;
use tokio::time::timeout;

use super::check::{Checked, check};
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
/// use a2t::dialect::{Dialect, Executor, Turn};
/// use serde_json::json;
///
/// let weather = weather::Client::new(url)?;
/// let executor = Executor::new(&weather)?;
///
/// let reply = json!({"role": "assistant", "content": [
///     {"type": "tool_use", "id": "toolu_1", "name": "lookup_weather_by_city",
///      "input": {"city": "Omaha", "days": "1"}},
///     {"type": "tool_use", "id": "toolu_2", "name": "lookup_weather_by_city",
///      "input": {"town": "Omaha"}},
/// ]});
/// let Turn::Called(next) = executor.answer(Dialect::Anthropic, &reply).await? else {
///     return Ok(()); // no call: the model has answered, or was kept from it
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
    pub(super) observe: Option<Box<Observe>>,
    #[cfg(feature = "schema")]
    pub(super) on_drift: Policy,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            concurrency: CONCURRENCY,
            timeout: TIMEOUT,
            result_limit: RESULT_LIMIT,
            observe: None,
            #[cfg(feature = "schema")]
            on_drift: Policy::Refuse,
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

    /// Carries out one call; the result is the provider's own, also where something went wrong.
    ///
    /// Dropping the future gives the call up.
    pub async fn run(&self, call: Call) -> Value {
        let (begun, clock, counted) = (SystemTime::now(), Instant::now(), Counted::default());
        #[cfg(feature = "schema")]
        let watched = Watched::new(self.settings.on_drift);
        let checked = check(&self.selection, &call, self.settings.timeout).await;
        let left = self.settings.timeout.saturating_sub(clock.elapsed());
        let (outcome, coerced, tool, cause) = match checked {
            Ok(checked) => {
                let invoked = self.invoke(&checked, call.dialect(), left);
                let invoked = counted.within(invoked);
                #[cfg(feature = "schema")]
                let invoked = watched.within(invoked);
                let (outcome, cause) = invoked.await;
                (outcome, checked.coerced, Some(checked.tool), cause)
            }
            Err(refusal) => {
                let tool = self.selection.find(call.dialect(), call.name());
                (Outcome::Refused(refusal), Vec::new(), tool, None)
            }
        };
        #[cfg(feature = "schema")]
        let (outcome, drift) = noted(outcome, &watched);
        // Before it is cut, because escapes are longer.
        let outcome = outcome.sanitized();
        if let Some(observe) = &self.settings.observe {
            let cause = cause.as_deref().map(|cause| cause as &(dyn StdError + 'static));
            observe(&Ran {
                call: &call,
                tool,
                begun,
                duration: clock.elapsed(),
                attempts: counted.made(),
                coerced: &coerced,
                outcome: &outcome,
                #[cfg(feature = "schema")]
                drift: drift.as_ref(),
                cause,
            });
        }
        call.result(&shorten(outcome, self.settings.result_limit))
    }

    /// Carries out the calls of one message, several at once; the results are in their order.
    pub async fn run_all(&self, calls: impl IntoIterator<Item = Call>) -> Vec<Value> {
        let running = calls.into_iter().map(|call| self.run(call));
        together(running, self.settings.concurrency).await
    }

    /// Takes the step that follows on a model's message, which is best the whole reply of the
    /// provider. If the message calls tools, every call is carried out, and [`Turn::Called`] has
    /// the message with all results; in any other step nothing is run.
    ///
    /// ```
    /// # async fn demonstrate(
    /// #     executor: a2t::dialect::Executor,
    /// #     reply: a2t::Value,
    /// # ) -> Result<(), Box<dyn std::error::Error>> {
    /// use a2t::dialect::{Dialect, Turn};
    ///
    /// match executor.answer(Dialect::Anthropic, &reply).await? {
    ///     Turn::Called(results) => { /* send the reply and the results */ }
    ///     Turn::Finished => { /* the reply is the model's answer */ }
    ///     Turn::Paused(_) => { /* send the reply alone, the model goes on */ }
    ///     Turn::CutOff(_) => { /* ask again with a higher limit */ }
    ///     Turn::Malformed(_) => { /* ask again */ }
    ///     Turn::Streaming(_) => { /* read on, and pass the whole */ }
    ///     Turn::Waiting(_) => { /* ask the user, or run the computer's action */ }
    ///     other => return Err(other.to_string().into()),
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// Every call in it is taken for one of these tools. If the request has tools of the provider
    /// too, some calls may be theirs: [`Fragment::calls`](a2t_dialect::hosted::Fragment::calls) has
    /// the others, for [`Executor::run_all`].
    ///
    /// # Errors
    /// A message that is not of the dialect.
    pub async fn answer(&self, dialect: Dialect, message: &Value) -> Result<Turn<Value>> {
        let mut turn = dialect.turn(message)?;
        let results = match &mut turn {
            Turn::Called(calls) => self.run_all(std::mem::take(calls)).await,
            _ => Vec::new(),
        };
        Ok(turn.map(|_| dialect.message(results)))
    }

    async fn invoke(
        &self,
        checked: &Checked<'_>,
        dialect: Dialect,
        within: Duration,
    ) -> (Outcome, Option<Cause>) {
        let is_meant = |tool: &&Selected| std::ptr::eq::<Selected>(*tool, checked.tool);
        let index = self.selection.iter().position(|tool| is_meant(&tool));
        let Some(vendor) = index.and_then(|index| self.vendors.get(index)) else {
            return InvokeError::cannot().into_parts();
        };
        // In a separate block, because a vendor may panic before there is a future to poll.
        let invoking = async { vendor.invoke(checked.tool.tool(), &checked.arguments).await };
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
        ] {
            assert!(page.contains(&row), "docs/executor.md lacks: {row}");
        }
    }
}
