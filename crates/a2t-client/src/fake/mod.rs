//! A stand-in for a vendor in an agent's tests: replies go in, a record of the calls comes out.

mod delayed;
mod failure;
pub(crate) mod record;
mod sample;
mod script;
mod sent;

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

pub use delayed::Delayed;
pub(crate) use script::Script;
pub use sent::Sent;
#[doc(hidden)]
pub use sent::show_call;

use crate::generated::reply::{Generated, Reply};
use crate::{Caller, Declared, Sending};
pub use a2t_core::wire::failure::Failure;

/// A generated client without a vendor, for tests of the agent that uses it. A client in a module
/// `weather` has it as `weather::Fake`.
///
/// It takes the calls of a generated client and judges their arguments as the client does. Until
/// it is told otherwise, it replies with a valid value for each output: empty text, `0`, `false`,
/// the first value of an enum.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/weather.rs"));
/// async fn agent(tools: &impl weather::Tools) -> a2t::client::Result<&'static str> {
///     let call = tools.lookup_weather_by_city("Omaha, Nebraska").days(1);
///     let temperature = call.send().await?.temperature.required()?;
///     Ok(if temperature < 0 { "frost" } else { "no frost" })
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> a2t::client::Result<()> {
/// let weather = weather::Fake::new();
/// weather.reply(weather::reply::LookupWeatherByCity {
///     temperature: (-3).into(),
///     ..Default::default()
/// });
///
/// assert_eq!(agent(&weather).await?, "frost");
///
/// weather.assert_sent(weather.lookup_weather_by_city("Omaha, Nebraska").days(1).send());
/// # Ok(()) }
/// ```
///
/// Replies and failures of a tool come in the order they were written, the last one for every later
/// call: one `reply` is enough for many calls, and `fail` then `reply` is a vendor that recovers.
/// Clones share what was written and what was sent. Nothing is retried: a failure is the client's
/// last word, after its retries.
///
/// A newer vendor's replies are said in the same words: an output that a reply leaves out
/// (`..Default::default()`) is absent, and `Unknown("PURPLE".into())` is a value that the enum does
/// not list.
///
/// A tool that has the name of a method here is called as `(*weather).reply(..)`; through
/// `&impl weather::Tools` its own name does.
pub struct Fake<C> {
    calls: C,
    script: Arc<Script>,
}

impl<C: Generated> Fake<C> {
    /// A vendor that takes every valid call.
    #[must_use]
    pub fn new() -> Self {
        let script = Arc::new(Script::default());
        let calls = C::through(Caller::scripted(C::tools(), script.clone()));
        Self { calls, script }
    }

    /// Replies with `reply` to the next call of this tool, whatever the arguments.
    pub fn reply<R: Reply<C>>(&self, reply: R) -> &Self {
        self.delayed(Duration::ZERO).reply(reply)
    }

    /// Replies with `reply` to calls with exactly these arguments, before replies to any arguments.
    /// `call` is the call as the agent writes it, without `.await`.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/weather.rs"));
    /// # use weather::reply::LookupWeatherByCity;
    /// # fn main() {
    /// # let frost = LookupWeatherByCity { temperature: (-3).into(), ..Default::default() };
    /// # let weather = weather::Fake::new();
    /// weather.reply_to(weather.lookup_weather_by_city("Omaha, Nebraska").send(), frost);
    /// # }
    /// ```
    pub fn reply_to<R: Reply<C>>(&self, call: Sending<R>, reply: R) -> &Self {
        self.delayed(Duration::ZERO).reply_to(call, reply)
    }

    /// Fails the next call of the tool with the reply `R`.
    pub fn fail<R: Reply<C>>(&self, failure: impl Into<Failure>) -> &Self {
        self.delayed(Duration::ZERO).fail::<R>(failure)
    }

    /// Fails the next call of the tool whose error this is: one that its signature lists, or with
    /// `Unknown` one that a newer vendor added.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/lending.rs"));
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use lending::error::LendBook;
    ///
    /// let library = lending::Fake::new();
    /// let lent = LendBook::AlreadyLent { until: "2026-12-01".into(), waiting: 2 };
    /// library.fails(lent.clone());
    ///
    /// let error = library.lend_book(7).send().await.unwrap_err();
    /// assert_eq!((error.status(), error.typed()), (Some(409), Some(lent)));
    /// # }
    /// ```
    pub fn fails<E: Declared<Calls = C>>(&self, error: E) -> &Self
    where
        E::Reply: Reply<C>,
    {
        self.delayed(Duration::ZERO).fails(error)
    }

    /// Fails calls with exactly these arguments, with a failure or with an error of the tool.
    pub fn fail_on<R: Reply<C>>(&self, call: Sending<R>, failure: impl Into<Failure>) -> &Self {
        self.delayed(Duration::ZERO).fail_on(call, failure)
    }

    /// Replies to the next call of the tool with what `answer` makes of it.
    pub fn answer<R: Reply<C>>(
        &self,
        answer: impl Fn(&Sent) -> Result<R, Failure> + Send + Sync + 'static,
    ) -> &Self {
        self.delayed(Duration::ZERO).answer(answer)
    }

    /// Delays the answer that is written next: it comes so long after its call was sent.
    ///
    /// The agent's time limits hold as a client keeps them: a reply or failure that would come
    /// after 30 s or more, or after [`Sending::total_timeout`], is
    /// [`Kind::Timeout`](crate::Kind::Timeout) when that time is over. A delay needs a tokio
    /// runtime with its clock, as the client does; where that is paused (`tokio::time::pause`)
    /// nobody waits.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/weather.rs"));
    /// # use weather::reply::LookupWeatherByCity;
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// use std::time::Duration;
    ///
    /// let weather = weather::Fake::new();
    /// weather.delayed(Duration::from_secs(7)).reply(LookupWeatherByCity::default());
    ///
    /// let call = || weather.lookup_weather_by_city("Omaha, Nebraska").send();
    /// assert!(call().await.is_ok()); // after seven seconds
    ///
    /// let error = call().total_timeout(Duration::from_secs(5)).await.unwrap_err(); // after five
    /// assert!(matches!(error.kind(), a2t::client::Kind::Timeout { .. }));
    /// # }
    /// ```
    pub fn delayed(&self, time: Duration) -> Delayed<'_, C> {
        Delayed::new(self, time)
    }

    /// Every call that was sent, in order. A call with invalid arguments is refused before it is
    /// sent, and not here.
    pub fn sent(&self) -> Vec<Sent> {
        self.script.record.sent()
    }

    /// Asserts that a call of this tool with exactly these arguments was sent. `call` is the call
    /// as the agent writes it, without `.await`.
    ///
    /// # Panics
    /// No such call was sent. The message lists the calls that were.
    #[track_caller]
    pub fn assert_sent<R: Reply<C>>(&self, call: Sending<R>) {
        record::assert_any(&self.sent(), sent(call).as_ref());
    }

    /// Asserts that no call of this tool with exactly these arguments was sent.
    ///
    /// # Panics
    /// Such a call was sent. The message lists all calls that were.
    #[track_caller]
    pub fn assert_not_sent<R: Reply<C>>(&self, call: Sending<R>) {
        record::assert_none(&self.sent(), sent(call).as_ref());
    }

    /// Asserts that this number of calls was sent in all.
    ///
    /// # Panics
    /// More or fewer were sent. The message lists them.
    #[track_caller]
    pub fn assert_sent_times(&self, times: usize) {
        record::assert_times(&self.sent(), times);
    }
}

/// The call; `None` if it was polled, or the generated file was edited.
fn sent<R>(call: Sending<R>) -> Option<Sent> {
    call.into_call()?.sent().ok()
}

impl<C: Generated> Default for Fake<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Clone> Clone for Fake<C> {
    fn clone(&self) -> Self {
        Self { calls: self.calls.clone(), script: self.script.clone() }
    }
}

/// Leads to the tools, each a method that begins a call.
impl<C> Deref for Fake<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.calls
    }
}

impl<C> fmt::Debug for Fake<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fake").field("sent", &self.script.record.sent()).finish_non_exhaustive()
    }
}
