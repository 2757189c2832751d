//! A server that answers for a catalog: signatures go in, the endpoints of the protocol come out,
//! with the server's own pages, checks and problems, and made-up values behind them.

mod answer;
mod error;
mod failure;
mod listed;
mod page;
mod sample;
mod written;

use std::cmp::Reverse;
use std::fmt;
use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::error::nearest;
use a2t_core::wire::failure::Delay;
use a2t_core::wire::listing::Listing;
use a2t_core::{ToolSignature, catalog};
use axum::Router;
use axum::middleware::map_response;
use serde_json::{Map, Value};
use tokio::task::AbortHandle;

pub use self::error::MockError;

use self::answer::{Answers, answer};
use self::written::{as_is, failing};
use super::Failure;
use a2t_server::{BoundServer, Limits, Server};
use a2t_tool::Entry;
use a2t_tool::Tools;

/// A server on this machine that answers for any catalog, for tests of an agent over real HTTP: it
/// lists the tools, refuses bad calls with the problems of a real server, and answers the rest with
/// valid values. The same call gets the same values, on every run.
///
/// It stops when it is dropped, at once, as a machine does that is switched off. It leads to its [`Mock`],
/// which sets the answers and records the calls.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let catalog = r#"{"items":[{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
/// #   "name":"lookup_weather","description":"Looks up the weather.","version":1,"currentVersion":1,
/// #   "input_parameters":[{"id":"city","name":"city","type":"string","description":"The city."}],
/// #   "output_parameters":[
/// #     {"id":"temperature","name":"temperature","type":"int","description":""}]}]}"#;
/// # let approved = catalog;
/// use a2t::testing::MockServer;
/// use serde_json::json;
///
/// let vendor = MockServer::start(approved).await?; // the text of approved/weather.json
/// vendor.reply("lookup_weather", json!({"temperature": -3}))?;
///
/// // let weather = weather::Client::new(vendor.url())?;
/// # let client = a2t::testing::TestClient::from_router(vendor.router());
/// # client.call("lookup_weather", json!({"city": "Omaha"})).await?;
/// assert_eq!(vendor.calls()[0].arguments["city"], "Omaha");
/// # Ok(()) }
/// ```
#[must_use = "the server stops when it is dropped"]
pub struct MockServer {
    mock: Mock,
    url: String,
    _serving: Serving,
}

/// Task of a server, which ends with this at once: later calls get no answer.
struct Serving(AbortHandle);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The tools of a mock server, its answers, and the record of its calls: before it listens, and
/// while it does.
///
/// Replies and failures of a tool come in the order they were written, the last one for every later
/// call; those to certain arguments go before those to any. A tool without a written answer replies
/// with made-up values. Clones share all of that.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let catalog = r#"{"items":[{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
/// #   "name":"lookup_weather","description":"Looks up the weather.","version":1,"currentVersion":1,
/// #   "input_parameters":[{"id":"city","name":"city","type":"string","description":"The city."}],
/// #   "output_parameters":[{"id":"sky","name":"sky","type":"enum","description":"",
/// #     "allowed-values":[{"name":"CLEAR","description":""}]}]}]}"#;
/// use a2t::testing::{Failure, Mock, ProblemKind};
/// use serde_json::json;
/// use std::time::Duration;
///
/// let mock = Mock::read(catalog)?.page_size(1);
/// // A vendor that is busy, then recovers, then is slow.
/// let busy = Failure::problem(ProblemKind::Overloaded, "").retry_after(Duration::from_secs(7));
/// mock.fail("lookup_weather", busy)?;
/// mock.reply("lookup_weather", json!({"sky": "CLEAR"}))?;
/// mock.delayed(Duration::from_secs(40)).reply("lookup_weather", json!({}))?;
/// // A newer vendor: a value that the enum does not list, or no value at all.
/// mock.reply_as_is("lookup_weather", json!({"sky": "PURPLE"}))?;
/// mock.reply_as_is("lookup_weather", json!({}))?;
/// let gone = Failure::refused(404, "no such city");
/// mock.fail_on("lookup_weather", json!({"city": "Atlantis"}), gone)?;
///
/// let vendor = mock.start().await?;
/// # let client = a2t::testing::TestClient::from_router(vendor.router());
/// # let call = async |city: &str| client.call("lookup_weather", json!({"city": city})).await;
/// # assert_eq!(call("Atlantis").await.unwrap_err().status(), 404);
/// # assert_eq!(call("Omaha").await.unwrap_err().kind(), "overloaded");
/// # assert_eq!(call("Omaha").await?["sky"], "CLEAR");
/// # Ok(()) }
/// ```
///
/// The signatures are leaked: they stay for as long as the program runs.
pub struct Mock {
    tools: &'static [Entry<Arc<Answers>>],
    answers: Arc<Answers>,
    delay: Delay,
    /// Maximum number of items of a page; `None` for the server's own limit.
    page: Option<usize>,
}

