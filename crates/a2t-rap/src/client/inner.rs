//! Parts that calls, the receiver and the workers share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use a2t_store::Store;
use a2t_store::worker::{Holder, Pool, now};
use a2t_tool::Bodies;
use a2t_webhook::egress::Guard;
use serde_json::{Map, Value};

use crate::client::recording::Recording;
use crate::client::settings::Settings;
use crate::client::telemetry::Telemetry;
use crate::client::toolset::Toolsets;
use crate::client::waiters::Waiters;

/// Name of the queue in which calls of a runtime wait.
pub(crate) const QUEUE: &str = "rap-runtime";
/// Locks of threads: two threads share one only by chance.
const LANES: usize = 64;
/// Maximum number of bytes of all callbacks together, as in `a2t::Limits`.
const BODIES_BYTES: usize = 64 * 1024 * 1024;

pub(crate) struct Inner {
    pub(crate) settings: Settings,
    pub(crate) guard: Guard,
    pub(crate) toolsets: Toolsets,
    /// Spans and metrics of calls.
    pub(crate) telemetry: Telemetry,
    /// Recording or replay of calls.
    pub(crate) recording: Recording,
    pub(crate) pool: Pool<Holder>,
    /// Bytes of callbacks, if no server of a2t is around the receiver.
    pub(crate) bodies: Bodies,
    lanes: [tokio::sync::Mutex<()>; LANES],
    pub(crate) waiters: Arc<Waiters>,
    views: Mutex<HashMap<(String, String), Map<String, Value>>>,
}

impl Inner {
    pub(crate) fn new(
        settings: Settings,
        guard: Guard,
        telemetry: Telemetry,
        recording: Recording,
    ) -> Self {
        let store = Arc::clone(&settings.store);
        Self {
            // No call waits in a slot of its own: those that ask the user count among those that run.
            pool: Pool::new(store, QUEUE, settings.calls, 0, settings.lease, now),
            settings,
            guard,
            toolsets: Toolsets::default(),
            telemetry,
            recording,
            bodies: Bodies::new(BODIES_BYTES),
            lanes: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            waiters: Arc::default(),
            views: Mutex::default(),
        }
    }

    pub(crate) fn store(&self) -> &dyn Store {
        self.pool.store()
    }

    /// Messages of one thread are dealt with one at a time (CB-57).
    pub(crate) async fn lane(&self, thread: &str) -> Option<tokio::sync::MutexGuard<'_, ()>> {
        let sum = thread
            .bytes()
            .fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
        let lane = self.lanes.get(sum % LANES)?;
        Some(lane.lock().await)
    }

    /// Keeps the latest content of a view; an empty one is cleared (CB-134).
    pub(crate) fn keep_view(&self, thread: &str, kind: &str, content: Map<String, Value>) {
        let mut views = self.views.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (thread.to_owned(), kind.to_owned());
        if content.is_empty() {
            views.remove(&key);
        } else {
            views.insert(key, content);
        }
    }

    pub(crate) fn views(&self, thread: &str) -> Vec<(String, Map<String, Value>)> {
        let views = self.views.lock().unwrap_or_else(PoisonError::into_inner);
        let own = views.iter().filter(|((of, _), _)| of == thread);
        own.map(|((_, kind), content)| (kind.clone(), content.clone())).collect()
    }

    pub(crate) fn forget_views(&self, thread: &str) {
        let mut views = self.views.lock().unwrap_or_else(PoisonError::into_inner);
        views.retain(|(of, _), _| of != thread);
    }
}
