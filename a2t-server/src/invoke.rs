//! One invocation: from the request's body through the tool to the response.

use std::future::{poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use a2t_core::Panicked;
use a2t_core::invocation::Layout;
use a2t_core::wire::problem::{Kind, Problem};
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use bytes::Bytes;
use futures_util::FutureExt;
use http::request::Parts;

use super::abandoned::attend;
use super::heading::Heading;
use super::once::{self, end, instead};
use super::seen::{Blame, Way, outcome};
use super::work::overloaded;
use super::{Idempotency, body, reply};
use a2t_tool::seen::Seen;
use a2t_tool::{
    Cause, Failure, Fault, Inputs, Lasting, Named, Served, Shares, ToolError, is_problem,
    rejection, within,
};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

/// End of a tool: its outputs, a failure, or a panic.
type Ended = thread::Result<Result<Vec<u8>, Failure>>;

pub(super) type Answer = Pin<Box<dyn Future<Output = Response> + Send>>;

/// Answers `POST …:invoke` for this version of this tool.
// One future with all of it, because each inside another would move the request once more.
pub(super) fn invoke<S: Send + 'static>(
    served: Served<S>,
    shares: Arc<Shares>,
    replies: &Idempotency,
    mut request: Request,
    state: S,
    mut way: Way,
) -> Answer {
    let (seen, deprecated) = (way.begin(&served.signature, &mut request), served.deprecated);
    let blame = way.blame();
    let mut out = move |response| reply::remarked(way.out(response), deprecated);
    let (parts, body) = request.into_parts();
    let named = match named(&parts, replies, &served) {
        Ok(named) => named,
        Err(refused) => return Box::pin(ready(out(reply::problem(&refused)))),
    };
    Box::pin(async move {
        let body = match body::collect(body, &shares, &parts.extensions).await {
            Ok(body) => body,
            Err(refused) => return out(*refused),
        };
        // A client that sends its body slowly must not hold a permit that another call needs.
        let Ok(place) = Arc::clone(&shares.in_flight).try_acquire_owned() else {
            return out(overloaded());
        };
        if let Some(named) = named {
            // In a box, because calls without a key would move its future too.
            let keyed = Keyed { named, place, seen, blame };
            return out(Box::pin(once(keyed, served, shares, parts, body, state)).await);
        }
        let (inputs, threads) = (Inputs::Pairs(body), Arc::clone(&shares.threads));
        let begun = Instant::now();
        // A tool may panic before it returns a future.
        let begin = || served.run_apart(state, parts, inputs, Layout::Pairs, threads);
        let mut run = match catch_unwind(AssertUnwindSafe(|| seen.within(begin))) {
            Ok(run) => AssertUnwindSafe(run).catch_unwind(),
            Err(panic) => return out(respond(&served.signature, Err(panic))),
        };
        // Most calls end here, without a timer.
        let first = poll_fn(|context| Poll::Ready(seen.within(|| run.poll_unpin(context)))).await;
        let overdue = shares.polls.overdue(begun);
        if let Poll::Ready(ended) = first {
            let response = respond(&served.signature, ended);
            return out(remarked(response, &served.signature, &shares, overdue));
        }
        let abandoned = served.abandoned().unwrap_or(shares.limits.abandoned);
        let time = served.time(shares.limits.handler);
        let rest = async move {
            let (ended, later) = shares.polls.watch(seen.watch(timeout(time, run))).await;
            drop(place);
            let response = respond_in_time(&served.signature, ended.ok(), time);
            let response = remarked(response, &served.signature, &shares, overdue.max(later));
            seen.ended(outcome(&response));
            response
        };
        out(attend(Box::pin(rest), abandoned, blame).await)
    })
}

/// The key of the call, if it has one.
fn named<S>(
    parts: &Parts,
    replies: &Idempotency,
    served: &Served<S>,
) -> Result<Option<Named>, Problem> {
    let heading = Heading::of(&parts.headers);
    heading.check_media_type()?;
    once::named(parts, heading.key(), replies, served.requires_key())
}

/// A call with a key, while it holds one of the server's permits.
struct Keyed {
    named: Named,
    place: OwnedSemaphorePermit,
    seen: Seen,
    blame: Blame,
}

