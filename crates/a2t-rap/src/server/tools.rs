//! One run of a tool: from the arguments that a model wrote to a text that a model can act on.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use a2t_core::ToolId;
use a2t_core::invocation::Layout;
use a2t_core::wire::problem::Kind;
use a2t_dialect::{Dialect, Outcome};
use a2t_tool::dispatch::{CallRequest, LookupError, Terms, dispatch_accepted};
use a2t_tool::telemetry::{self, CallSpan, Protocol};
use a2t_tool::{
    AuthError, BlockingPool, CallableVersion, Caller, Cause, Failure, Fault, Following, Inputs,
    Origin, OwnShares, Tools,
};
use http::HeaderName;
use http::request::Parts;
use serde_json::{Map, Value};

use crate::server::catalog::Catalog;
use crate::server::settings::Settings;

/// A call of one version of a tool.
pub(crate) struct Asked {
    /// The name that the model called it by.
    pub(crate) operation: String,
    pub(crate) tool: ToolId,
    pub(crate) version: u32,
    pub(crate) attempt: u32,
    pub(crate) arguments: Map<String, Value>,
    /// The request that contexts are taken from.
    pub(crate) parts: Parts,
}

/// The text of the outputs, or the words of an error.
pub(crate) type Ran = Result<String, String>;

pub(crate) type Running<'a> = Pin<Box<dyn Future<Output = Ran> + Send + 'a>>;

/// The tools, with any state they run with.
pub(crate) trait Runner: Send + Sync {
    fn run(&self, asked: Asked) -> Running<'_>;

    /// The maximum time of a run of this version: that of the tool, or else `limit`.
    fn time(&self, tool: ToolId, version: u32, limit: Duration) -> Duration;

    /// Returns whether the caller may know of the tool.
    fn sees(&self, caller: Option<&Caller>, tool: ToolId) -> bool;

    /// Tools that the caller sees, with the headers that this depends on; `None` if everybody sees all.
    fn visible(&self, caller: Option<&Caller>) -> Option<(BTreeSet<ToolId>, Vec<HeaderName>)>;

    /// The tools as they are listed now.
    fn catalog(&self) -> Arc<Catalog>;

    /// The refusal of a call for want of scopes.
    fn refuses(&self, caller: Option<&Caller>, tool: ToolId) -> Option<AuthError>;

    /// Reports to the vendor that the tool took longer than this.
    fn late(&self, tool: ToolId, time: Duration, origin: Origin);
}

/// One state of the tools, and its catalog, made when it is first asked for.
pub(crate) struct Listed<S: 'static> {
    tools: Tools<S>,
    catalog: OnceLock<Arc<Catalog>>,
}

impl<S> Listed<S> {
    pub(crate) fn new(tools: Tools<S>) -> Self {
        Self { tools, catalog: OnceLock::new() }
    }
}

pub(crate) struct Toolbox<S: 'static> {
    pub(crate) tools: Tools<S>,
    pub(crate) listed: Following<S, Listed<S>>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) state: S,
    /// Threads for tools that are not `async`.
    pub(crate) threads: Arc<dyn BlockingPool>,
    pub(crate) shares: Arc<OwnShares>,
}

impl<S: Clone + Send + Sync + 'static> Runner for Toolbox<S> {
    fn run(&self, asked: Asked) -> Running<'_> {
        Box::pin(async move {
            let tools = self.tools.now();
            let served = match tools.accepted(asked.tool, Some(asked.version)) {
                Ok(served) => served,
                Err(LookupError::Adapt(fault)) => {
                    self.report(fault.at(Origin::from_parts(&asked.parts)));
                    return Err(failed());
                }
                Err(why) => return Err(why.gone(&asked.operation).unwrap_or_else(failed)),
            };
            drop(tools);
            self.run_served(served, asked).await
        })
    }

    fn time(&self, tool: ToolId, version: u32, limit: Duration) -> Duration {
        let tools = self.tools.now();
        let found = tools.tool(tool).and_then(|tool| tool.version(Some(version)));
        found.map_or(limit, |version| version.time(limit))
    }

    fn sees(&self, caller: Option<&Caller>, tool: ToolId) -> bool {
        self.tools.now().sees(caller, tool)
    }

    fn visible(&self, caller: Option<&Caller>) -> Option<(BTreeSet<ToolId>, Vec<HeaderName>)> {
        let tools = self.tools.now();
        Some((tools.visible_ids(caller)?, tools.access()?.vary().to_vec()))
    }

    fn catalog(&self) -> Arc<Catalog> {
        let listed = self.listed.now();
        let make = || Arc::new(Catalog::new(&listed.tools, &self.settings));
        Arc::clone(listed.catalog.get_or_init(make))
    }

    fn refuses(&self, caller: Option<&Caller>, tool: ToolId) -> Option<AuthError> {
        self.tools.now().refuses(caller, tool)
    }

    fn late(&self, tool: ToolId, time: Duration, origin: Origin) {
        let tools = self.tools.now();
        if let Some(tool) = tools.tool(tool) {
            self.report(Fault::new(tool.signature_ref(), Cause::TimedOut(time)).at(origin));
        }
    }
}

impl<S: Clone + Send + Sync + 'static> Toolbox<S> {
    async fn run_served(&self, served: CallableVersion<S>, asked: Asked) -> Ran {
        let Asked { operation, arguments, mut parts, attempt, .. } = asked;
        let span = CallSpan::start(Protocol::Rap, &served.signature, Some(attempt), &parts.headers);
        span.record(&mut parts.extensions);
        let arguments = Value::Object(arguments);
        let arguments = Dialect::Mcp.arguments(&served.signature, &operation, arguments);
        let inputs = Inputs::Named(arguments.map_err(|refusal| {
            span.finish(telemetry::Outcome::Refused(Kind::InvalidInvocation.slug()));
            refusal.to_string()
        })?);
        let (origin, signature) = (Origin::from_parts(&parts), served.signature.clone());
        let call = CallRequest { state: self.state.clone(), parts, inputs, layout: Layout::Object };
        let polls = Arc::clone(&self.shares.noted().polls);
        // The time of a call stands still while it waits for a person, so the context of the run keeps it.
        let terms =
            Terms { span, threads: Arc::clone(&self.threads), polls, timeout: None, key: None };
        let ended = dispatch_accepted(served, call, terms).await;
        let report = |fault| self.report(fault);
        let refuse = |failure: &Failure| words(failure, &operation);
        let outputs = ended.settle(&signature, &origin, report, refuse)?;
        String::from_utf8(outputs).map_err(|_| failed())
    }

    fn report(&self, mut fault: Fault) {
        fault.report(self.settings.report.as_ref(), self.shares.receiver());
    }
}

fn failed() -> String {
    "the tool failed".to_owned()
}

/// Words of a failure, those that an executor has for it.
fn words(failure: &Failure, operation: &str) -> String {
    match failure {
        Failure::Invalid(invalid) => {
            message(Outcome::from_validation_error(operation, invalid.clone()))
        }
        Failure::Unwritable(_) | Failure::Panicked(_) => failed(),
        failure => message(Outcome::from_problem(&failure.problem(), failure.retry_after())),
    }
}

/// Only the text: the result has its own place for `Error: `.
fn message(outcome: Outcome) -> String {
    let text = outcome.text();
    text.strip_prefix("Error: ").map(str::to_owned).unwrap_or(text)
}
