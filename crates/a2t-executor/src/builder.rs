//! Puts an executor together: the vendors whose tools it runs, and its bounds.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use a2t_dialect::{Error, Result, Selection, Show, ToolOptions};

#[cfg(feature = "toolset")]
use a2t_tool::IntoTools;

use super::consent::{Consent, ConsentRequest, ResumeLog};
use super::executor::Settings;
#[cfg(feature = "schema")]
use super::schema::Carried;
use super::{Executor, Invoke, Ran};
use a2t_client::Remote;

/// Puts an [`Executor`] together.
///
/// ```no_run
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/weather.rs"));
/// # mod flights {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/every_type.rs"));
/// #     pub use every_type::*;
/// # }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use a2t::client::{Client, Retry};
/// use a2t::dialect::{Executor, Selection};
///
/// let api = Client::new("https://api.weather.example")?;
/// let weather = weather::Client::with(api.clone());
/// let flights = flights::Client::new("https://flights.example")?;
///
/// let executor = Executor::builder()
///     // These only look something up: a call that was lost may be sent again.
///     .tools(Selection::from_tools(&weather.tools())?.prefix("weather_"), api.with_retry(Retry::Always))
///     .client(&flights)
///     .build()?;
/// # Ok(()) }
/// ```
#[must_use = "a builder does nothing until `build`"]
#[derive(Default)]
pub struct Builder {
    parts: Vec<(Result<Selection>, Arc<dyn Invoke>)>,
    settings: Settings,
}

impl Builder {
    /// Adds all tools of a generated client.
    pub fn client(mut self, client: &impl Remote) -> Self {
        let caller = client.caller();
        if let Some(client) = caller.wire() {
            let selection = Selection::from_tools(caller.tools());
            self.parts.push((selection, Arc::new(client.clone())));
        }
        self
    }

    /// Adds all tools of a generated client of an MCP server.
    #[cfg(feature = "mcp")]
    pub fn mcp(self, client: &impl a2t_client::schema::Remote) -> Self {
        self.carried(client.caller())
    }

    /// Adds all tools of a generated client of a RAP server, in its thread. Their answers take as long
    /// as they do, but no longer than the executor's [`timeout`](Self::timeout).
    #[cfg(feature = "rap")]
    pub fn rap(self, client: &impl a2t_client::schema::Remote) -> Self {
        self.carried(client.caller())
    }

    #[cfg(feature = "schema")]
    fn carried(mut self, caller: &a2t_client::schema::typed::Caller) -> Self {
        if let Some(by) = caller.wire() {
            let selection = Selection::from_tools(caller.tools());
            self.parts.push((selection, Arc::new(Carried(Arc::clone(by)))));
        }
        self
    }

    /// Adds these tools, which `by` runs: a [`Client`](a2t_client::Client), or anything else that
    /// can [`Invoke`]; a client of an MCP server runs approved tools of MCP.
    pub fn tools(mut self, tools: impl Show, by: impl Invoke + 'static) -> Self {
        self.parts.push((Selection::from_tools(&tools), Arc::new(by)));
        self
    }

    /// Adds the tools of a toolset of this program, with their state; no socket is involved.
    /// [`InProcess`](super::InProcess) is the same for some of the tools.
    ///
    /// ```
    /// use a2t::dialect::Executor;
    /// use axum::extract::State;
    ///
    /// #[derive(Clone)]
    /// struct Notes(Vec<String>);
    ///
    /// /// Counts the user's notes.
    /// ///
    /// /// # Returns
    /// /// Number of notes.
    /// #[a2t::tool(version = 1)]
    /// fn count_notes(#[a2t(context)] State(notes): State<Notes>) -> u32 {
    ///     notes.0.len() as u32
    /// }
    ///
    /// let executor = Executor::builder()
    ///     .toolset(a2t::toolset![count_notes], Notes(vec![]))
    ///     .build()?;
    /// # Ok::<_, a2t::dialect::Error>(())
    /// ```
    #[cfg(feature = "toolset")]
    pub fn toolset<S>(mut self, tools: impl IntoTools<S>, state: S) -> Self
    where
        S: Clone + Send + Sync + 'static,
    {
        let local = super::InProcess::new(tools, state);
        self.parts.push((Selection::from_tools(&local), Arc::new(local)));
        self
    }

    /// Answers a model's searches among the tools, for requests that load tools later: with
    /// [`ToolSearch`](a2t_dialect::hosted::ToolSearch) and
    /// [`SearchMethod::Program`](a2t_dialect::hosted::SearchMethod::Program). OpenAI gets the definitions of what was
    /// found, with these options except namespaces and `cache`, and Anthropic references to tools that the request defers.
    pub fn tool_search(mut self, options: ToolOptions) -> Self {
        self.settings.search = Some(options);
        self
    }

    /// Sets the maximum number of calls of one message that run at the same time, from 1.
    pub fn max_concurrent_calls(mut self, calls: usize) -> Self {
        self.settings.concurrency = calls.max(1);
        self
    }

