//! The client for programs without async: the same calls, each waited for.
//!
//! [`Client::blocking`](super::Client::blocking) makes it. Calls of a generated client are waited for
//! by [`Sending::wait`] in place of `.await`:
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
//! What is sent and read is driven by one thread for each client, started by the first call that is
//! waited for; so connections stay good between calls, and for async calls of the same client.

use std::any::Any;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::thread;

use a2t_core::{ToolId, ToolSignature};
use serde_json::Value;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

use super::{Arguments, Drift, Error, Kind, Result, Sending, Verifying};

/// A client whose calls are waited for.
#[derive(Clone, Debug)]
pub struct Client(super::Client);

impl super::Client {
    /// This client, with its connections, limits and credentials, for a program without async.
    ///
    /// Each of its calls fails with [`Kind::InsideRuntime`] on a thread that a tokio runtime has in
    /// hand: there it would stop all else that the thread has to do.
    pub fn blocking(&self) -> Client {
        Client(self.clone())
    }

    /// Waits for a future of this client.
    fn wait<T>(&self, future: impl Future<Output = Result<T>>) -> Result<T> {
        if Handle::try_current().is_ok() {
            return Err(Error::new(Kind::InsideRuntime));
        }
        let driver = self.transport.driver.get_or_init(Driver::start);
        match driver {
            Ok(driver) => driver.runtime.block_on(future),
            Err(reason) => Err(Error::setup(reason.as_str())),
        }
    }
}

impl Client {
    /// As [`tools`](super::Client::tools).
    ///
    /// # Errors
    /// Those of the async method, and [`Kind::InsideRuntime`].
    pub fn tools(&self) -> Result<Vec<ToolSignature>> {
        self.0.wait(self.0.tools())
    }

    /// As [`versions`](super::Client::versions).
    ///
    /// # Errors
    /// Those of the async method, and [`Kind::InsideRuntime`].
    pub fn versions(&self, id: ToolId) -> Result<Vec<ToolSignature>> {
        self.0.wait(self.0.versions(id))
    }

    /// As [`tool`](super::Client::tool).
    ///
    /// # Errors
    /// Those of the async method, and [`Kind::InsideRuntime`].
    pub fn tool(&self, id: ToolId) -> Result<ToolSignature> {
        self.0.wait(self.0.tool(id))
    }

    /// As [`version`](super::Client::version).
    ///
    /// # Errors
    /// Those of the async method, and [`Kind::InsideRuntime`].
    pub fn version(&self, id: ToolId, version: u32) -> Result<ToolSignature> {
        self.0.wait(self.0.version(id, version))
    }

    /// As [`invoke`](super::Client::invoke).
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

    /// As [`verify`](super::Client::verify).
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

impl<T: Any> Sending<T> {
    /// Sends the call and waits for its reply, in a program without async.
    ///
    /// # Errors
    /// Those of awaiting the call, and [`Kind::InsideRuntime`] on a thread that a tokio runtime has
    /// in hand.
    pub fn wait(self) -> Result<T> {
        match self.caller().map(|caller| caller.client().cloned()) {
            Some(Some(client)) => client.wait(self),
            Some(None) => scripted(self),
            None => at_once(self),
        }
    }
}

impl Verifying {
    /// Compares, and waits for the report, in a program without async.
    ///
    /// # Errors
    /// Those of awaiting it, and [`Kind::InsideRuntime`] on a thread that a tokio runtime has in
    /// hand.
    pub fn wait(self) -> Result<Drift> {
        match self.client.clone() {
            Some(client) => client.wait(self),
            None => at_once(self),
        }
    }
}

/// A call of a fake, which may be delayed.
fn scripted<T>(future: impl Future<Output = Result<T>> + Unpin) -> Result<T> {
    if Handle::try_current().is_ok() {
        return at_once(future);
    }
    let clock = Builder::new_current_thread().enable_time().build();
    let clock = clock.map_err(|error| Error::setup(error.to_string()))?;
    clock.block_on(future)
}

/// Takes an output that is there. Something that is on its way already was polled, so that there is
/// a runtime.
fn at_once<T>(future: impl Future<Output = Result<T>> + Unpin) -> Result<T> {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(future).poll(&mut context) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(Error::new(Kind::InsideRuntime)),
    }
}

/// A runtime on a thread of its own, which ends with the client.
pub(super) struct Driver {
    runtime: Handle,
    /// Never sent: that it is gone is the sign.
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
        Ok(Self {
            runtime: handle,
            _stop: stop,
        })
    }
}
