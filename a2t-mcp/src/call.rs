//! One call: from the name and the arguments that a host sent through the tool to a result that a
//! model can act on.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::Panicked;
use a2t_core::invocation::Layout;
use a2t_core::wire::problem::Kind;
use a2t_dialect::{Dialect, Outcome};
use a2t_tool::channel::Channel;
use a2t_tool::seen::{self, Face, Seen};
use a2t_tool::{
    Apart, Caller, Cause, Failure, Fault, Inputs, Origin, Refusal, Served, Shares, within,
};
use futures_util::FutureExt;
use futures_util::future::{Either, select};
use http::Extensions;
use http::request::Parts;
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, JsonObject};
use serde_json::Value;
use tokio::time::sleep;

use crate::answer::{self, Broken, Ran};
use crate::catalog::Listed;
use crate::denied::Denied;
use crate::once::Kept;
use crate::round::{FAREWELL, Round};
use crate::service::Inner;
use crate::version;

/// The pause before a tool is tried again that runs as often as it may.
const TURN: Duration = Duration::from_millis(250);

/// Conditions of one run of a tool.
struct Conditions {
    /// The longest that it may take.
    time: Duration,
    /// Threads for a tool that is not `async`.
    threads: Arc<dyn Apart>,
    shares: Arc<Shares>,
    /// A tool that runs as often as it may is waited for.
    waits: bool,
}

/// A call as the host sent it.
pub(crate) struct Asked<'a> {
    pub(crate) client: Client,
    /// Answers to what the tool asked when the call was made before.
    pub(crate) answers: JsonObject,
    pub(crate) name: &'a str,
    pub(crate) arguments: Value,
    pub(crate) meta: &'a JsonObject,
    /// The request that the contexts are taken from.
    pub(crate) parts: Parts,
}

/// Abilities of the client, as it declared them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// It puts questions to its user, as forms.
    pub(crate) asks: bool,
    /// It asks for results later.
    #[cfg_attr(not(feature = "tasks"), allow(dead_code))]
    pub(crate) takes_tasks: bool,
}

