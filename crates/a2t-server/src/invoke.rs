//! One invocation over HTTP: from the request through [`dispatch`] to the response.

use std::future::{poll_fn, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use a2t_core::invocation::Layout;
use a2t_core::wire::problem::Problem;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use bytes::Bytes;
use http::request::Parts;

use super::abandoned::{Rest, attend};
use super::heading::Heading;
use super::once::{self, end, instead};
use super::seen::Way;
use super::work::overloaded;
use super::{Idempotency, body, reply};
use a2t_tool::dispatch::{CallRequest, Ended, Terms, dispatch};
use a2t_tool::{
    Cause, Failure, Fault, Inputs, Lasting, Named, Served, Shares, is_problem, rejection,
};

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
        let Ok(permit) = Arc::clone(&shares.in_flight).try_acquire_owned() else {
            return out(overloaded());
        };
        let abandoned = served.abandoned().unwrap_or(shares.limits.on_disconnect);
        let terms = Terms::of(&shares, seen, served.time(shares.limits.handler_timeout));
        let keyed = named.map(|named| (named, body.clone()));
        let inputs = Inputs::Pairs(body);
        let call = CallRequest { state, parts, inputs, layout: Layout::Pairs };
        let rest: Rest = match keyed {
            Some((named, body)) => Box::pin(async move {
                let response = once(named, &body, &served, call, terms).await;
                drop(permit);
                response
            }),
            None => {
                let mut running = dispatch(&served, call, terms);
                // Most calls end here.
                let first = poll_fn(|context| Poll::Ready(Pin::new(&mut running).poll(context)));
                if let Poll::Ready(ended) = first.await {
                    return out(respond(&served.signature, ended));
                }
                Box::pin(async move {
                    let ended = running.await;
                    drop(permit);
                    respond(&served.signature, ended)
                })
            }
        };
        out(attend(rest, abandoned, blame).await)
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

/// Answers a call that has a key: by the tool, or as it was answered before.
async fn once<S: Send + 'static>(
    named: Named,
    body: &[u8],
    served: &Served<S>,
    call: CallRequest<S>,
    terms: Terms,
) -> Response {
    let time = terms.timeout.unwrap_or(Duration::MAX);
    let once = match named.begin(&served.signature, body, time).await {
        Ok(once) => once,
        Err(answer) => return instead(&served.signature, *answer),
    };
    let ended = dispatch(served, call, terms).await;
    let lasts = !ended.result.as_ref().is_err_and(Failure::did_nothing);
    let (response, unkept) = end(once, respond(&served.signature, ended), lasts).await;
    match unkept {
        Some(error) => blamed(response, &served.signature, Cause::Unkept(error.to_string())),
        None => response,
    }
}

/// The response to a call that has ended. A fault goes into its extensions: its vendor gets it, the caller no word of
/// it.
fn respond(signature: &Lasting, Ended { result, warning }: Ended) -> Response {
    let failure = match result {
        Ok(outputs) => return remarked(reply::json(outputs), warning),
        Err(failure) => failure,
    };
    let (response, cause) = match failure {
        Failure::Rejected(response) => {
            let cause = Cause::of_rejection(&response);
            (rejected(*response), cause)
        }
        failure => {
            let (problem, wait) = (failure.problem(), failure.retry_after());
            let response = match wait.and_then(|wait| u32::try_from(wait.as_secs()).ok()) {
                Some(seconds) => reply::retry_later(&problem, seconds),
                None => reply::problem(&problem),
            };
            (response, failure.into_cause())
        }
    };
    match cause {
        Some(cause) => blamed(response, signature, cause),
        None => remarked(response, warning),
    }
}

fn remarked(mut response: Response, warning: Option<Fault>) -> Response {
    if let Some(warning) = warning {
        response.extensions_mut().insert(warning);
    }
    response
}

fn blamed(response: Response, signature: &Lasting, cause: Cause) -> Response {
    remarked(response, Some(Fault::new(signature.clone(), cause)))
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
