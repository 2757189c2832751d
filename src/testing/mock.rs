//! A server that answers for a catalog: signatures go in, the endpoints of the protocol come out,
//! with the server's own pages, checks and problems, and made-up values behind them.

mod answer;
mod sample;

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::error::{inert, nearest};
use a2t_core::invocation::{ResultWriter, check_result};
use a2t_core::wire::listing::Listing;
use a2t_core::{Invalid, ToolSignature, catalog};
use axum::Router;
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use self::answer::{Answers, answer};
use crate::tool::Entry;
use crate::{BoundServer, Limits, ServeError, Server, ToolError, Toolset};

/// A server on this machine that answers for somebody's catalog, for tests of an agent over real
/// HTTP: it lists the tools, refuses what their signatures refuse with the problems of a real server,
/// and answers the rest with valid values. The same call gets the same values, on every run.
///
/// It stops when it is dropped. [`Mock`] sets it up in other ways.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let catalog = r#"{"items":[{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"lookup_weather",
/// #   "description":"Looks up the weather.","version":1,"currentVersion":1,
/// #   "input_parameters":[{"id":"city","name":"city","type":"string","description":"The city."}],
/// #   "output_parameters":[{"id":"temperature","name":"temperature","type":"int","description":""}]}]}"#;
/// # let approved = catalog;
/// use a2t::testing::MockServer;
/// use serde_json::json;
///
/// let vendor = MockServer::start(approved).await?; // the text of approved/weather.json
/// vendor.reply("lookup_weather", json!({"temperature": -3}))?;
///
/// // let weather = weather::Client::new(vendor.url())?;
/// # let client = a2t::testing::TestClient::of_router(vendor.router());
/// # client.call("lookup_weather", json!({"city": "Omaha"})).await?;
/// assert_eq!(vendor.calls()[0].arguments["city"], "Omaha");
/// # Ok(()) }
/// ```
#[must_use = "the server stops when it is dropped"]
pub struct MockServer {
    mock: Mock,
    url: String,
    /// Never sent: that it is gone is the sign.
    _stop: oneshot::Sender<()>,
}

/// The tools of a mock server before it listens.
///
/// What it knows of the tools it keeps for as long as the program runs.
#[derive(Clone)]
pub struct Mock {
    tools: &'static [Entry<Arc<Answers>>],
    answers: Arc<Answers>,
}

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
    /// Listens on a free port of the loopback interface, in the tokio runtime that this is awaited in.
    ///
    /// The document is what a vendor hands out: a snapshot, a page of `GET /tools` or of a tool's
    /// versions, a list of signatures, or one signature.
    ///
    /// # Errors
    /// A document that breaks the protocol, and no port that can be listened on.
    pub async fn start(document: impl AsRef<[u8]>) -> Result<Self, MockError> {
        Mock::read(document)?.start().await
    }

    /// The root of the API: its tools are at `{url}/tools`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The calls that it took, the first one first; those that it refused are not among them.
    pub fn calls(&self) -> Vec<MockCall> {
        self.mock.calls()
    }

    /// Replies to the calls of a tool with these outputs, by name, whatever the arguments; outputs
    /// that are left out get made-up values.
    ///
    /// Replies and failures of a tool are given in the order they were written here, the last one
    /// to every later call.
    ///
    /// # Errors
    /// A name that no tool has, and outputs that the tool's signature does not have.
    pub fn reply(&self, tool: &str, outputs: Value) -> Result<(), MockError> {
        self.mock.reply(tool, outputs)
    }

    /// Replies with these outputs and no others, whatever the signature says: what a newer vendor
    /// may reply, such as a value that an enum does not list, or no value at all.
    ///
    /// # Errors
    /// A name that no tool has, and outputs that are not an object.
    pub fn reply_as_is(&self, tool: &str, outputs: Value) -> Result<(), MockError> {
        let Value::Object(outputs) = outputs else {
            return Err(MockError::Outputs);
        };
        self.mock.find(tool)?;
        self.mock.answers.reply(tool, written(&outputs)?);
        Ok(())
    }

    /// Fails calls of a tool with what this makes, as [`MockServer::reply`] replies to them.
    ///
    /// # Errors
    /// A name that no tool has.
    pub fn fail(
        &self,
        tool: &str,
        error: impl Fn() -> ToolError + Send + Sync + 'static,
    ) -> Result<(), MockError> {
        self.mock.find(tool)?;
        self.mock.answers.fail(tool, Arc::new(error));
        Ok(())
    }

    /// The same tools, answers and record as a router, for a test without a socket.
    pub fn router(&self) -> Router {
        self.mock.router(Limits::new())
    }
}

impl Mock {
    /// The tools of a document, as [`MockServer::start`] reads it.
    ///
    /// # Errors
    /// A document that breaks the protocol.
    pub fn read(document: impl AsRef<[u8]>) -> Result<Self, MockError> {
        let catalog = catalog::parse(document.as_ref()).map_err(MockError::document)?;
        Self::new(catalog.tools)
    }

