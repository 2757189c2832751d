//! Settings of a client before it is made; every number has a default.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use a2t_client::parts::{Limits, Pace, Trace};
use a2t_client::{Retry, TokenSource};

use crate::client::changed::Changed;
use crate::client::child::Command;
use crate::client::hub::{Endpoint, Hub};
use crate::client::question::{Answer, Answers, Question};
use crate::client::recording::Recording;
use crate::client::session::Offers;
use crate::client::untyped::Client;
use crate::client::wire::Http;
use a2t_client::Result;
use a2t_client::schema::Policy;

impl Client {
    /// Creates a client, with the defaults of [`HttpBuilder`], of the server whose endpoint is at
    /// this URL.
    ///
    /// ```
    /// use a2t::mcp::client::Client;
    /// let client = Client::http("https://tools.example/mcp")?;
    /// # Ok::<_, a2t::mcp::client::Error>(())
    /// ```
    ///
    /// # Errors
    /// Text that is not an `http` or `https` URL of a host, and a TLS configuration that the system
    /// does not offer.
    pub fn http(url: impl AsRef<str>) -> Result<Self> {
        Self::http_builder(url).build()
    }

    /// Sets credentials, headers and limits before the client is made.
    pub fn http_builder(url: impl AsRef<str>) -> HttpBuilder {
        HttpBuilder::new(url.as_ref())
    }

    /// Creates a client, with the defaults of [`CommandBuilder`], of the server that this command
    /// starts.
    ///
    /// ```
    /// use a2t::mcp::client::Client;
    /// let client = Client::command("npx", ["-y", "@modelcontextprotocol/server-memory"]);
    /// ```
    pub fn command<A: AsRef<OsStr>>(
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        Self::command_builder(program, arguments).build()
    }

    /// Sets environment, folder and limits before the client is made.
    pub fn command_builder<A: AsRef<OsStr>>(
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = A>,
    ) -> CommandBuilder {
        CommandBuilder::new(program.as_ref(), arguments)
    }
}

/// Configures a [`Client`] over HTTP; its numbers are those of
/// [`a2t::client`](a2t_client::Builder), and so are the rules: headers leave the machine over
/// `https` only, redirects are not followed, answers are bounded.
///
/// ```
/// # use std::time::Duration;
/// use a2t::mcp::client::Client;
///
/// let client = Client::http_builder("https://tools.example/mcp")
///     .bearer_token("s3cret")
///     .attempt_timeout(Duration::from_secs(5))
///     .build()?;
/// # Ok::<_, a2t::mcp::client::Error>(())
/// ```
#[must_use = "a builder does nothing until `build`"]
pub struct HttpBuilder {
    inner: a2t_client::Builder,
    query: Option<String>,
    policy: Option<Policy>,
    offers: Offers,
}

impl HttpBuilder {
    pub(crate) fn new(url: &str) -> Self {
        // The root of an A2T API has no query; an endpoint of MCP may.
        let (root, query) = match url.split_once('?') {
            Some((root, query)) if !query.contains('#') => (root, Some(query.to_owned())),
            _ => (url, None),
        };
        let inner = a2t_client::Client::builder(root);
        Self { inner, query, policy: None, offers: Offers::default() }
    }

    fn change(self, change: impl FnOnce(a2t_client::Builder) -> a2t_client::Builder) -> Self {
        Self { inner: change(self.inner), ..self }
    }

    /// Sends `Authorization: Bearer {token}` with every request. It never shows in `Debug` output.
    pub fn bearer_token(self, token: impl AsRef<str>) -> Self {
        self.change(|inner| inner.bearer_token(token))
    }

    /// Sends bearer tokens of this source, as
    /// [`bearer_token_from`](a2t_client::Builder::bearer_token_from) of other clients does.
    pub fn bearer_token_from(self, source: impl TokenSource) -> Self {
        self.change(|inner| inner.bearer_token_from(source))
    }

    /// Sends a header with every request, such as the API key that the vendor gave out.
    pub fn header(self, name: impl AsRef<str>, value: impl AsRef<str>) -> Self {
        self.change(|inner| inner.header(name, value))
    }

    /// Sets which failed calls are sent again.
    pub fn retry(self, retry: Retry) -> Self {
        self.change(|inner| inner.retry(retry))
    }