impl<S: Clone + Send + Sync + 'static> Inner<S> {
    /// Carries the call out, unless `cancelled` comes first.
    ///
    /// # Errors
    /// An unknown tool or version: the host's mistake, not the model's.
    pub(crate) async fn call(
        self: &Arc<Self>,
        asked: Asked<'_>,
        cancelled: impl Future<Output = ()>,
    ) -> Result<CallToolResponse, ErrorData> {
        let invalid = |words: String| ErrorData::invalid_params(words, None);
        let caller = asked.parts.extensions.get::<Caller>();
        // All of one call is of one state of the tools.
        let catalog = self.catalog.now();
        let listed = catalog.find(asked.name, caller).map_err(invalid)?;
        let version = pick(listed, asked.meta).map_err(invalid)?;
        let unknown = || invalid(format!("no tool is called `{}`", listed.id));
        let tool = catalog.tools().tool(listed.id).ok_or_else(unknown)?;
        let Some(found) = tool.version(version) else {
            let numbers = tool.versions.iter().map(|version| version.number().to_string());
            let numbers = numbers.collect::<Vec<_>>().join(", ");
            let version = version.unwrap_or_default();
            let words = format!("`{}` has no version {version}; it has {numbers}", asked.name);
            return Err(invalid(words));
        };
        if let Some(refusal) = catalog.tools().refuses(caller, listed.id) {
            return Ok(deny(refusal, &asked.parts.extensions).into());
        }
        let number = found.number();
        #[cfg(feature = "tasks")]
        let id = listed.id;
        let served = match found.served(tool.current.version) {
            Ok(served) => served,
            Err(why) => {
                let origin = Origin::of(&asked.parts);
                self.report(Fault::new(tool.lasting(), Cause::Unserved(number, why)).at(origin));
                return Ok(Broken.told().into());
            }
        };
        drop(catalog);
        let time = served.time(self.shares(&asked.parts.extensions).limits.handler);
        let kept = match self.take_key(&served, &asked, time).await {
            Ok(kept) => kept,
            Err(instead) => return Ok(*instead),
        };
        #[cfg(feature = "tasks")]
        if let Some(tasks) = &self.tasks
            && asked.client.takes_tasks
            && served.signature.hints.long_running
        {
            let order = crate::tasks::Order {
                tool: id,
                version: number,
                name: asked.name.to_owned(),
                arguments: asked.arguments,
                headers: tasks.kept(&asked.parts.headers),
                asks: asked.client.asks,
                caller: asked.parts.extensions.get().map(Caller::without_data),
            };
            let accepted = self.accept(tasks, order).await;
            let task = accepted.as_ref().ok().map(|accepted| &accepted.task);
            self.keep_task(kept, &served, task).await;
            return Ok(accepted?.into());
        }
        Ok(self.answer(&served, asked, kept, cancelled).await)
    }

    /// Runs the tool while the client waits, until it asks something.
    async fn answer(
        &self,
        served: &Served<S>,
        asked: Asked<'_>,
        kept: Kept,
        cancelled: impl Future<Output = ()>,
    ) -> CallToolResponse {
        let Asked { client, answers, name, arguments, mut parts, .. } = asked;
        let round = Round::new(client.asks, answers);
        let channel: Arc<dyn Channel> = Arc::clone(&round) as _;
        parts.extensions.insert(channel);
        let shares = self.shares(&parts.extensions);
        let time = served.time(shares.limits.handler);
        let threads = Arc::clone(&shares.threads);
        let conditions = Conditions { time, threads, shares, waits: false };
        let run = pin!(self.run(served, name, arguments, parts, conditions));
        let questions = pin!(round.asked());
        match select(select(run, questions), pin!(cancelled)).await {
            Either::Left((Either::Left((ran, _)), _)) => {
                let Ran { result, lasts } = ran.unwrap_or_else(|broken| broken.told().into());
                self.keep(kept, served, Some(&result).filter(|_| lasts)).await;
                result.into()
            }
            // The client calls again with the answers, under the same key.
            Either::Left((Either::Right((questions, _)), _)) => {
                self.keep(kept, served, None).await;
                questions.into()
            }
            Either::Right(((), rest)) => {
                if round.cancel() {
                    let _ = within(|| FAREWELL, rest).await;
                }
                // Nobody waits for the words; dropping the future gives the call up.
                answer::words(&Outcome::Failed("the call was given up".into())).into()
            }
        }
    }

    /// Runs a tool with the arguments that the host sent.
    async fn run(
        &self,
        served: &Served<S>,
        name: &str,
        arguments: Value,
        mut parts: Parts,
        conditions: Conditions,
    ) -> Result<Ran, Broken> {
        let seen = Seen::begin(Face::Mcp, &served.signature, None, &parts.headers);
        seen.note(&mut parts.extensions);
        let run = self.run_seen(served, (name, arguments), parts, conditions, &seen);
        let result = seen.watch(run).await;
        seen.ended(if result.is_ok() { seen::Outcome::Ok } else { seen::Outcome::Failed });
        result
    }

    /// Runs a tool, and tells the ends that its result does not.
    async fn run_seen(
        &self,
        served: &Served<S>,
        (name, arguments): (&str, Value),
        parts: Parts,
        Conditions { time, threads, shares, waits }: Conditions,
        seen: &Seen,
    ) -> Result<Ran, Broken> {
        let arguments = match Dialect::Mcp.arguments(&served.signature, name, arguments) {
            Ok(arguments) => arguments,
            Err(refusal) => {
                seen.ended(seen::Outcome::Refused(Kind::InvalidInvocation.slug()));
                return Ok(answer::unreadable(&refusal));
            }
        };
        let denied = parts.extensions.get::<Denied>().cloned();
        let origin = Origin::of(&parts);
        // Nothing of the tool runs before this is polled: it may panic before it returns a future.
        let run = async {
            let mut next = (parts, arguments);
            loop {
                let again = waits.then(|| next.clone());
                let (state, threads) = (self.state.clone(), Arc::clone(&threads));
                let (parts, inputs) = (next.0, Inputs::Named(next.1));
                let ran = served.run_apart(state, parts, inputs, Layout::Object, threads).await;
                match (ran, again) {
                    (Err(Failure::Overloaded), Some(again)) => next = again,
                    (ran, _) => break ran,
                }
                sleep(TURN).await;
            }
        };
        let fault = |cause| {
            seen.ended(seen::Outcome::of_cause(&cause));
            self.report(Fault::new(served.signature.clone(), cause).at(origin.clone()));
        };
        let run = within(|| time, AssertUnwindSafe(run).catch_unwind());
        let (ran, overdue) = shares.polls.watch(run).await;
        if let Some(fault) = overdue.and_then(|took| shares.polls.fault(&served.signature, took)) {
            self.report(fault.at(origin.clone()));
        }
        match ran {
            Ok(Ok(Ok(outputs))) => answer::done(outputs).map(Ran::from),
            Ok(Ok(Err(failure))) => {
                if let (Some(denied), Some(refusal)) = (denied, refusal(&failure)) {
                    denied.tell(refusal.clone());
                }
                seen.ended(seen::Outcome::of(&failure));
                answer::failed(failure, name, fault)
            }
            Ok(Err(panic)) => {
                fault(Cause::Panicked(Panicked::from(panic).words));
                Err(Broken)
            }
            Err(_) => {
                fault(Cause::TimedOut(time));
                Ok(answer::late().into())
            }
        }
    }

    /// Runs the version that a task was accepted for.
    #[cfg(feature = "tasks")]
    pub(crate) async fn run_order(
        &self,
        order: &crate::tasks::Order,
        parts: Parts,
        time: Duration,
        threads: Arc<dyn Apart>,
    ) -> Result<CallToolResult, Broken> {
        let (name, version) = (&order.name, order.version);
        let tools = self.tools.now();
        let Some(tool) = tools.tool(order.tool) else {
            let words = format!("`{name}` is not offered any more: go on without it");
            return Ok(answer::words(&Outcome::Failed(words)));
        };
        let Some(found) = tool.version(Some(version)) else {
            let words =
                format!("version {version} of `{name}` is not offered any more: call it anew");
            return Ok(answer::words(&Outcome::Failed(words)));
        };
        let served = match found.served(tool.current.version) {
            Ok(served) => served,
            Err(why) => {
                let origin = Origin::of(&parts);
                self.report(Fault::new(tool.lasting(), Cause::Unserved(version, why)).at(origin));
                return Err(Broken);
            }
        };
        drop(tools);
        // The task is stored, so that it waits until the tool may run once more.
        let shares = self.shares(&parts.extensions);
        let conditions = Conditions { time: served.time(time), threads, shares, waits: true };
        let ran = self.run(&served, name, order.arguments.clone(), parts, conditions).await;
        ran.map(|ran| ran.result)
    }
}

impl<S> Inner<S> {
    pub(crate) fn report(&self, mut fault: Fault) {
        let server = self.receiver.get().and_then(Option::as_ref);
        fault.report(self.settings.report.as_ref(), server);
    }
}

/// Refuses a call for its caller: over HTTP by the status, elsewhere in words.
fn deny(refusal: Refusal, extensions: &Extensions) -> CallToolResult {
    let (words, problem) = (refusal.to_string(), refusal.problem());
    if let Some(denied) = extensions.get::<Denied>() {
        denied.tell(refusal.within(extensions));
    }
    answer::refused(&Outcome::Refused(words), &problem)
}

/// The refusal of the caller by a context of the tool.
fn refusal(failure: &Failure) -> Option<&Refusal> {
    match failure {
        Failure::Rejected(response) => response.extensions().get(),
        _ => None,
    }
}

/// The version of the name, or the one that `_meta` asks for.
fn pick(listed: &Listed, meta: &JsonObject) -> Result<Option<u32>, String> {
    match (listed.version, version::asked(meta)?) {
        (Some(named), Some(asked)) if named != asked => {
            Err(format!("the name stands for version {named}, and `_meta` asks for {asked}"))
        }
        (named, asked) => Ok(asked.or(named)),
    }
}