    /// These tools, each in the versions that are given.
    ///
    /// # Errors
    /// Two tools of one name, and a version given twice.
    pub fn new(tools: impl IntoIterator<Item = ToolSignature>) -> Result<Self, MockError> {
        let tools: Vec<_> = tools.into_iter().collect();
        Listing::new(&tools).map_err(|found| MockError::document(found.into()))?;
        let entry = |tool| Entry::new(Box::leak(Box::new(tool)), answer);
        let entries: Vec<_> = tools.into_iter().map(entry).collect();
        Ok(Self {
            tools: Vec::leak(entries),
            answers: Arc::new(Answers::default()),
        })
    }

    /// The calls that its servers took, the first one first; those that they refused are not among
    /// them.
    pub fn calls(&self) -> Vec<MockCall> {
        self.answers.calls().clone()
    }

    /// Other values than those of seed 0.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self {
            answers: Arc::new(Answers::seeded(seed)),
            ..self
        }
    }

    /// How many tools there are, whatever the number of their versions.
    pub fn len(&self) -> usize {
        self.toolset().len()
    }

    /// Whether there is no tool.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// Starts as [`MockServer::start`] does.
    ///
    /// # Errors
    /// No port that can be listened on.
    pub async fn start(self) -> Result<MockServer, MockError> {
        let server = self.bind(([127, 0, 0, 1], 0).into()).await?;
        let url = format!("http://{}", server.local_addr());
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(server.serve_until(async { drop(stopped.await) }));
        Ok(MockServer {
            mock: self,
            url,
            _stop: stop,
        })
    }

    /// Listens on this address; the server runs when it is told to. Anybody who reaches the address
    /// can call the tools, which do nothing.
    ///
    /// # Errors
    /// An address that cannot be listened on.
    pub async fn bind(&self, address: SocketAddr) -> Result<BoundServer, MockError> {
        let limits = Limits::new().drain(Duration::ZERO);
        let server = Server::of_router(self.router(limits)).limits(limits);
        server.bind(address).await.map_err(MockError::Serve)
    }

    fn router(&self, limits: Limits) -> Router {
        let router = self.toolset().into_router_with(limits);
        router.with_state(Arc::clone(&self.answers))
    }

    fn toolset(&self) -> Toolset<Arc<Answers>> {
        Toolset::from_entries(self.tools)
    }

    fn reply(&self, name: &str, outputs: Value) -> Result<(), MockError> {
        let Value::Object(outputs) = outputs else {
            return Err(MockError::Outputs);
        };
        let tool = self.find(name)?;
        let body = written(&self.answers.filled(tool, outputs))?;
        check_result(tool, &body).map_err(MockError::document)?;
        self.answers.reply(name, body);
        Ok(())
    }

    /// The newest version of the tool of this name.
    fn find(&self, name: &str) -> Result<&'static ToolSignature, MockError> {
        let toolset = self.toolset();
        let found = toolset.signatures().find(|tool| tool.name == name);
        found.ok_or_else(|| {
            let names = toolset.signatures().map(|tool| &*tool.name);
            let meant = nearest(name, names).map(str::to_owned);
            MockError::Unlisted {
                name: name.to_owned(),
                meant,
            }
        })
    }
}

fn written(outputs: &Map<String, Value>) -> Result<Vec<u8>, MockError> {
    let mut writer = ResultWriter::new();
    for (output, value) in outputs {
        let written = writer.output(output, value);
        written.map_err(|_| MockError::Outputs)?;
    }
    Ok(writer.finish())
}

impl fmt::Debug for MockServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("MockServer");
        shown.field("url", &self.url).finish_non_exhaustive()
    }
}

impl fmt::Debug for Mock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Mock").field(&self.toolset()).finish()
    }
}

/// Why a mock server does not start or does not take an answer.
#[non_exhaustive]
pub enum MockError {
    /// The catalog breaks the protocol, or outputs break the signature.
    Invalid(Invalid),
    /// No tool has this name.
    Unlisted {
        /// The name.
        name: String,
        /// What was probably meant.
        meant: Option<String>,
    },
    /// Outputs that are no object of names and values.
    Outputs,
    /// The address cannot be listened on.
    Serve(ServeError),
}

impl MockError {
    fn document(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}

impl fmt::Display for MockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Unlisted { name, meant } => {
                write!(f, "no tool is called `{}`", inert(name))?;
                match meant {
                    Some(meant) => write!(f, "; did you mean `{}`?", inert(meant)),
                    None => Ok(()),
                }
            }
            Self::Outputs => f.write_str(
                "outputs are an object of names and values, such as json!({\"temperature\": 21})",
            ),
            Self::Serve(error) => error.fmt(f),
        }
    }
}

/// As [`Display`](fmt::Display): this is what a test that ends in `unwrap` prints.
impl fmt::Debug for MockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for MockError {}
