//! The sending of a call: posted until it is acknowledged, or never will be.

use std::time::Duration;

use a2t_client::parts;
use a2t_core::error::inert;
use a2t_store::token::chance;
use a2t_store::worker::now;
use a2t_store::{Call, Outcome, Reason, Step, Then};
use a2t_webhook::egress::HeaderMap;
use http::header::CONTENT_TYPE;
use serde_json::Value;
use tokio::time::timeout;

use crate::client::inner::Inner;
use crate::client::payload::{Payload, Progress};
use crate::client::step::{failed, waiting};
use crate::client::telemetry::Posted;
use crate::shared;

/// Longest wait for the body of a refusal.
const REST: Duration = Duration::from_secs(2);

impl Inner {
    /// Sends the invocation (CB-3), again along the schedule without an answer (CB-4), and never
    /// after a refusal (CB-5).
    pub(crate) async fn send(&self, call: &Call, payload: &Payload) -> Step {
        let span = self.telemetry.sending(&payload.tool, payload.trace_context.clone());
        let (step, end) = self.posted(call, payload, &span).await;
        span.finish(&end);
        step
    }

    async fn posted(
        &self,
        call: &Call,
        payload: &Payload,
        span: &parts::Call,
    ) -> (Step, Result<(), Box<Posted>>) {
        let mut attempt = 1;
        loop {
            let posted = self.attempt(payload, span, attempt).await;
            let reply = posted.reply;
            let number = if payload.is_once { u32::MAX } else { attempt };
            let decided = self.settings.schedule.decide(number, reply, chance(), now());
            tracing::debug!(tool = %payload.tool, attempt, ?reply, "an invocation was posted");
            let at = match decided {
                Outcome::Delivered => {
                    let sent = Progress { is_sent: true, seen: 0, attempts: attempt };
                    return (waiting(payload.deadline, sent), Ok(()));
                }
                Outcome::Dead(reason) => {
                    tracing::warn!(tool = %payload.tool, attempt, %reason, "an invocation failed");
                    let words = unsent(reason, &posted, attempt);
                    return (failed(payload, &words, posted.word(), attempt), Err(posted));
                }
                Outcome::Retry(at, _) => at,
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

    /// One attempt, in its own span, whose context is sent to the server.
    async fn attempt(&self, payload: &Payload, span: &parts::Call, attempt: u32) -> Box<Posted> {
        let watched = self.telemetry.pace.attempt(span, attempt);
        let loaded = self.toolsets.at(&payload.base);
        // The call may be older than the manifest, and its endpoint another one.
        let headers = loaded.map(|loaded| loaded.headers.of(&loaded.base, &payload.endpoint));
        let mut headers = headers.unwrap_or_default();
        watched.sign(&mut headers);
        let posted =
            watched.instrument(async { self.post(payload, headers).await.checked() }).await;
        let (Ok(posted) | Err(posted)) = posted;
        posted
    }

    async fn post(&self, payload: &Payload, headers: HeaderMap) -> Posted {
        let body = payload.invocation.as_bytes();
        let sent = self.guard.post(&payload.endpoint, headers, body).await;
        let reply = shared::reply(&sent);
        match sent {
            // A redirect leads to an address that was not approved.
            Ok(sent) => {
                let status = sent.status();
                let is_error = status.is_client_error() || status.is_server_error();
                let words = if is_error { message_of(sent).await } else { None };
                Posted { reply, error: None, words }
            }
            Err(error) => Posted { reply, error: Some(error), words: None },
        }
    }
}

/// Returns the message of a refusal: the detail or the title of a problem, the message of another
/// object, or a text.
async fn message_of(reply: a2t_webhook::egress::Reply) -> Option<String> {
    let media_type = reply.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_text = media_type.is_some_and(|media_type| media_type.starts_with("text/plain"));
    let body = timeout(REST, reply.body()).await.ok()?.ok()?;
    words_of(&body, is_text)
}

fn words_of(body: &[u8], is_text: bool) -> Option<String> {
    let text = match serde_json::from_slice::<Value>(body) {
        Ok(value) => ["/detail", "/error/message", "/message", "/error", "/title"]
            .into_iter()
            .find_map(|pointer| value.pointer(pointer)?.as_str().map(str::to_owned))?,
        Err(_) if is_text => String::from_utf8_lossy(body).into_owned(),
        Err(_) => return None,
    };
    let text = inert(text.trim());
    (!text.is_empty()).then_some(text)
}

/// Words for a model of an invocation that was not accepted.
fn unsent(reason: Reason, posted: &Posted, attempts: u32) -> String {
    let detail = posted.words.as_ref().map_or_else(String::new, |words| format!(": {words}"));
    match (reason, &posted.error) {
        (Reason::Refused(status), _) => {
            format!(
                "the call did not run; the tool's server refused it with status {status}{detail}"
            )
        }
        (Reason::Forbidden, Some(error)) => format!("the call was not sent: {error}"),
        (Reason::Exhausted(Some(status)), _) => {
            let often = if attempts > 1 { ", at every attempt" } else { "" };
            format!("the tool's server failed with status {status}{often}{detail}")
        }
        (_, Some(error)) => format!("the tool's server was not reached: {error}"),
        (_, None) => "the tool's server was not reached".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_says_of_a_refusal_is_short_and_inert() {
        let message = |body: &str| words_of(body.as_bytes(), false);
        let problem = r#"{"type": "about:blank", "title": "Conflict", "detail": "give each call its own id"}"#;
        assert_eq!(message(problem).unwrap(), "give each call its own id");
        assert_eq!(message(r#"{"title": "Conflict"}"#).unwrap(), "Conflict");
        assert_eq!(message(r#"{"error": {"message": "no quota"}}"#).unwrap(), "no quota");
        assert_eq!(message(r#"{"error": "no quota"}"#).unwrap(), "no quota");
        assert_eq!(message("{\"message\": \"a\\u001b[31m\\nb\"}").unwrap(), "a\\u{1b}[31m\\nb");
        assert!(message(&format!(r#"{{"detail": "{}"}}"#, "x".repeat(9_000))).unwrap().len() < 400);
        for nothing in ["", "{}", "[]", "7", r#"{"detail": ["x"]}"#, "<html>", r#"{"detail": " "}"#]
        {
            assert_eq!(message(nothing), None, "{nothing}");
        }
        assert_eq!(words_of(b" no quota\n", true).unwrap(), "no quota");
    }
}
