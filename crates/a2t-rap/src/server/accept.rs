//! Checks an invocation as far as it must be before the 200, and makes it durable.

use std::sync::Arc;

use a2t_store::worker::{Admission, now};
use a2t_store::{Call, Digest, Key, Lease, NewCall, Run, Secret, Standing, StoreError, Time};
use a2t_tool::Caller;
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use tokio::time::timeout;

use crate::message::{Invocation, InvocationError, Reading, ReturnAddress};
use crate::server::digest;
use crate::server::inner::Inner;
use crate::server::payload::{Payload, Work};
use crate::server::refuse::{later, refuse, trouble, well};
use crate::server::request::{NO_HOST, unreadable};
use crate::server::{name, telemetry};
use crate::shared::PATIENCE;

const NOT_STORED: &str = "the call could not be stored; send it again later";

/// Answers an invocation: 200 as soon as it is stored (CB-6, CB-8), without waiting for the tool
/// (CB-7). An error in the operation or the arguments is reported by the result (CB-10).
pub(crate) async fn accept(inner: &Arc<Inner>, parts: &Parts, body: &[u8]) -> Response {
    let (payload, digest) = match Invocation::parse(body, Reading::Strict) {
        Ok(invocation) => {
            let Some(base) = inner.base(parts, "/invoke") else {
                return refuse(StatusCode::BAD_REQUEST, NO_HOST);
            };
            let caller = parts.extensions.get::<Caller>();
            let payload = inner.payload(&invocation, base, &parts.headers, caller);
            if let Work::Tool { tool, .. } = &payload.work
                && let Some(refusal) = inner.runner.refuses(caller, *tool)
            {
                return refusal.within(&parts.extensions).into_response();
            }
            (payload, digest::of(&invocation, caller))
        }
        Err(InvocationError { problem, address: Some(address) }) => {
            // The digest is one of the bytes, because nothing but their mistakes was read.
            (Payload::refused(*address, problem.to_string()), Digest::from_parts([body]))
        }
        // There is no receiver for the problem (CBA-7).
        Err(InvocationError { problem, address: None }) => return unreadable(problem),
    };
    if let Err(refusal) = inner.guard.policy().check(payload.address.callback_url.as_str()) {
        // The refusal has no more of the URL than its origin.
        return refuse(StatusCode::FORBIDDEN, format!("the callback URL: {refusal}"));
    }
    let caller = parts.extensions.get().map(Caller::id);
    let ReturnAddress { group_id, id, .. } = &payload.address;
    // The name of the call in the store (CBA-3, CBA-22).
    match name::key(caller, group_id, id) {
        Ok(key) => inner.store_call(key, digest, payload.to_secret()).await,
        Err(error) => refuse(StatusCode::BAD_REQUEST, error.to_string()),
    }
}

impl Inner {
    /// The call, with the version of the tool that it is accepted for.
    fn payload(
        &self,
        invocation: &Invocation,
        base: String,
        headers: &HeaderMap,
        caller: Option<&Caller>,
    ) -> Payload {
        let sees = |tool| self.runner.sees(caller, tool);
        let work = match self.runner.catalog().find(&invocation.operation, sees) {
            Ok(found) => Work::Tool {
                operation: invocation.operation.clone(),
                tool: found.tool,
                version: found.version,
                arguments: invocation.arguments.clone(),
            },
            Err(words) => Work::Refused(words),
        };
        let traced = telemetry::KEPT.iter().filter(|name| !self.settings.kept.contains(name));
        let kept = self.settings.kept.iter().chain(traced);
        let kept =
            kept.flat_map(|name| headers.get_all(name).iter().map(move |value| (name, value)));
        let kept = kept.map(|(name, value)| (name.clone(), value.clone())).collect();
        let caller = caller.cloned();
        Payload { caller, ..Payload::new(invocation, base, kept, work) }
    }

    async fn store_call(self: &Arc<Self>, key: Key, digest: Digest, payload: Secret) -> Response {
        let call = NewCall::new(key.clone(), digest, payload.clone());
        let time = now();
        // The answer comes from a separate task, because a caller that hangs up in the meantime
        // would leave the call held without a run.
        let inner = Arc::clone(self);
        let accepting = tokio::spawn(async move {
            let admission = inner.pool.accept(call).await?;
            if let Admission::Claimed(lease, permit) = admission {
                inner.spawn_run(first(lease, key, payload, time), permit);
                return Ok(Admission::Waiting);
            }
            Ok::<_, StoreError>(admission)
        });
        // The task goes on: a call that is stored later runs, and is known when it is sent again.
        let Ok(accepted) = timeout(PATIENCE, accepting).await else {
            tracing::error!("the store did not answer in time; a call was refused");
            return trouble(5, NOT_STORED);
        };
        match accepted {
            Ok(Ok(Admission::Claimed(..) | Admission::Waiting | Admission::Known(_))) => well(),
            Ok(Ok(Admission::Conflict)) => {
                let words = "another call of this thread has this id: give each call its own";
                refuse(StatusCode::CONFLICT, words)
            }
            Ok(Ok(Admission::Full)) => later(30, "as many calls wait as may; nothing was accepted"),
            Ok(Err(error)) => {
                tracing::error!(%error, "a call could not be stored");
                trouble(5, NOT_STORED)
            }
            Err(_) => trouble(5, "the server stops; nothing was accepted"),
        }
    }
}

/// The first run of a call that is claimed as it is accepted.
fn first(lease: Lease, key: Key, payload: Secret, accepted: Time) -> Run {
    let call = Call {
        key,
        standing: Standing::Leased,
        payload,
        checkpoint: None,
        result: None,
        signals: Vec::new(),
        attempts: 1,
        accepted,
        changed: accepted,
    };
    Run { lease, call }
}