    /// Sets the maximum number of requests that one call sends, from 1.
    pub fn max_attempts(self, attempts: u32) -> Self {
        self.change(|inner| inner.max_attempts(attempts))
    }

    /// Sets the longest wait for a connection.
    pub fn connect_timeout(self, timeout: Duration) -> Self {
        self.change(|inner| inner.connect_timeout(timeout))
    }

    /// Sets the longest that one request and its answer may take.
    pub fn attempt_timeout(self, timeout: Duration) -> Self {
        self.change(|inner| inner.attempt_timeout(timeout))
    }

    /// Sets the longest that one call, or a listing with all its pages, may take in all.
    pub fn total_timeout(self, timeout: Duration) -> Self {
        self.change(|inner| inner.total_timeout(timeout))
    }

    /// Sets the maximum that is read of one answer, in bytes.
    pub fn max_reply_bytes(self, bytes: usize) -> Self {
        self.change(|inner| inner.max_reply_bytes(bytes))
    }

    /// Changes options without a method here: connections (`proxy`, `identity`,
    /// `pool_idle_timeout`, `transport`), layers, traces.
    ///
    /// ```
    /// # use std::time::Duration;
    /// use a2t::mcp::client::Client;
    ///
    /// let client = Client::http_builder("https://tools.example/mcp")
    ///     .http(|http| http.pool_idle_timeout(Duration::from_secs(4)))
    ///     .build()?;
    /// # Ok::<_, a2t::mcp::client::Error>(())
    /// ```
    pub fn http(self, change: impl FnOnce(a2t_client::Builder) -> a2t_client::Builder) -> Self {
        self.change(change)
    }

    /// Uses the proxies that `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` name, except for
    /// servers on this machine.
    pub fn proxy_from_env(self) -> Self {
        self.change(a2t_client::Builder::proxy_from_env)
    }

    /// Sends the token and the headers over `http` too, where anybody on the way can read them.
    /// Without it, `build` refuses.
    pub fn headers_over_http(self) -> Self {
        self.change(a2t_client::Builder::headers_over_http)
    }

    /// Sets what becomes of calls of tools that are not as they were approved.
    pub fn on_drift(mut self, policy: Policy) -> Self {
        self.policy = Some(policy);
        self
    }

    /// Allows the server to continue calls as tasks (the extension `io.modelcontextprotocol/tasks`
    /// of revision 2026-07-28). A task is polled at the server's pace until it ends, or the total
    /// time does: give calls as long as their work takes. A task whose call is dropped, or out of
    /// time, is cancelled.
    pub fn tasks(mut self) -> Self {
        self.offers.tasks = true;
        self
    }

    /// Sets the function that answers questions of tools: a server then may ask the user of this program something
    /// while it carries out a call (forms; MCP calls it elicitation). The call goes on with the answer, and the time of
    /// the user is not that of the call. A call may ask 8 times. Servers of revisions before 2026-07-28 are not offered
    /// to ask.
    ///
    /// ```
    /// use a2t::mcp::client::{Answer, Client};
    ///
    /// let client = Client::http_builder("https://tools.example/mcp")
    ///     .answer_questions(|question| async move {
    ///         // In your program, ask the user.
    ///         match question.choices() {
    ///             Some((field, choices)) if choices.contains(&"No") => Answer::accept(field, "No"),
    ///             _ => Answer::Decline,
    ///         }
    ///     })
    ///     .build()?;
    /// # Ok::<_, a2t::mcp::client::Error>(())
    /// ```
    pub fn answer_questions<F, A>(mut self, answer: F) -> Self
    where
        F: Fn(Question) -> A + Send + Sync + 'static,
        A: Future<Output = Answer> + Send + 'static,
    {
        self.offers.answers = Answers::new(answer);
        self
    }

    /// Keeps each call and listing of the client with its end, for
    /// [`Recorder::save`](a2t_client::record::Recorder::save), together with those of other clients
    /// that have the same recorder; see [`a2t::client::record`](a2t_client::record). It comes with
    /// the feature `testing` of `a2t`.
    #[cfg(feature = "record")]
    pub fn record(self, recorder: &a2t_client::record::Recorder) -> Self {
        self.change(|inner| inner.record(recorder))
    }

