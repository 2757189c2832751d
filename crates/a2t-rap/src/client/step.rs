//! Steps by which a worker leaves a call to the store.

use std::time::Duration;

use a2t_store::worker::now;
use a2t_store::{Step, Then, Time};

use crate::client::payload::{Payload, Progress};
use crate::client::telemetry::stored;
use crate::message::{Invocation, Reading, ToolResult};

/// Wait before a call that this program cannot read is claimed again.
pub(crate) const UNREADABLE: Duration = Duration::from_secs(300);

/// Waits until something comes for the call, or that time.
pub(crate) fn waiting(until: Time, progress: Progress) -> Step {
    let step = Step::new(Then::Suspend { until, seen: progress.seen });
    step.checkpoint(progress.to_secret())
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
