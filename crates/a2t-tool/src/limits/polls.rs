//! The time of one poll of a tool. A tool that computes or blocks in an `async fn` keeps a thread that serves, so that
//! every other call of that thread waits. It is reported once.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use a2t_core::ToolId;

use crate::{Cause, Fault, SignatureRef};

/// Number of tools that are reported at most, since sets of tools may change forever.
const MOST: usize = 10_000;

/// The limit on the time of one poll, and the tools that were reported.
#[derive(Debug)]
pub struct Polls {
    limit: Duration,
    reported: Mutex<BTreeSet<ToolId>>,
}

impl Polls {
    /// Reports polls that take longer than this. [`Duration::MAX`] reports none.
    pub fn new(limit: Duration) -> Self {
        Self { limit, reported: Mutex::default() }
    }

    /// Returns the time since then, if it is too long for one poll.
    #[inline]
    pub fn overdue(&self, begun: Instant) -> Option<Duration> {
        Some(begun.elapsed()).filter(|took| *took > self.limit)
    }

    /// Returns the fault of a tool that took too long, unless one of the tool was returned before.
    pub fn fault(&self, signature: &SignatureRef, took: Duration) -> Option<Fault> {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = reported.len() < MOST && reported.insert(signature.tool_id);
        is_new.then(|| Fault::new(signature.clone(), Cause::Blocked(took)))
    }
}