/// Answers a call that has a key: by the tool, or as it was answered before.
async fn once<S: Send + 'static>(
    Keyed { named, place, seen, blame }: Keyed,
    served: Served<S>,
    shares: Arc<Shares>,
    parts: Parts,
    body: Bytes,
    state: S,
) -> Response {
    let abandoned = served.abandoned().unwrap_or(shares.limits.abandoned);
    let (time, threads) = (served.time(shares.limits.handler), Arc::clone(&shares.threads));
    let rest = async move {
        let once = match named.begin(&served.signature, &body, time).await {
            Ok(once) => once,
            Err(answer) => return instead(&served.signature, *answer),
        };
        let signature = served.signature.clone();
        let run = async move {
            served.run_apart(state, parts, Inputs::Pairs(body), Layout::Pairs, threads).await
        };
        let run = seen.watch(AssertUnwindSafe(run).catch_unwind());
        let (ended, overdue) = shares.polls.watch(within(|| time, run)).await;
        drop(place);
        let lasts = ended.as_ref().map_or(true, lasts);
        let response = respond_in_time(&signature, ended.ok(), time);
        let (mut response, unkept) = end(once, response, lasts).await;
        if let Some(error) = unkept {
            response
                .extensions_mut()
                .insert(Fault::new(signature.clone(), Cause::Unkept(error.to_string())));
        }
        let response = remarked(response, &signature, &shares, overdue);
        seen.ended(outcome(&response));
        response
    };
    attend(Box::pin(rest), abandoned, blame).await
}

/// Adds the fault of a tool that kept the thread for too long, unless the response has one already.
fn remarked(
    mut response: Response,
    signature: &Lasting,
    shares: &Shares,
    overdue: Option<Duration>,
) -> Response {
    if let Some(took) = overdue
        && response.extensions().get::<Fault>().is_none()
        && let Some(fault) = shares.polls.fault(signature, took)
    {
        response.extensions_mut().insert(fault);
    }
    response
}

/// The response to a call that has ended, or to one that has taken all of its time.
fn respond_in_time(signature: &Lasting, ended: Option<Ended>, time: Duration) -> Response {
    match ended {
        Some(ended) => respond(signature, ended),
        None => late(Fault::new(signature.clone(), Cause::TimedOut(time))),
    }
}

/// Returns whether the call may have done something, so that it must not run again.
fn lasts(ended: &Ended) -> bool {
    !matches!(ended, Ok(Err(failure)) if failure.did_nothing())
}

fn respond(signature: &Lasting, ended: Ended) -> Response {
    let fault = |cause| fault(Fault::new(signature.clone(), cause));
    match ended {
        Ok(Ok(result)) => reply::json(result),
        Ok(Err(Failure::Invalid(invalid))) => reply::problem(&Problem::invocation(invalid)),
        Ok(Err(Failure::Rejected(response))) => {
            let cause = Cause::of_rejection(&response);
            let mut response = rejected(*response);
            if let Some(cause) = cause {
                response.extensions_mut().insert(Fault::new(signature.clone(), cause));
            }
            response
        }
        Ok(Err(Failure::Tool(error))) if error.status() != 500 => {
            let mut response = refused(&error);
            if let Some(cause) = error.vendors_part() {
                let fault = Fault::new(signature.clone(), cause);
                response.extensions_mut().insert(fault);
            }
            response
        }
        Ok(Err(Failure::Tool(error))) => fault(Cause::Failed(error)),
        Ok(Err(Failure::Unwritable(error))) => fault(Cause::Unwritable(error)),
        Ok(Err(Failure::Overloaded)) => overloaded(),
        Err(panic) => fault(Cause::Panicked(Panicked::from(panic).words)),
    }
}

fn refused(error: &ToolError) -> Response {
    match error.retry_after_seconds() {
        Some(seconds) => reply::retry_later(&error.problem(), seconds),
        None => reply::problem(&error.problem()),
    }
}

/// 500: the vendor gets the fault in an extension, the caller no word of it.
pub(super) fn fault(fault: Fault) -> Response {
    let problem = Problem::new(Kind::Internal, "the tool failed; its vendor can see why");
    let mut response = reply::problem(&problem);
    response.extensions_mut().insert(fault);
    response
}

/// 504 rather than 503: the outcome is unknown.
fn late(fault: Fault) -> Response {
    let detail = "the tool was stopped; whether it had an effect is unknown";
    let mut response = reply::problem(&Problem::new(Kind::Timeout, detail));
    response.extensions_mut().insert(fault);
    response
}

/// The response of an extractor that refused the request, as problem details: its status and
/// headers stay, and its text for a client (4xx) becomes the detail. Problem details, and a
/// response that is not an error, pass as they are.
fn rejected(response: http::Response<Bytes>) -> Response {
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) || is_problem(response.headers()) {
        return response.map(Body::from);
    }
    let problem = reply::problem(&rejection(&response));
    reply::in_place_of(response, problem)
}