    /// Answers each call and listing of the client from a recording, and sends nothing; see
    /// [`a2t::client::record`](a2t_client::record). It comes with the feature `testing` of `a2t`.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/mcp_time.rs"));
    /// use a2t::mcp::client::Client;
    /// use a2t::testing::Replay;
    ///
    /// // A file that a test with `record` wrote; here as text.
    /// const RECORDING: &str = r#"{"a2t_recording":1}
    /// {"tool":"get_current_time","arguments":{"timezone":"Europe/Vienna"},"result":{"content":[],"structuredContent":{"datetime":"2026-11-01T12:00:00+01:00","timezone":"Europe/Vienna","day_of_week":"Sunday","is_dst":false}}}
    /// "#;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let replay = Replay::parse(RECORDING)?; // of a file: `Replay::open`
    /// let client = Client::http_builder("https://clock.example/mcp").replay(&replay).build()?;
    /// let clock = mcp_time::Client::with(client);
    /// assert_eq!(clock.get_current_time("Europe/Vienna").send().await?.day_of_week, "Sunday");
    /// replay.assert_complete();
    /// # Ok(()) }
    /// ```
    #[cfg(feature = "record")]
    pub fn replay(self, replay: &a2t_client::record::Replay) -> Self {
        self.change(|inner| inner.replay(replay))
    }

    /// Makes the client. Nothing is sent before it is used.
    ///
    /// # Errors
    /// A URL that is not that of a host over `http` or `https`, a header that HTTP does not allow,
    /// a header that would leave the machine over `http`, and a TLS configuration that the system
    /// does not offer.
    pub fn build(self) -> Result<Client> {
        let client = self.inner.build()?;
        let uri = client.endpoint(self.query.as_deref())?;
        let (retry, total, pace) = (client.retry_policy(), client.total(), client.pace());
        let (changed, trace, recording) =
            (Changed::default(), client.trace(), Recording::new(&client));
        let endpoint = Endpoint::Http(Box::new(Http::new(client, uri, changed.clone())));
        let hub = Arc::new(Hub::new(endpoint, pace, changed, self.offers, trace, recording));
        Ok(Client { hub, retry, total, policy: self.policy, key: None })
    }
}

/// Shows no query, which may be a key.
impl fmt::Debug for HttpBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpBuilder")
            .field("inner", &self.inner)
            .field("policy", &self.policy)
            .field("offers", &self.offers)
            .finish_non_exhaustive()
    }
}

/// Configures a [`Client`] of a child process.
///
/// The process starts with the first call, and again with the next call after it ended, at most 5
/// times in 60 seconds. It ends with the client: its input is closed, and it is killed with all
/// that it started. The last 8 KiB of its standard error are kept for errors.
///
/// Its environment is `HOME`, `LANG`, `LC_ALL`, `LOGNAME`, `PATH`, `SHELL`, `TERM`, `TMPDIR`, `TZ`
/// and `USER` of this program (on Windows, what programs need to find their files), because other
/// variables may be secrets: name those that it needs.
///
/// ```
/// use a2t::mcp::client::Client;
///
/// let client = Client::command_builder("mcp-server-git", ["--repository", "."])
///     .env("GIT_PAGER", "cat")
///     .inherit_env("SSH_AUTH_SOCK")
///     .build();
/// ```
#[derive(Debug)]
#[must_use = "a builder does nothing until `build`"]
pub struct CommandBuilder {
    command: Command,
    limits: Limits,
    retry: Retry,
    policy: Option<Policy>,
    offers: Offers,
    trace: Trace,
    recording: Recording,
}

impl CommandBuilder {
    pub(crate) fn new<A: AsRef<OsStr>>(
        program: &OsStr,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        let arguments = arguments.into_iter().map(|argument| argument.as_ref().to_owned());
        let command = Command {
            program: program.to_owned(),
            arguments: arguments.collect(),
            directory: None,
            environment: HashMap::new(),
            inherited: Vec::new(),
            named: Vec::new(),
        };
        let (retry, policy) = (Retry::default(), None);
        let (limits, trace) = (Limits::DEFAULT, Trace::default());
        Self {
            command,
            limits,
            retry,
            policy,
            offers: Offers::default(),
            trace,
            recording: Recording::default(),
        }
    }

