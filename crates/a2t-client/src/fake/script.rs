//! Answers of a fake, and the record of the calls that it took.

use std::any::TypeId;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use a2t_core::ToolSignature;
use a2t_core::invocation::check_arguments;
use http::HeaderValue;
use tokio::time::sleep;

use super::failure::error;
use super::record::{Record, Scripted};
use super::{Failure, Sent, sample};
use crate::Result;
use crate::call::invoke::invalid;
use crate::generated::reply::Outputs;
use crate::telemetry::Trace;
use crate::transport::limits::Limits;

pub(super) type Answer = Arc<dyn Fn(&Sent) -> Result<Outputs, Failure> + Send + Sync>;

/// Answers to each tool, and the calls so far.
#[derive(Default)]
pub(crate) struct Script {
    pub(super) record: Record<Sent, Answer>,
    /// Number of calls that came without a key.
    keys: AtomicU64,
    trace: Trace,
}

impl Script {
    /// Judges a call as the client does, records it and answers it; all in all it may take `total`.
    /// Spans and figures tell it as a call of a client.
    pub(crate) async fn outputs(
        &self,
        reply: TypeId,
        signature: &'static ToolSignature,
        sent: Result<Sent>,
        total: Duration,
    ) -> Result<Outputs> {
        let seen = self.trace.call(signature, None);
        let result = async { self.answer(reply, sent?, total).await }.await;
        seen.ended(&result);
        result
    }

    async fn answer(&self, reply: TypeId, sent: Sent, total: Duration) -> Result<Outputs> {
        let violations = check_arguments(sent.signature, &sent.arguments);
        if !violations.is_empty() {
            return Err(invalid(sent.signature, violations));
        }
        let (sent, scripted) = self.take(reply, sent);
        let limit = Limits::DEFAULT.attempt.min(total);
        let after = scripted.as_ref().map_or(Duration::ZERO, |next| next.after);
        if !after.is_zero() {
            sleep(after.min(limit)).await;
        }
        if after >= limit {
            return Err(error(Failure::timeout(), &sent, limit));
        }
        match scripted {
            Some(next) => (next.answer)(&sent).map_err(|failure| error(failure, &sent, limit)),
            None => Ok(Outputs::new(sent.signature, sample::values(sent.signature))),
        }
    }

    /// Gives the call a key, if it has none, and records it.
    fn take(&self, reply: TypeId, mut sent: Sent) -> (Sent, Option<Scripted<Answer>>) {
        if sent.key.is_none() {
            let number = self.keys.fetch_add(1, Ordering::Relaxed) + 1;
            sent.key = HeaderValue::try_from(format!("fake-{number}")).ok();
        }
        let scripted = self.record.take(reply, &sent);
        (sent, scripted)
    }
}
