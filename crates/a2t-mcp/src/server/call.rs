//! One call: from the name and the arguments that a host sent through the tool to a result that a
//! model can act on.

use std::pin::pin;
use std::sync::Arc;
#[cfg(feature = "tasks")]
use std::time::Duration;

use a2t_core::invocation::Layout;
use a2t_core::wire::problem::Kind;
use a2t_dialect::{Dialect, Outcome};
use a2t_tool::channel::Channel;
#[cfg(feature = "tasks")]
use a2t_tool::dispatch::dispatch_accepted;
use a2t_tool::dispatch::{CallRequest, Ended, LookupError, Terms, dispatch};
use a2t_tool::telemetry::{self, CallSpan, Protocol};
use a2t_tool::{
    AuthError, CallKey, CallableVersion, Caller, Failure, Fault, Inputs, Origin, SignatureRef,
    within,
};
#[cfg(feature = "tasks")]
use a2t_tool::{BlockingPool, Cause};
use futures_util::future::{Either, select};
use http::Extensions;
use http::request::Parts;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, JsonObject};
use serde_json::Value;

use crate::server::answer::{self, Answer, Broken, Done};
use crate::server::asked::Asked;
use crate::server::catalog::Listed;
use crate::server::denied::Denied;
use crate::server::inner::Inner;
use crate::server::round::{Attended, FAREWELL, Round};
use crate::server::version;

/// A call that was decoded, and what its end needs.
struct Decoded<'a, S> {
    call: CallRequest<S>,
    span: CallSpan,
    ending: Ending<'a>,
}

/// What the end of a call needs to become a result.
struct Ending<'a> {
    name: &'a str,
    signature: SignatureRef,
    denied: Option<Denied>,
    origin: Origin,
}

impl<'a> Ending<'a> {
    fn new(name: &'a str, signature: &SignatureRef, parts: &Parts) -> Self {
        let (denied, origin) = (parts.extensions.get().cloned(), Origin::from_parts(parts));
        Self { name, signature: signature.clone(), denied, origin }
    }
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
    ) -> Result<Answer, ErrorData> {
        let invalid = |words: String| ErrorData::invalid_params(words, None);
        let caller = asked.parts.extensions.get::<Caller>();
        // All of one call is of one state of the tools.
        let catalog = self.catalog.now();
        let listed = catalog.find(asked.name, caller).map_err(invalid)?;
        let version = pick(listed, asked.meta).map_err(invalid)?;
        let served = match catalog.tools().callable(caller, listed.id, version) {
            Ok(served) => served,
            Err(LookupError::NotFound(missing)) => {
                return Err(invalid(missing.message(asked.name)));
            }
            Err(LookupError::Refused(refusal)) => {
                return Ok(Answer::other(deny(refusal, &asked.parts.extensions)));
            }
            Err(LookupError::Adapt(fault)) => {
                self.report(fault.at(Origin::from_parts(&asked.parts)));
                return Ok(Answer::other(Broken.result()));
            }
        };
        #[cfg(feature = "tasks")]
        let id = listed.id;
        drop(catalog);
        let key = match self.key(&asked) {
            Ok(key) => key,
            Err(problem) => {
                let outcome = Outcome::from_problem(&problem, None);
                return Ok(Answer::other(answer::refused(&outcome, &problem)));
            }
        };
        #[cfg(feature = "tasks")]
        if let Some(tasks) = &self.tasks
            && asked.client.takes_tasks
            && served.signature.hints.long_running
        {
            let time = served.time(self.shares(&asked.parts.extensions).limits.handler_timeout);
            let once = match key {
                None => None,
                Some(key) => match key.take(&served.signature, time).await {
                    Ok(once) => Some(once),
                    Err(instead) => {
                        let ending = Ending::new(asked.name, &served.signature, &asked.parts);
                        return Ok(self.respond(ending, instead.into()));
                    }
                },
            };
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
            if let Some(once) = once
                && let Err(error) = crate::server::once::keep_task(once, task).await
            {
                let fault = Fault::new(served.signature.clone(), Cause::Unkept(error.to_string()));
                self.report(fault.at(Origin::from_parts(&asked.parts)));
            }
            return Ok(Answer::other(accepted?));
        }
        Ok(self.answer(&served, asked, key, cancelled).await)
    }

    /// Runs the tool while the client waits, until it asks something.
    async fn answer(
        &self,
        served: &CallableVersion<S>,
        asked: Asked<'_>,
        key: Option<Box<CallKey>>,
        cancelled: impl Future<Output = ()>,
    ) -> Answer {
        let Asked { client, answers, name, arguments, mut parts, .. } = asked;
        let round = Round::new(client.asks, answers);
        let channel: Arc<dyn Channel> = Arc::clone(&round) as _;
        parts.extensions.insert(channel);
        let shares = self.shares(&parts.extensions);
        let time = served.time(shares.limits.handler_timeout);
        let Decoded { call, span, ending } = match self.decode(served, name, arguments, parts) {
            Ok(decoded) => decoded,
            Err(unreadable) => return Answer::other(*unreadable),
        };
        let running = dispatch(served, call, Terms { key, ..Terms::new(&shares, span, time) });
        let mut attended = Attended { running: Some(running), round: Arc::clone(&round) };
        let questions = pin!(round.asked());
        match select(select(&mut attended, questions), pin!(cancelled)).await {
            Either::Left((Either::Left((ended, _)), _)) => self.respond(ending, ended),
            // The client calls again with the answers, under the same key.
            Either::Left((Either::Right((questions, _)), _)) => {
                if let Some(fault) = attended.release().await {
                    self.report(fault.at(ending.origin));
                }
                Answer::other(questions)
            }
            Either::Right(((), rest)) => {
                if round.cancel() {
                    let _ = within(|| FAREWELL, rest).await;
                }
                attended.running = None;
                // The text is not read.
                Answer::other(answer::words(&Outcome::Failed("the call was given up".into())))
            }
        }
    }

    /// Decodes a call with the arguments that the host sent.
    ///
    /// # Errors
    /// Returns the result for arguments that cannot be read.
    fn decode<'a>(
        &self,
        served: &CallableVersion<S>,
        name: &'a str,
        arguments: Value,
        mut parts: Parts,
    ) -> Result<Decoded<'a, S>, Box<CallToolResult>> {
        let span = CallSpan::start(Protocol::Mcp, &served.signature, None, &parts.headers);
        span.record(&mut parts.extensions);
        let arguments = Dialect::Mcp.arguments(&served.signature, name, arguments);
        let inputs = Inputs::Named(arguments.map_err(|refusal| {
            span.finish(telemetry::Outcome::Refused(Kind::InvalidInvocation.slug()));
            Box::new(answer::unreadable(&refusal))
        })?);
        let ending = Ending::new(name, &served.signature, &parts);
        let call = CallRequest { state: self.state.clone(), parts, inputs, layout: Layout::Object };
        Ok(Decoded { call, span, ending })
    }

    /// Runs the version that a task was accepted for.
    #[cfg(feature = "tasks")]
    pub(crate) async fn run_order(
        &self,
        order: &crate::server::tasks::Order,
        parts: Parts,
        time: Duration,
        threads: Arc<dyn BlockingPool>,
    ) -> Result<CallToolResult, Broken> {
        let (name, version) = (&order.name, order.version);
        let tools = self.tools.now();
        let served = match tools.accepted(order.tool, Some(version)) {
            Ok(served) => served,
            Err(LookupError::Adapt(fault)) => {
                self.report(fault.at(Origin::from_parts(&parts)));
                return Err(Broken);
            }
            Err(why) => {
                let words = why.gone(name).unwrap_or_else(|| Broken::WORDS.to_owned());
                return Ok(answer::words(&Outcome::Failed(words)));
            }
        };
        drop(tools);
        let polls = Arc::clone(&self.shares.noted().polls);
        let timeout = Some(served.time(time));
        let Decoded { call, span, ending } =
            match self.decode(&served, name, order.arguments.clone(), parts) {
                Ok(decoded) => decoded,
                Err(unreadable) => return Ok(*unreadable),
            };
        let terms = Terms { span, threads, polls, timeout, key: None };
        // The task is stored, so that it waits until the tool may run once more.
        let ended = self.encode(ending, dispatch_accepted(served, call, terms).await)?;
        Ok(ended.map_or_else(|failed| failed, Done::into_result))
    }
}

