//! A stand-in for a vendor in an agent's tests: replies go in, a record of the calls comes out.

mod asserted;
pub(crate) mod script;
pub(crate) mod sent;

use std::any::TypeId;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::wire::failure::Delay;
pub use a2t_core::wire::failure::Failure;
pub use sent::Sent;

use crate::call::called::CalledTool;
use crate::generated::reply::{Generated, Reply};
use crate::{Caller, Declared, Sending};
use script::{Script, Scripted, Written};

/// A generated client without a vendor, for tests of the agent that uses it. A client in a module
/// `weather` has it as `weather::Fake`.
///
/// It takes the calls of a generated client and checks their arguments as the client does. Without an
/// answer it replies with a valid value for each output: empty text, `0`, `false`, the first value of
/// an enum.
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
/// final result, after its retries.
///
/// Replies of a newer vendor are written in the same way: an output that a reply leaves out
/// (`..Default::default()`) is absent, and `Unknown("PURPLE".into())` is a value that the enum does
/// not list.
///
/// A tool that has the name of a method here is called as `(*weather).reply(..)`; through
/// `&impl weather::Tools` its own name does.
pub struct Fake<C: Generated> {
    calls: C,
    script: Arc<Script<C::Tool>>,
    delay: Delay,
}

impl<C: Generated> Fake<C> {
    /// Creates a vendor that takes every valid call.
    #[must_use]
    pub fn new() -> Self {
        let script = Arc::new(Script::default());
        let calls = C::through(Caller::scripted(script.clone(), C::tools()));
        Self { calls, script, delay: Delay::default() }
    }

    /// Replies with `reply` to the next call of this tool, whatever the arguments.
    pub fn reply<R: Reply<C>>(&self, reply: R) -> &Self {
        self.write::<R>(None, always(reply))
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
    pub fn reply_to<R: Reply<C>>(&self, call: Sending<R, C::Tool>, reply: R) -> &Self {
        self.write::<R>(sent(call), always(reply))
    }

    /// Fails the next call of the tool with the reply `R`.
    pub fn fail<R: Reply<C>>(&self, failure: impl Into<Failure>) -> &Self {
        self.write::<R>(None, never(failure.into()))
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
        self.fail::<E::Reply>(Failure::with(error.problem()))
    }

    /// Fails calls with exactly these arguments, with a failure or with an error of the tool.
    pub fn fail_on<R: Reply<C>>(
        &self,
        call: Sending<R, C::Tool>,
        failure: impl Into<Failure>,
    ) -> &Self {
        self.write::<R>(sent(call), never(failure.into()))
    }

    /// Replies to the next call of the tool with what `answer` makes of it.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/mcp_everything.rs"));
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> a2t::mcp::client::Result<()> {
    /// use a2t::mcp::client::fake::Failure;
    /// use mcp_everything::reply::Echo;
    ///
    /// let everything = mcp_everything::Fake::new();
    /// everything.answer(|call| match call.get("message").and_then(|text| text.as_str()) {
    ///     Some("") | None => Err(Failure::tool("nothing to say")),
    ///     Some(text) => Ok(Echo::from(text.to_uppercase())),
    /// });
    ///
    /// assert_eq!(everything.echo("hello").await?.text, "HELLO");
    /// assert!(everything.echo("").await.is_err());
    /// # Ok(()) }
    /// ```
    pub fn answer<R: Reply<C>>(
        &self,
        answer: impl Fn(&Sent<C::Tool>) -> Result<R, Failure> + Send + Sync + 'static,
    ) -> &Self {
        let written = move |sent: &Sent<C::Tool>| Ok(Box::new(answer(sent)?) as _);
        self.write::<R>(None, Arc::new(written))
    }

    fn write<R: Reply<C>>(
        &self,
        to: Option<Sent<C::Tool>>,
        answer: Arc<Written<C::Tool>>,
    ) -> &Self {
        let after = self.delay.take();
        self.script.push(TypeId::of::<R>(), to, Scripted { after, answer });
        self
    }

    /// Delays the next answer that is added through the returned value, counted from when its call is sent. Later answers
    /// are not delayed.
    ///
    /// The agent's time limits apply as with a client: a reply or failure that would arrive
    /// after [`Sending::total_timeout`], or over A2T after 30 s or more, becomes
    /// [`Kind::Timeout`](super::Kind::Timeout) when that time is over. A delay needs a tokio
    /// runtime with its clock, as the client does; if that is paused (`tokio::time::pause`), there
    /// is no wait.
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
    #[must_use = "a delay belongs to the answer that is written to this"]
    pub fn delayed(&self, time: Duration) -> Self
    where
        C: Clone,
    {
        Self { delay: Delay::new(time), ..self.clone() }
    }

    /// Returns every call that was sent, in order. A call with invalid arguments is refused before it is
    /// sent, so it is not included.
    pub fn sent(&self) -> Vec<Sent<C::Tool>> {
        self.script.sent()
    }

    /// Asserts that a call of this tool with exactly these arguments was sent. `call` is the call
    /// as the agent writes it, without `.await`.
    ///
    /// # Panics
    /// No such call was sent. The message lists the calls that were.
    #[track_caller]
    pub fn assert_sent<R: Reply<C>>(&self, call: Sending<R, C::Tool>) {
        asserted::assert_any(&self.sent(), sent(call).as_ref());
    }

    /// Asserts that no call of this tool with exactly these arguments was sent.
    ///
    /// # Panics
    /// Such a call was sent. The message lists all calls that were.
    #[track_caller]
    pub fn assert_not_sent<R: Reply<C>>(&self, call: Sending<R, C::Tool>) {
        asserted::assert_none(&self.sent(), sent(call).as_ref());
    }

    /// Asserts the total number of calls that were sent.
    ///
    /// # Panics
    /// More or fewer were sent. The message lists them.
    #[track_caller]
    pub fn assert_sent_times(&self, times: usize) {
        asserted::assert_times(&self.sent(), times);
    }
}

fn always<R: Clone + Send + Sync + 'static, K: CalledTool>(reply: R) -> Arc<Written<K>> {
    Arc::new(move |_: &Sent<K>| Ok(Box::new(reply.clone())))
}

fn never<K: CalledTool>(failure: Failure) -> Arc<Written<K>> {
    Arc::new(move |_: &Sent<K>| Err(failure.clone()))
}

/// The call; `None` if it was polled, or the generated file was edited.
fn sent<R, K: CalledTool>(call: Sending<R, K>) -> Option<Sent<K>> {
    call.into_call()?.sent().ok()
}

impl<C: Generated> Default for Fake<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Generated + Clone> Clone for Fake<C> {
    fn clone(&self) -> Self {
        let (calls, script) = (self.calls.clone(), self.script.clone());
        Self { calls, script, delay: Delay::default() }
    }
}

/// Leads to the tools, each a method that begins a call.
impl<C: Generated> Deref for Fake<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.calls
    }
}

impl<C: Generated> fmt::Debug for Fake<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fake").field("sent", &self.sent()).finish_non_exhaustive()
    }
}