    /// Sets the maximum time of one call, retries and waits included.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = timeout;
        self
    }

    /// Sets the maximum size of one result that a model is shown, in bytes. The rest is cut, with a note.
    pub fn max_result_bytes(mut self, bytes: usize) -> Self {
        self.settings.result_limit = bytes;
        self
    }

    /// Sets the maximum size of the pictures, sounds and files in one result, in bytes. The model reads the name of a
    /// larger one. With 0 it gets texts only, for models that take nothing else.
    pub fn max_media_bytes(mut self, bytes: usize) -> Self {
        self.settings.media_limit = bytes;
        self
    }

    /// Sets what happens to a call of a tool of MCP or RAP that is not as it was approved. Without it, the
    /// call is refused, and so is one whose server cannot list its tools.
    ///
    /// With [`Policy::Report`](a2t_client::schema::Policy) the tool runs: the model reads a note with the
    /// result, and [`Ran::drift`] has the state. A policy that a client sets itself comes first.
    ///
    /// ```
    /// use a2t::dialect::Executor;
    /// use a2t::mcp::client::Policy;
    ///
    /// let builder = Executor::builder().on_drift(Policy::Report).observe(|ran| {
    ///     if let Some(state) = ran.drift {
    ///         eprintln!("{}: {state}", ran.call.name());
    ///     }
    /// });
    /// ```
    #[cfg(feature = "schema")]
    pub fn on_drift(mut self, policy: a2t_client::schema::Policy) -> Self {
        self.settings.on_drift = policy;
        self
    }

    /// Sets the rule that decides on each call of a model before it runs. It reads the tool with its approved hints,
    /// the vendor and the checked arguments. Without a rule, [`ConsentRequest::by_hints`] decides: it asks for every
    /// tool that is not approved as `read_only`. A rule that panics asks. [`Executor::resume`] asks the rule again.
    ///
    /// ```
    /// use a2t::dialect::{Consent, Executor};
    ///
    /// let builder = Executor::builder().consent(|request| match request.tool.name() {
    ///     "pay" if request.argument("cents").and_then(|cents| cents.as_u64()) > Some(100_000) => {
    ///         Consent::Deny("payments above 1,000 euros are made by hand".to_owned())
    ///     }
    ///     "write_draft" => Consent::Allow,
    ///     _ => request.by_hints(),
    /// });
    /// ```
    ///
    /// [`Executor::answer`] returns the calls that wait as [`Batch::Paused`](super::Batch), and
    /// [`Executor::resume`] goes on with the decisions.
    pub fn consent(
        mut self,
        rule: impl Fn(&ConsentRequest<'_>) -> Consent + Send + Sync + 'static,
    ) -> Self {
        self.settings.consent.rule = Some(Box::new(rule));
        self
    }

    /// Sets the time for which calls wait for decisions, rounded up to whole seconds; 24 hours if nothing is set. After it,
    /// [`Executor::resume`] fails with [`ResumeError::Expired`](super::ResumeError). Servers of a2t keep replies under
    /// a key for 24 hours, so a longer time can run a tool again after a crash.
    pub fn consent_expires(mut self, after: Duration) -> Self {
        self.settings.consent.expires = after;
        self
    }

    /// Sets the secret key that signs [`Paused`](super::Paused) states and decision records (HMAC-SHA-256). All
    /// processes that pause and resume need the same key: keep it as you keep a password. Without one, each executor
    /// takes a random key, and can resume only what it and its clones paused.
    pub fn signing_key(mut self, key: [u8; 32]) -> Self {
        self.settings.consent.key = OnceLock::from(Some(key));
        self
    }

    /// Sets the log of states that were resumed, so that none is resumed twice. Without it, the process remembers
    /// them in memory, for all its executors: a second process can resume a state again, and relies on servers that
    /// honour idempotency keys.
    pub fn resume_log(mut self, log: impl ResumeLog + 'static) -> Self {
        self.settings.consent.log = Some(Box::new(log));
        self
    }

    /// Calls `observe` for each call that was carried out, refused or denied, for logs: with its start,
    /// duration and attempts, its outcome and the cause of a failure.
    pub fn observe(mut self, observe: impl Fn(&Ran<'_>) + Send + Sync + 'static) -> Self {
        self.settings.observe = Some(Box::new(observe));
        self
    }

    /// Makes the executor.
    ///
    /// # Errors
    /// Two tools of one name, of two vendors, or a version twice; and a signature that cannot be read.
    pub fn build(self) -> Result<Executor> {
        let mut selection = Selection::default();
        let mut vendors = Vec::new();
        for (tools, vendor) in self.parts {
            let tools = tools?;
            vendors.extend(tools.iter().map(|_| vendor.clone()));
            selection = selection.and(&tools)?;
        }
        let mut names = HashSet::new();
        for tool in &selection {
            let name = tool.full_name();
            if !names.insert((name.clone(), tool.version())) {
                return Err(Error::DuplicateName { name });
            }
        }
        Ok(Executor {
            selection: Arc::new(selection),
            vendors: vendors.into(),
            settings: Arc::new(self.settings),
        })
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts.iter().map(|(tools, _)| tools);
        f.debug_list().entries(parts).finish()
    }
}