impl<S> Inner<S> {
    /// Returns the answer to a call that has ended, or was answered before.
    fn respond(&self, ending: Ending<'_>, ended: Ended) -> Answer {
        #[cfg(feature = "tasks")]
        if let Err(Failure::Kept(kept)) = &ended.result
            && let Some(task) = crate::server::once::task(kept, self.identity.meta.clone())
        {
            return Answer::other(task);
        }
        match self.encode(ending, ended) {
            Ok(Ok(done)) => Answer::Done(done),
            Ok(Err(failed)) => Answer::other(failed),
            Err(broken) => Answer::other(broken.result()),
        }
    }

    /// Returns the outputs of a call that has ended, or a result with `isError`, and reports the fault of a tool that
    /// failed.
    fn encode(
        &self,
        ending: Ending<'_>,
        ended: Ended,
    ) -> Result<Result<Done, CallToolResult>, Broken> {
        let Ending { name, signature, denied, origin } = ending;
        let replayed = ended.replayed;
        let report = |fault| self.report(fault);
        let outputs = ended.settle(&signature, &origin, report, |failure| {
            if let (Some(denied), Some(refusal)) = (denied, refusal(failure)) {
                denied.set(refusal.clone());
            }
            answer::failed(failure, name)
        });
        let failed = match outputs {
            Ok(outputs) => return Done::new(outputs, replayed).map(Ok),
            Err(failed) => failed?,
        };
        Ok(Err(if replayed { crate::server::once::replayed(failed) } else { failed }))
    }

    pub(crate) fn report(&self, mut fault: Fault) {
        fault.report(self.settings.report.as_ref(), self.shares.receiver());
    }
}

/// Refuses a call for its caller: over HTTP by the status, elsewhere in words.
fn deny(refusal: AuthError, extensions: &Extensions) -> CallToolResult {
    let (words, problem) = (refusal.to_string(), refusal.problem());
    if let Some(denied) = extensions.get::<Denied>() {
        denied.set(refusal.within(extensions));
    }
    answer::refused(&Outcome::Refused(words), &problem)
}

/// The refusal of the caller by a context of the tool.
fn refusal(failure: &Failure) -> Option<&AuthError> {
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
