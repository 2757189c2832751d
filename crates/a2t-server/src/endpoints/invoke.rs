//! One invocation over HTTP: from the request through [`dispatch`] to the response.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use a2t_core::invocation::Layout;
use a2t_core::wire::problem::{Kind, Problem};
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderName, HeaderValue, StatusCode};

use crate::endpoints::context::RequestContext;
use crate::endpoints::heading::Heading;
use crate::endpoints::once;
use crate::{Idempotency, reply};
use a2t_tool::dispatch::{CallRequest, Ended, Rest, Terms, attend, dispatch};
use a2t_tool::{
    CallKey, CallableVersion, Cause, Failure, Fault, Inputs, KeptProblem, Shares, SignatureRef,
    is_problem, overloaded, rejection,
};

const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

pub(crate) type Answer = Pin<Box<dyn Future<Output = Response> + Send>>;

/// Answers `POST …:invoke` for this version of this tool.
// One future with all of it, because each inside another would move the request once more.
pub(crate) fn invoke<S: Send + 'static>(
    served: CallableVersion<S>,
    shares: Arc<Shares>,
    replies: &Idempotency,
    mut request: Request,
    state: S,
    mut context: RequestContext,
) -> Answer {
    let span = context.begin(&served.signature, &mut request);
    let (parts, body) = request.into_parts();
    let key = key(&parts, replies, &served);
    Box::pin(async move {
        let response = 'response: {
            let key = match key {
                Ok(key) => key,
                Err(refused) => break 'response reply::problem(&refused),
            };
            let limits = shares.limits.body();
            let body = match shares.bodies.collect(body, limits, &parts.extensions).await {
                Ok(body) => body,
                Err(problem) => break 'response reply::unread(&problem),
            };
            // A client that sends its body slowly must not hold a permit that another call needs.
            let Ok(permit) = Arc::clone(&shares.in_flight).try_acquire_owned() else {
                break 'response reply::unread(&overloaded());
            };
            let key = key.map(|key| key.content(body.clone()));
            let time = served.time(shares.limits.handler_timeout);
            let terms = Terms { key, ..Terms::new(&shares, span, time) };
            let inputs = Inputs::Pairs(body);
            let call = CallRequest { state, parts, inputs, layout: Layout::Pairs };
            let mut running = dispatch(&served, call, terms);
            // Most calls end here.
            let first = poll_fn(|context| Poll::Ready(Pin::new(&mut running).poll(context)));
            if let Poll::Ready(ended) = first.await {
                break 'response respond(&served.signature, ended);
            }
            let on_disconnect = served.on_disconnect().unwrap_or(shares.limits.on_disconnect);
            let signature = served.signature.clone();
            let rest: Rest<Response> = Box::pin(async move {
                let ended = running.await;
                drop(permit);
                respond(&signature, ended)
            });
            let faults = context.faults();
            let after = move |response, id: Option<_>| {
                faults.report_unsent(response, id.as_ref(), shares.receiver.as_ref());
            };
            attend(rest, on_disconnect, after).await.unwrap_or_else(cancelled)
        };
        context.finish(reply::remarked(response, served.deprecated))
    })
}

/// The key of the call, if it has one.
fn key<S>(
    parts: &Parts,
    replies: &Idempotency,
    served: &CallableVersion<S>,
) -> Result<Option<Box<CallKey>>, Problem> {
    let heading = Heading::new(&parts.headers);
    heading.check_media_type()?;
    once::key(parts, heading.key(), replies, served.requires_key())
}

/// Answer to a client that closed only its sending side.
fn cancelled() -> Response {
    let detail = "the client closed the connection, so the tool was stopped; whether it had an effect is unknown";
    reply::problem(&Problem::new(Kind::Timeout, detail))
}

/// The response to a call that has ended. A fault goes into its extensions: its vendor gets it, the caller no word of
/// it.
fn respond(signature: &SignatureRef, Ended { result, fault, replayed }: Ended) -> Response {
    let (mut response, cause) = match result {
        Ok(outputs) => (reply::json(outputs), None),
        Err(failure) => failed(failure),
    };
    if replayed {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    let failure = cause.map(|cause| Fault::new(signature.clone(), cause));
    if let Some(fault) = failure.or(fault) {
        response.extensions_mut().insert(fault);
    }
    response
}

/// The response to a call without outputs, and the fault that only its vendor learns of.
fn failed(failure: Failure) -> (Response, Option<Cause>) {
    match failure {
        Failure::Rejected(response) => {
            let cause = Cause::of_rejection(&response);
            (rejected(*response), cause)
        }
        Failure::Kept(KeptProblem { status, body }) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            (reply::problem_again(status, body), None)
        }
        failure => {
            let (problem, wait) = (failure.problem(), failure.retry_after());
            let response = match wait.and_then(|wait| u32::try_from(wait.as_secs()).ok()) {
                Some(seconds) => reply::retry_later(&problem, seconds),
                None => reply::problem(&problem),
            };
            (response, failure.into_cause())
        }
    }
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