/// A server's limits, without one for the time of an answer.
const LIMITS: Limits = Limits::new().handler_timeout(Duration::MAX);

/// A call that a mock server took, which its signature allows.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MockCall {
    /// The tool's name.
    pub tool: String,
    /// The version that was called.
    pub version: u32,
    /// The inputs by name.
    pub arguments: Map<String, Value>,
    /// The `Idempotency-Key`, if there was one.
    pub idempotency_key: Option<String>,
}

impl MockServer {
    /// Listens on a free port of the loopback interface, in the tokio runtime that awaits this.
    ///
    /// The document is one that a vendor hands out: a snapshot, a page of `GET /tools` or of a
    /// tool's versions, a list of signatures, or one signature.
    ///
    /// # Errors
    /// A document that breaks the protocol, and no port that can be listened on.
    pub async fn start(document: impl AsRef<[u8]>) -> Result<Self, MockError> {
        Mock::read(document)?.start().await
    }

    /// Returns the root of the API: its tools are at `{url}/tools`.
    pub fn url(&self) -> &str {
        &self.url
    }
}

/// Leads to its answers and its record.
impl Deref for MockServer {
    type Target = Mock;

    fn deref(&self) -> &Mock {
        &self.mock
    }
}

impl Mock {
    /// Reads the tools of a document, as [`MockServer::start`] does.
    ///
    /// # Errors
    /// A document that breaks the protocol.
    pub fn read(document: impl AsRef<[u8]>) -> Result<Self, MockError> {
        let catalog = catalog::parse(document.as_ref()).map_err(MockError::document)?;
        Self::new(catalog.tools)
    }

    /// Takes signatures, one for each version of each tool.
    ///
    /// # Errors
    /// Two tools of one name, and one version twice.
    pub fn new(tools: impl IntoIterator<Item = ToolSignature>) -> Result<Self, MockError> {
        let tools: Vec<_> = tools.into_iter().collect();
        Listing::new(&tools).map_err(|found| MockError::document(found.into()))?;
        let entry = |tool| Entry::new(Box::leak(Box::new(tool)), answer);
        let entries: Vec<_> = tools.into_iter().map(entry).collect();
        Ok(Self {
            tools: Vec::leak(entries),
            answers: Arc::default(),
            delay: Delay::default(),
            page: None,
        })
    }

    /// Returns the calls that its servers took, the first one first, without those that they
    /// refused.
    pub fn calls(&self) -> Vec<MockCall> {
        self.answers.calls().clone()
    }