    /// Sets a variable of the environment. Its value does not show in errors and `Debug` output.
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        let (name, value) = (name.as_ref().to_owned(), value.as_ref().to_owned());
        self.command.environment.insert(name, value);
        self
    }

    /// Hands a variable of this program's environment on, if it is set when the process starts.
    pub fn inherit_env(mut self, name: impl AsRef<OsStr>) -> Self {
        self.command.inherited.push(OsString::from(name.as_ref()));
        self
    }

    /// Replaces `${NAME}` in the arguments by a variable of this program's environment when the process
    /// starts: for keys that a server takes as arguments. The value is in no error and no `Debug` output. A
    /// variable that is not set is an error of the start.
    ///
    /// ```
    /// use a2t::mcp::client::Client;
    ///
    /// let client = Client::command_builder("mcp-server-postgres", ["${DATABASE_URL}"])
    ///     .arg_env("DATABASE_URL")
    ///     .build();
    /// ```
    pub fn arg_env(mut self, name: impl Into<String>) -> Self {
        self.command.named.push(name.into());
        self
    }

    /// Sets the folder that the process starts in; without one, it is that of this program.
    pub fn current_dir(mut self, path: impl AsRef<Path>) -> Self {
        self.command.directory = Some(PathBuf::from(path.as_ref()));
        self
    }

    /// Sets which failed calls are sent again.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// Sets the maximum number of requests that one call sends, from 1.
    pub fn max_attempts(mut self, attempts: u32) -> Self {
        self.limits.attempts = attempts.max(1);
        self
    }

    /// Sets the longest that one request and its answer may take.
    pub fn attempt_timeout(mut self, timeout: Duration) -> Self {
        self.limits.attempt = timeout;
        self
    }

    /// Sets the longest that one call, or a listing with all its pages, may take in all, with the
    /// start of the process.
    pub fn total_timeout(mut self, timeout: Duration) -> Self {
        self.limits.total = timeout;
        self
    }

    /// Sets the maximum that is read of one answer, in bytes.
    pub fn max_reply_bytes(mut self, bytes: usize) -> Self {
        self.limits.reply = bytes;
        self
    }

    /// Sets what becomes of calls of tools that are not as they were approved.
    pub fn on_drift(mut self, policy: Policy) -> Self {
        self.policy = Some(policy);
        self
    }

    /// Allows the server to continue calls as tasks, as [`HttpBuilder::tasks`] does.
    pub fn tasks(mut self) -> Self {
        self.offers.tasks = true;
        self
    }

    /// Sets the function that answers questions of tools, as [`HttpBuilder::answer_questions`] does. In revisions
    /// before 2026-07-28, the time of the user counts against the attempt.
    pub fn answer_questions<F, A>(mut self, answer: F) -> Self
    where
        F: Fn(Question) -> A + Send + Sync + 'static,
        A: Future<Output = Answer> + Send + 'static,
    {
        self.offers.answers = Answers::new(answer);
        self
    }

    /// Sets a function that returns, at each call, its position in a distributed trace. The process
    /// gets it as `traceparent` and `tracestate` in `_meta` of the request, as vendors do by
    /// [`a2t::client::Builder::trace_context`](a2t_client::Builder::trace_context).
    #[cfg(feature = "tracing")]
    pub fn trace_context(
        self,
        context: impl Fn() -> Option<a2t_client::TraceContext> + Send + Sync + 'static,
    ) -> Self {
        Self { trace: Trace::new(context), ..self }
    }

    /// Keeps each call and listing of the client with its end, as [`HttpBuilder::record`] does.
    #[cfg(feature = "record")]
    pub fn record(self, recorder: &a2t_client::record::Recorder) -> Self {
        Self { recording: Recording::record(recorder), ..self }
    }

    /// Answers each call and listing of the client from a recording, and starts no process, as
    /// [`HttpBuilder::replay`] does.
    #[cfg(feature = "record")]
    pub fn replay(self, replay: &a2t_client::record::Replay) -> Self {
        Self { recording: Recording::replay(replay), ..self }
    }

    /// Makes the client. The process starts when it is used.
    pub fn build(self) -> Client {
        let Self { command, limits, retry, policy, offers, trace, recording } = self;
        let (pace, changed) = (Pace::new(limits), Changed::default());
        let hub = Hub::new(Endpoint::Command(command), pace, changed, offers, trace, recording);
        Client { hub: Arc::new(hub), retry, total: limits.total, policy, key: None }
    }
}
