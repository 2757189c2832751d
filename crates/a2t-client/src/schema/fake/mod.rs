//! A stand-in for a server in an agent's tests: replies go in, a record of the calls comes out.

mod delayed;
mod script;
mod sent;

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

pub use delayed::Delayed;
pub use script::Failure;
pub(crate) use script::Script;
pub use sent::Sent;

use crate::Declared;
use crate::fake::record;
use crate::schema::typed::{Caller, Generated, Sending, Typed};

/// A generated client without a server, for tests of the agent that uses it. A client in a module
/// `clock` has it as `clock::Fake`.
///
/// It takes the calls of a generated client and judges their arguments by the approved schema, as the
/// client does. Until it is told otherwise, it replies with the reply's `Default`: empty text, `0`,
/// `false`, the first value of an enum.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/mcp_time.rs"));
/// async fn agent(tools: &impl mcp_time::Tools) -> a2t::mcp::client::Result<String> {
///     let now = tools.get_current_time("Europe/Warsaw").send().await?;
///     Ok(format!("It is {}.", now.datetime))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> a2t::mcp::client::Result<()> {
/// let clock = mcp_time::Fake::new();
/// clock.reply(mcp_time::reply::GetCurrentTime {
///     datetime: "2026-11-01T12:00:00+01:00".into(),
///     ..Default::default()
/// });
///
/// assert_eq!(agent(&clock).await?, "It is 2026-11-01T12:00:00+01:00.");
///
/// clock.assert_sent(clock.get_current_time("Europe/Warsaw").send());
/// # Ok(()) }
/// ```
///
/// Replies and failures of a tool come in the order they were written, the last one for every later
/// call. Clones share what was written and what was sent. Nothing is retried.
///
/// A tool that has the name of a method here is called as `(*clock).reply(..)`; through
/// `&impl clock::Tools` its own name does.
pub struct Fake<C> {
    calls: C,
    script: Arc<Script>,
}

impl<C: Generated> Fake<C> {
    /// A server that takes every valid call.
    #[must_use]
    pub fn new() -> Self {
        let script = Arc::new(Script::default());
        let calls = C::through(Caller::scripted(C::tools(), script.clone()));
        Self { calls, script }
    }

    /// Replies with `reply` to the next call of this tool, whatever the arguments.
    pub fn reply<T: Typed<C>>(&self, reply: T) -> &Self {
        self.delayed(Duration::ZERO).reply(reply)
    }

    /// Replies with `reply` to calls with exactly these arguments, before replies to any arguments.
    /// `call` is the call as the agent writes it, without `.await`.
    pub fn reply_to<T: Typed<C>>(&self, call: Sending<T>, reply: T) -> &Self {
        self.delayed(Duration::ZERO).reply_to(call, reply)
    }

    /// Fails the next call of the tool with the reply `T`.
    pub fn fail<T: Typed<C>>(&self, failure: impl Into<Failure>) -> &Self {
        self.delayed(Duration::ZERO).fail::<T>(failure)
    }

    /// Makes the next call of a tool fail with this error: one that the tool's snapshot lists, or `Unknown` for one
    /// that a newer server added.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/mcp_lending.rs"));
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use mcp_lending::error::LendBook;
    ///
    /// let library = mcp_lending::Fake::new();
    /// let lent = LendBook::AlreadyLent { until: "2026-12-01".into(), waiting: 2 };
    /// library.fails(lent.clone());
    ///
    /// let error = library.lend_book(7).send().await.unwrap_err();
    /// assert_eq!(error.typed(), Some(lent));
    /// # }
    /// ```
    pub fn fails<E: Declared<Calls = C>>(&self, error: E) -> &Self
    where
        E::Reply: Typed<C>,
    {
        self.delayed(Duration::ZERO).fails(error)
    }

    /// Makes calls with exactly these arguments fail, with a failure or with an error of the tool.
    pub fn fail_on<T: Typed<C>>(&self, call: Sending<T>, failure: impl Into<Failure>) -> &Self {
        self.delayed(Duration::ZERO).fail_on(call, failure)
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
    pub fn answer<T: Typed<C>>(
        &self,
        answer: impl Fn(&Sent) -> Result<T, Failure> + Send + Sync + 'static,
    ) -> &Self {
        self.delayed(Duration::ZERO).answer(answer)
    }

    /// Delays the answer that is written next: it comes so long after its call was sent, or the
    /// call is [`Kind::Timeout`](crate::Kind::Timeout) where it has less time
    /// ([`Sending::total_timeout`]). A delay needs a tokio runtime with its clock, as the client
    /// does; where that is paused (`tokio::time::pause`) nobody waits.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/mcp_everything.rs"));
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() {
    /// use std::time::Duration;
    ///
    /// let everything = mcp_everything::Fake::new();
    /// everything.delayed(Duration::from_secs(7)).reply(mcp_everything::reply::Echo::from("hello"));
    ///
    /// assert!(everything.echo("hello").await.is_ok()); // after seven seconds
    /// let call = everything.echo("hello").send().total_timeout(Duration::from_secs(5));
    /// assert!(call.await.is_err()); // after five
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
    pub fn assert_sent<T: Typed<C>>(&self, call: Sending<T>) {
        record::assert_any(&self.sent(), sent(call).as_ref());
    }

    /// Asserts that no call of this tool with exactly these arguments was sent.
    ///
    /// # Panics
    /// Such a call was sent. The message lists all calls that were.
    #[track_caller]
    pub fn assert_not_sent<T: Typed<C>>(&self, call: Sending<T>) {
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
fn sent<T>(call: Sending<T>) -> Option<Sent> {
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
