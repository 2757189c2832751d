//! The sending of a call: posted until it is acknowledged, or never will be.

use std::time::Duration;

use a2t_client::parts;
use a2t_egress::{Error, HeaderMap};
use a2t_rap_wire::{Invocation, Reading, ToolResult};
use a2t_store::schedule::Reply;
use a2t_store::token::chance;
use a2t_store::{Call, Outcome, Reason, Step, Then};

use crate::inner::{Inner, now};
use crate::payload::{Payload, Progress};
use crate::run::waiting;
use crate::seen::{Posted, stored};

/// Wait before a call that this program cannot read is claimed again.
pub(crate) const UNREADABLE: Duration = Duration::from_secs(300);

impl Inner {
    /// Sends the invocation (CB-3), again along the schedule if nobody answers (CB-4), and never
    /// after a refusal (CB-5).
    pub(crate) async fn send(&self, call: &Call, payload: &Payload) -> Step {
        let seen = self.seen.sending(&payload.tool, payload.place.clone());
        let (step, end) = self.posted(call, payload, &seen).await;
        seen.ended(&end);
        step
    }

    async fn posted(
        &self,
        call: &Call,
        payload: &Payload,
        seen: &parts::Call,
    ) -> (Step, Result<(), Box<Posted>>) {
        let mut attempt = 1;
        loop {
            let posted = self.attempt(payload, seen, attempt).await;
            let reply = posted.reply;
            let judged = self.settings.schedule.judge(attempt, reply, chance(), now());
            tracing::debug!(tool = %payload.tool, attempt, ?reply, "an invocation was posted");
            let at = match judged {
                Outcome::Delivered => {
                    let sent = Progress { is_sent: true, seen: 0, attempts: attempt };
                    return (waiting(payload.deadline, sent), Ok(()));
                }
                Outcome::Dead(reason) => {
                    tracing::warn!(tool = %payload.tool, attempt, %reason, "an invocation failed");
                    let words = unsent(reason, posted.error.as_ref());
                    return (failed(payload, &words, posted.word(), attempt), Err(posted));
                }
                Outcome::Retry(at) => at,
            };
            let wait = at.since(now()).min(payload.deadline.since(now()));
            tokio::time::sleep(wait).await;
            // It may have come though its 200 was lost.
            if self.is_answered(call).await || payload.deadline <= now() {
                return (Step::new(Then::Again(now())), Err(posted));
            }
            attempt += 1;
        }
    }

    /// One attempt, in a span of its own, of which the server is told.
    async fn attempt(&self, payload: &Payload, seen: &parts::Call, attempt: u32) -> Box<Posted> {
        let watched = self.seen.pace.attempt(seen, attempt);
        let loaded = self.toolsets.at(&payload.base);
        let mut headers = loaded.map(|loaded| loaded.headers.clone()).unwrap_or_default();
        watched.sign(&mut headers);
        let posted = watched.watch(async { self.post(payload, headers).await.judged() }).await;
        let (Ok(posted) | Err(posted)) = posted;
        posted
    }

    async fn post(&self, payload: &Payload, headers: HeaderMap) -> Posted {
        let body = payload.invocation.as_bytes();
        let (reply, error) = match self.guard.post(&payload.endpoint, headers, body).await {
            // A redirect leads to an address that nobody has approved.
            Ok(reply) => (Reply::Status(reply.status().as_u16(), None), None),
            Err(error @ Error::Refused(_)) => (Reply::Forbidden, Some(error)),
            Err(error) => (Reply::None, Some(error)),
        };
        Posted { reply, error }
    }
}

/// The answer of a call that has none (CB-9).
pub(crate) fn failed(payload: &Payload, words: &str, end: &'static str, attempts: u32) -> Step {
    let read = Invocation::parse(payload.invocation.as_bytes(), Reading::Lenient);
    let result = read.map(|invocation| ToolResult::error(&invocation.address, words));
    match result {
        Ok(result) => Step::done(stored(result, Some(end), attempts)),
        Err(_) => Step::new(Then::Again(now().after(UNREADABLE))),
    }
}

/// Words for a model of an invocation that was not accepted.
fn unsent(reason: Reason, error: Option<&Error>) -> String {
    match (reason, error) {
        (Reason::Refused(status), _) => {
            format!("the tool's server refused the call with status {status}; it did not run")
        }
        (Reason::Forbidden, Some(error)) => format!("the call was not sent: {error}"),
        (Reason::Exhausted(Some(status)), _) => {
            format!("the tool's server failed with status {status}, each time that it was asked")
        }
        (_, Some(error)) => format!("the tool's server was not reached: {error}"),
        (_, None) => "the tool's server was not reached".to_owned(),
    }
}
