//! One call: from the name and the arguments that a host sent through the tool to a result that a
//! model can act on.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_core::invocation::Layout;
use a2t_core::wire::problem::Kind;
use a2t_dialect::{Dialect, Outcome};
use a2t_tool::channel::Channel;
use a2t_tool::dispatch::{CallRequest, Ended, Terms, Uncallable, dispatch, dispatch_accepted};
use a2t_tool::seen::{self, Face, Seen};
use a2t_tool::{Apart, Caller, Failure, Fault, Inputs, Origin, Polls, Refusal, Served, within};
use futures_util::future::{Either, select};
use http::Extensions;
use http::request::Parts;
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, JsonObject};
use serde_json::Value;

use crate::server::answer::{self, Broken, Ran};
use crate::server::catalog::Listed;
use crate::server::denied::Denied;
use crate::server::once::Kept;
use crate::server::round::{FAREWELL, Round};
use crate::server::service::Inner;
use crate::server::version;

/// Conditions of one run of a tool.
struct Conditions {
    /// The longest that it may take.
    time: Duration,
    /// Threads for a tool that is not `async`.
    threads: Arc<dyn Apart>,
    polls: Arc<Polls>,
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
        let served = match catalog.tools().callable(caller, listed.id, version) {
            Ok(served) => served,
            Err(Uncallable::NoTool(id)) => {
                return Err(invalid(format!("no tool is called `{id}`")));
            }
            Err(Uncallable::NoVersion { version, served }) => {
                let numbers = served.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
                let name = asked.name;
                return Err(invalid(format!(
                    "`{name}` has no version {version}; it has {numbers}"
                )));
            }
            Err(Uncallable::Refused(refusal)) => {
                return Ok(deny(refusal, &asked.parts.extensions).into());
            }
            Err(Uncallable::Unserved(fault)) => {
                self.report(fault.at(Origin::of(&asked.parts)));
                return Ok(Broken.told().into());
            }
        };
        #[cfg(feature = "tasks")]
        let id = listed.id;
        drop(catalog);
        let time = served.time(self.shares(&asked.parts.extensions).limits.handler_timeout);
        let kept = match self.take_key(&served, &asked, time).await {
            Ok(kept) => kept,
            Err(instead) => return Ok(*instead),
        };
        #[cfg(feature = "tasks")]
        if let Some(tasks) = &self.tasks
            && asked.client.takes_tasks
            && served.signature.hints.long_running
        {
            let order = crate::server::tasks::Order {
                tool: id,
                version: served.signature.version,
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
        let time = served.time(shares.limits.handler_timeout);
        let (threads, polls) = (Arc::clone(&shares.threads), Arc::clone(&shares.polls));
        let conditions = Conditions { time, threads, polls, waits: false };
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
        let inputs = match Dialect::Mcp.arguments(&served.signature, name, arguments) {
            Ok(arguments) => Inputs::Named(arguments),
            Err(refusal) => {
                seen.ended(seen::Outcome::Refused(Kind::InvalidInvocation.slug()));
                return Ok(answer::unreadable(&refusal));
            }
        };
        let (denied, origin) = (parts.extensions.get::<Denied>().cloned(), Origin::of(&parts));
        let call = CallRequest { state: self.state.clone(), parts, inputs, layout: Layout::Object };
        let Conditions { time, threads, polls, waits } = conditions;
        let terms = Terms { seen, threads, polls, timeout: Some(time) };
        let Ended { result, warning } = if waits {
            dispatch_accepted(served.clone(), call, terms).await
        } else {
            dispatch(served, call, terms).await
        };
        if let Some(warning) = warning {
            self.report(warning.at(origin.clone()));
        }
        let failure = match result {
            Ok(outputs) => return answer::done(outputs).map(Ran::from),
            Err(failure) => failure,
        };
        if let (Some(denied), Some(refusal)) = (denied, refusal(&failure)) {
            denied.tell(refusal.clone());
        }
        let ran = answer::failed(&failure, name);
        if let Some(cause) = failure.into_cause() {
            self.report(Fault::new(served.signature.clone(), cause).at(origin));
        }
        ran
    }

    /// Runs the version that a task was accepted for.
    #[cfg(feature = "tasks")]
    pub(crate) async fn run_order(
        &self,
        order: &crate::server::tasks::Order,
        parts: Parts,
        time: Duration,
        threads: Arc<dyn Apart>,
    ) -> Result<CallToolResult, Broken> {
        let (name, version) = (&order.name, order.version);
        let tools = self.tools.now();
        let served = match tools.accepted(order.tool, Some(version)) {
            Ok(served) => served,
            Err(Uncallable::Unserved(fault)) => {
                self.report(fault.at(Origin::of(&parts)));
                return Err(Broken);
            }
            Err(why) => {
                let words = why.gone(name).unwrap_or_else(|| Broken::WORDS.to_owned());
                return Ok(answer::words(&Outcome::Failed(words)));
            }
        };
        drop(tools);
        // The task is stored, so that it waits until the tool may run once more.
        let polls = Arc::clone(&self.shares(&parts.extensions).polls);
        let conditions = Conditions { time: served.time(time), threads, polls, waits: true };
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
