//! One run of a tool: from the arguments that a model wrote to a text that a model can act on.

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use a2t_core::invocation::Layout;
use a2t_core::wire::problem::Kind;
use a2t_core::{Panicked, ToolId};
use a2t_dialect::{Dialect, Outcome};
use a2t_tool::seen::{self, Face, Seen};
use a2t_tool::{
    Apart, Caller, Cause, Failure, Fault, Following, Inputs, Origin, Polls, Refusal, Served, Tools,
};
use futures_util::FutureExt;
use http::HeaderName;
use http::request::Parts;
use serde_json::{Map, Value};
use tokio::time::sleep;

use crate::catalog::Catalog;
use crate::settings::Settings;

/// The pause before a tool is tried again that runs as often as it may.
const TURN: Duration = Duration::from_millis(250);

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

/// The tools, whatever state they run with.
pub(crate) trait Runner: Send + Sync {
    fn run(&self, asked: Asked) -> Running<'_>;

    /// The longest that a run of this version may take: as the tool says it, else `limit`.
    fn time(&self, tool: ToolId, version: u32, limit: Duration) -> Duration;

    /// Returns whether the caller may know of the tool.
    fn sees(&self, caller: Option<&Caller>, tool: ToolId) -> bool;

    /// Tools that the caller sees, with the headers that this depends on; `None` if everybody sees all.
    fn seen(&self, caller: Option<&Caller>) -> Option<(BTreeSet<ToolId>, Vec<HeaderName>)>;

    /// The tools as they are listed now.
    fn catalog(&self) -> Arc<Catalog>;

    /// The refusal of a call for want of scopes.
    fn refuses(&self, caller: Option<&Caller>, tool: ToolId) -> Option<Refusal>;

    /// Tells the vendor that the tool took longer than this.
    fn late(&self, tool: ToolId, time: Duration, origin: Origin);
}

/// One state of the tools, and its catalog, made when somebody first asks for it.
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
    pub(crate) threads: Arc<dyn Apart>,
    /// The time of one poll, if no server is around the router or it has a limit for it.
    pub(crate) polls: Polls,
}

impl<S: Clone + Send + Sync + 'static> Runner for Toolbox<S> {
    fn run(&self, asked: Asked) -> Running<'_> {
        Box::pin(async move {
            let tools = self.tools.now();
            let Some(tool) = tools.tool(asked.tool) else {
                return Err(format!(
                    "`{}` is not offered any more: go on without it",
                    asked.operation
                ));
            };
            let Some(version) = tool.version(Some(asked.version)) else {
                let (name, version) = (&asked.operation, asked.version);
                return Err(format!(
                    "version {version} of `{name}` is not offered any more: call it anew"
                ));
            };
            let served = match version.served(tool.current.version) {
                Ok(served) => served,
                Err(why) => {
                    let cause = Cause::Unserved(version.number(), why);
                    let fault = Fault::new(tool.lasting(), cause);
                    self.report(fault.at(Origin::of(&asked.parts)));
                    return Err(failed());
                }
            };
            drop(tools);
            self.run_served(&served, asked).await
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

    fn seen(&self, caller: Option<&Caller>) -> Option<(BTreeSet<ToolId>, Vec<HeaderName>)> {
        let tools = self.tools.now();
        Some((tools.seen(caller)?, tools.access()?.vary().to_vec()))
    }

    fn catalog(&self) -> Arc<Catalog> {
        let listed = self.listed.now();
        let make = || Arc::new(Catalog::new(&listed.tools, &self.settings));
        Arc::clone(listed.catalog.get_or_init(make))
    }

    fn refuses(&self, caller: Option<&Caller>, tool: ToolId) -> Option<Refusal> {
        self.tools.now().refuses(caller, tool)
    }

    fn late(&self, tool: ToolId, time: Duration, origin: Origin) {
        let tools = self.tools.now();
        if let Some(tool) = tools.tool(tool) {
            self.report(Fault::new(tool.lasting(), Cause::TimedOut(time)).at(origin));
        }
    }
}

impl<S: Clone + Send + Sync + 'static> Toolbox<S> {
    async fn run_served(&self, served: &Served<S>, asked: Asked) -> Ran {
        let Asked { operation, arguments, mut parts, attempt, .. } = asked;
        let seen = Seen::begin(Face::Rap, &served.signature, Some(attempt), &parts.headers);
        seen.note(&mut parts.extensions);
        let ran = seen.watch(self.run_seen(served, operation, arguments, parts, &seen)).await;
        seen.ended(if ran.is_ok() { seen::Outcome::Ok } else { seen::Outcome::Failed });
        ran
    }

    /// Runs a tool, and tells the ends that its words do not.
    async fn run_seen(
        &self,
        served: &Served<S>,
        operation: String,
        arguments: Map<String, Value>,
        parts: Parts,
        seen: &Seen,
    ) -> Ran {
        let arguments = Value::Object(arguments);
        let arguments = Dialect::Mcp.arguments(&served.signature, &operation, arguments);
        let arguments = arguments.map_err(|refusal| {
            seen.ended(seen::Outcome::Refused(Kind::InvalidInvocation.slug()));
            refusal.to_string()
        })?;
        let origin = Origin::of(&parts);
        // Nothing of the tool runs before this is polled: it may panic before it returns a future.
        let run = async {
            loop {
                let (state, parts, threads) =
                    (self.state.clone(), parts.clone(), Arc::clone(&self.threads));
                let inputs = Inputs::Named(arguments.clone());
                match served.run_apart(state, parts, inputs, Layout::Object, threads).await {
                    // The call is stored, so that it waits until the tool may run once more.
                    Err(Failure::Overloaded) => sleep(TURN).await,
                    ran => break ran,
                }
            }
        };
        let fault = |cause| {
            seen.ended(seen::Outcome::of_cause(&cause));
            self.report(Fault::new(served.signature.clone(), cause).at(origin.clone()));
        };
        let server = self.settings.server.get().filter(|_| self.settings.limits.poll.is_none());
        let polls = server.map_or(&self.polls, |server| &server.polls);
        let (ran, overdue) = polls.watch(AssertUnwindSafe(run).catch_unwind()).await;
        if let Some(fault) = overdue.and_then(|took| polls.fault(&served.signature, took)) {
            self.report(fault.at(origin.clone()));
        }
        match ran {
            Ok(Ok(outputs)) => String::from_utf8(outputs).map_err(|_| failed()),
            Ok(Err(failure)) => {
                seen.ended(seen::Outcome::of(&failure));
                Err(words(failure, &operation, fault))
            }
            Err(panic) => {
                fault(Cause::Panicked(Panicked::from(panic).words));
                Err(failed())
            }
        }
    }

    fn report(&self, mut fault: Fault) {
        let server = self.settings.server.get().and_then(|server| server.receiver.as_ref());
        fault.report(self.settings.report.as_ref(), server);
    }
}

fn failed() -> String {
    "the tool failed".to_owned()
}

/// Words of a failure, those that an executor has for it.
fn words(failure: Failure, operation: &str, fault: impl Fn(Cause)) -> String {
    let words = match &failure {
        Failure::Invalid(invalid) => said(Outcome::of_invalid(operation, invalid.clone())),
        Failure::Unwritable(_) => failed(),
        failure => said(Outcome::of_problem(&failure.problem(), failure.retry_after())),
    };
    if let Some(cause) = failure.into_cause() {
        fault(cause);
    }
    words
}

/// The words alone: the result has a place of its own for `Error: `.
fn said(outcome: Outcome) -> String {
    let text = outcome.text();
    text.strip_prefix("Error: ").map(str::to_owned).unwrap_or(text)
}