    /// Makes up other values than those of seed 0. Answers and calls of before are forgotten.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { answers: Arc::new(Answers::seeded(seed)), ..self }
    }

    /// Limits pages to so many items, from 1 to 1,000, for every `pageLimit` that a client asks
    /// for: a small catalog then has many pages. The draft lets a server do so (section 6.4,
    /// spec note AMB-7).
    #[must_use]
    pub fn page_size(self, items: usize) -> Self {
        let page = Some(items.clamp(1, page::SIZE_MAX));
        Self { page, ..self }
    }

    /// Replies to the next call of a tool with these outputs, by name, for all arguments; outputs
    /// that are left out get made-up values. `lookup@1` for a tool is version 1 of `lookup`, where
    /// a catalog has several; `lookup` is each version without another reply.
    ///
    /// # Errors
    /// A name that no tool has, and outputs that the tool's signature does not have.
    pub fn reply(&self, tool: &str, outputs: Value) -> Result<(), MockError> {
        self.write(tool, None, |mock, tool| mock.checked(tool, outputs))
    }

    /// Replies with these outputs to calls with exactly these arguments, by name.
    ///
    /// # Errors
    /// Those of [`Mock::reply`], and arguments that the tool's signature refuses.
    pub fn reply_to(&self, tool: &str, arguments: Value, outputs: Value) -> Result<(), MockError> {
        self.write(tool, Some(arguments), |mock, tool| mock.checked(tool, outputs))
    }

    /// Replies with these outputs and no others, without a check against the signature: as a newer
    /// vendor may, with a value that an enum does not list, or no value at all.
    ///
    /// # Errors
    /// A name that no tool has, and outputs that are not an object.
    pub fn reply_as_is(&self, tool: &str, outputs: Value) -> Result<(), MockError> {
        self.write(tool, None, |_, _| as_is(outputs))
    }

    /// Replies with these outputs and no others to calls with exactly these arguments.
    ///
    /// # Errors
    /// Those of [`Mock::reply_as_is`], and arguments that the tool's signature refuses.
    pub fn reply_as_is_to(
        &self,
        tool: &str,
        arguments: Value,
        outputs: Value,
    ) -> Result<(), MockError> {
        self.write(tool, Some(arguments), |_, _| as_is(outputs))
    }

    /// Fails the next call of a tool: with a [`Failure`], or as a
    /// [`ToolError`](a2t_tool::ToolError) or an error of a generated client does.
    ///
    /// # Errors
    /// A name that no tool has, and [`Failure::disconnected`].
    pub fn fail(&self, tool: &str, failure: impl Into<Failure>) -> Result<(), MockError> {
        self.write(tool, None, |_, _| failing(failure.into()))
    }

    /// Fails calls with exactly these arguments.
    ///
    /// # Errors
    /// Those of [`Mock::fail`], and arguments that the tool's signature refuses.
    pub fn fail_on(
        &self,
        tool: &str,
        arguments: Value,
        failure: impl Into<Failure>,
    ) -> Result<(), MockError> {
        self.write(tool, Some(arguments), |_, _| failing(failure.into()))
    }

    /// Returns this mock, so that the answer that is written next to it takes this time after its call.
    /// Answers after that one come at once. The time limits of the agent end the wait, none of the mock's.
    #[must_use = "a delay belongs to the answer that is written to this"]
    pub fn delayed(&self, time: Duration) -> Self {
        Self { delay: Delay::new(time), ..self.clone() }
    }

    /// Returns the number of tools, however many versions they have.
    pub fn len(&self) -> usize {
        self.tools().len()
    }

    /// Returns whether there are no tools.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// Starts as [`MockServer::start`] does.
    ///
    /// # Errors
    /// There is no port that can be listened on.
    pub async fn start(self) -> Result<MockServer, MockError> {
        let server = self.bind(([127, 0, 0, 1], 0).into()).await?;
        let url = format!("http://{}", server.local_addr());
        let serving = tokio::spawn(server.serve_until(std::future::pending()));
        Ok(MockServer { mock: self, url, _serving: Serving(serving.abort_handle()) })
    }

    /// Listens on this address; call a method of the returned server to run it. Every program that
    /// reaches the address can call the tools, which do nothing.
    ///
    /// # Errors
    /// The address cannot be listened on.
    pub async fn bind(&self, address: SocketAddr) -> Result<BoundServer, MockError> {
        let limits = LIMITS.shutdown_timeout(Duration::ZERO);
        let server = Server::from_router(self.router()).limits(limits);
        server.bind(address).await.map_err(MockError::Serve)
    }

    /// Returns the same tools, answers and record as a router, for a test without a socket.
    pub fn router(&self) -> Router {
        let router = a2t_server::router(self.tools(), LIMITS);
        let router = router.with_state(Arc::clone(&self.answers));
        let router = router.layer(map_response(failure::broken));
        match self.page {
            Some(items) => page::limited(router, items),
            None => router,
        }
    }

    fn tools(&self) -> Tools<Arc<Answers>> {
        Tools::from_entries(self.tools)
    }

    /// The tool with this name at its newest version, or the version that is named with it.
    fn find(&self, name: &str) -> Result<(&'static ToolSignature, Option<u32>), MockError> {
        let mut signatures: Vec<_> = self.tools.iter().map(|tool| tool.signature).collect();
        signatures.sort_by_key(|tool| Reverse(tool.version));
        if let Some(newest) = signatures.iter().find(|tool| tool.name == name) {
            return Ok((newest, None));
        }
        let version = name.rsplit_once('@').and_then(|(tool, number)| {
            let number: u32 = number.parse().ok()?;
            signatures.iter().find(|known| known.name == tool && known.version == number)
        });
        version.map(|version| (*version, Some(version.version))).ok_or_else(|| {
            let meant = nearest(name, signatures.iter().map(|tool| &*tool.name));
            MockError::Unlisted { name: name.to_owned(), meant: meant.map(str::to_owned) }
        })
    }
}

impl Clone for Mock {
    fn clone(&self) -> Self {
        let Self { tools, answers, page, .. } = self;
        Self { tools, answers: Arc::clone(answers), delay: Delay::default(), page: *page }
    }
}

impl fmt::Debug for MockServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("MockServer");
        shown.field("url", &self.url).finish_non_exhaustive()
    }
}

impl fmt::Debug for Mock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Mock").field(&self.tools()).finish()
    }
}
