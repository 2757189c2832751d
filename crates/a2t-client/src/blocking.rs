//! The client for programs without async: the same calls, which block until they are done.
//!
//! [`Client::blocking`](super::Client::blocking) creates it. For a call of a generated
//! client, use [`Sending::wait`] instead of `.await`:
//!
//! ```no_run
//! # fn run() -> a2t::client::Result<()> {
//! let client = a2t::client::Client::new("https://api.weather.example")?;
//! for tool in client.blocking().tools()? {
//!     println!("{}", tool.name);
//! }
//! // let reply = weather.lookup_weather_by_city("Omaha, Nebraska").send().wait()?;
//! # Ok(()) }
//! ```
//!
//! Each client has one thread that sends and reads. The first blocking call starts it, and it keeps the connections
//! open between calls, also for async calls of the same client.

use std::any::Any;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use a2t_core::{ToolId, ToolSignature};
use serde_json::Value;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::task::coop::poll_proceed;

use super::{Arguments, Drift, Error, Kind, Result, Sending, Verifying};

/// A client whose calls block until they are done.
#[derive(Clone, Debug)]
pub struct Client(super::Client);

impl super::Client {
    /// Returns this client, with its connections, limits and credentials, for a program without async.
    ///
    /// Each of its calls fails with [`Kind::InsideRuntime`] in async code on tokio, because it would block
    /// everything else on the thread. These threads may block: those of `spawn_blocking` and `block_in_place`, those of
    /// tools that are not `async`, and threads that the program starts.
    pub fn blocking(&self) -> Client {
        Client(self.clone())
    }

    fn wait<T>(&self, future: impl Future<Output = Result<T>>) -> Result<T> {
        if is_async() {
            return Err(Error::new(Kind::InsideRuntime));
        }
        let driver = self.transport.driver.get_or_init(Driver::start);
        match driver {
            Ok(driver) => driver.wait(future),
            Err(reason) => Err(Error::setup(reason.as_str())),
        }
    }
}

impl Client {
    /// Does as [`tools`](super::Client::tools) does, and waits.
    ///
    /// # Errors
    /// Those of the async method, and [`Kind::InsideRuntime`].
    pub fn tools(&self) -> Result<Vec<ToolSignature>> {
        self.0.wait(self.0.tools())
    }

    /// Does as [`versions`](super::Client::versions) does, and waits.
    ///
    /// # Errors
    /// Those of the async method, and [`Kind::InsideRuntime`].
    pub fn versions(&self, id: ToolId) -> Result<Vec<ToolSignature>> {
        self.0.wait(self.0.versions(id))
    }

    /// Does as [`tool`](super::Client::tool) does, and waits.
    ///
    /// # Errors
    /// Those of the async method, and [`Kind::InsideRuntime`].
    pub fn tool(&self, id: ToolId) -> Result<ToolSignature> {
        self.0.wait(self.0.tool(id))
    }

    /// Does as [`version`](super::Client::version) does, and waits.
    ///
    /// # Errors
    /// Those of the async method, and [`Kind::InsideRuntime`].
    pub fn version(&self, id: ToolId, version: u32) -> Result<ToolSignature> {
        self.0.wait(self.0.version(id, version))
    }

    /// Does as [`invoke`](super::Client::invoke) does, and waits.
    ///
    /// # Errors
    /// Those of the async method, and [`Kind::InsideRuntime`].
    pub fn invoke(
        &self,
        signature: &ToolSignature,
        arguments: &Arguments,
    ) -> Result<Vec<(String, Value)>> {
        self.0.wait(self.0.invoke(signature, arguments))
    }

    /// Does as [`verify`](super::Client::verify) does, and waits.
    ///
    /// # Errors
    /// Those of the async method, and [`Kind::InsideRuntime`].
    pub fn verify<'a>(
        &self,
        approved: impl IntoIterator<Item = &'a ToolSignature>,
    ) -> Result<Drift> {
        self.0.wait(self.0.verify(approved))
    }
}

impl<T: Any + Default> Sending<T> {
    /// Sends the call and waits for its reply, in a program without async.
    ///
    /// # Errors
    /// Those of awaiting the call, and [`Kind::InsideRuntime`] in async code on tokio.
    pub fn wait(self) -> Result<T> {
        match self.caller().map(|caller| caller.wire().cloned()) {
            Some(Some(client)) => client.wait(self),
            Some(None) => scripted(self),
            None => at_once(self),
        }
    }
}

impl Verifying {
    /// Waits for the comparison and returns its report, in a program without async.
    ///
    /// # Errors
    /// Those of awaiting it, and [`Kind::InsideRuntime`] in async code on tokio.
    pub fn wait(self) -> Result<Drift> {
        match self.wire.clone() {
            Some(client) => client.wait(self),
            None => at_once(self),
        }
    }
}

/// Waits for a call of a fake, which may be delayed and so needs a clock.
fn scripted<T>(future: impl Future<Output = Result<T>> + Unpin) -> Result<T> {
    if is_async() {
        return at_once(future);
    }
    let clock = Builder::new_current_thread().enable_time().build();
    let clock = clock.map_err(|error| Error::setup(error.to_string()))?;
    clock.block_on(future)
}

/// Takes an output that is ready. A pending future belongs to a runtime: that of this thread, or the one that
/// polled it.
fn at_once<T>(future: impl Future<Output = Result<T>> + Unpin) -> Result<T> {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(future).poll(&mut context) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(Error::new(Kind::InsideRuntime)),
    }
}

/// A runtime on its own thread, which ends with the client.
pub(super) struct Driver {
    runtime: Handle,
    /// Dropping it stops the driver thread.
    _stop: oneshot::Sender<()>,
}

impl Driver {
    fn start() -> Result<Self, String> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let drive = move || drop(runtime.block_on(stopped));
        let thread = thread::Builder::new().name("a2t-client".to_owned());
        thread.spawn(drive).map_err(|error| error.to_string())?;
        Ok(Self { runtime: handle, _stop: stop })
    }

    /// Polls on this thread, whatever runtime it may belong to, with connections and timers of the
    /// driver's. `Handle::block_on` panics where [`is_async`] cannot see the task around it.
    fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        let _context = self.runtime.enter();
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let (mut context, mut future) = (Context::from_waker(&waker), pin!(future));
        loop {
            match future.as_mut().poll(&mut context) {
                Poll::Ready(output) => return output,
                Poll::Pending => thread::park(),
            }
        }
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Returns whether tokio polls this code as a task, which must not block. `Handle::try_current` cannot answer this, because
/// it also succeeds in `spawn_blocking`. A task has a budget of at most 255 steps, and code outside of tasks has no limit,
/// so this uses up steps until one is refused, and then returns them.
fn is_async() -> bool {
    let mut context = Context::from_waker(Waker::noop());
    let mut steps = Vec::with_capacity(BUDGET);
    while steps.len() < BUDGET {
        match poll_proceed(&mut context) {
            Poll::Ready(step) => steps.push(step),
            Poll::Pending => break,
        }
    }
    let is_spent = steps.len() < BUDGET;
    // Each guard restores the budget that it found, so the first one must be dropped last.
    while steps.pop().is_some() {}
    is_spent
}

/// More steps than the budget of any task, which is one byte.
const BUDGET: usize = 256;
