//! Parts that requests and workers share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use a2t_store::Store;
use a2t_store::worker::{Holder, Pool, Suspects};
use a2t_tool::{BlockingPool, BlockingThreads};
use http::HeaderMap;

use super::context::RunContext;
use super::journal::Journal;
use super::{QUEUE, Tasks, now};

pub(crate) struct State {
    pub(super) settings: Tasks,
    pub(super) pool: Pool<RunContext>,
    /// Turns of tasks that were cut short.
    pub(super) suspects: Suspects,
    /// Threads for tools that are not `async`: one for each slot, so that none waits for one.
    threads: Arc<BlockingThreads>,
    begun: AtomicBool,
}

impl State {
    pub(crate) fn new(settings: Tasks) -> Self {
        let limits = &settings.limits;
        let (running, waiting) = (limits.max_running_calls, limits.max_waiting_calls);
        let store = Arc::clone(&settings.store);
        Self {
            pool: Pool::new(store, QUEUE, running, waiting, limits.lease_duration, now),
            suspects: Suspects::default(),
            threads: Arc::new(BlockingThreads::new(Some(running), waiting)),
            begun: AtomicBool::new(false),
            settings,
        }
    }

    /// Headers of a request that the contexts of its task see.
    pub(crate) fn kept(&self, headers: &HeaderMap) -> HeaderMap {
        let kept = self.settings.headers.iter().flat_map(|name| {
            headers.get_all(name).iter().map(move |value| (name.clone(), value.clone()))
        });
        kept.collect()
    }

    pub(super) fn threads(&self) -> Arc<dyn BlockingPool> {
        Arc::clone(&self.threads) as _
    }

    pub(super) fn store(&self) -> &dyn Store {
        self.pool.store()
    }

    /// `true` for the first who asks.
    pub(super) fn begins(&self) -> bool {
        !self.begun.swap(true, Ordering::SeqCst)
    }

    /// Returns the context of a run.
    pub(super) fn context(&self, holder: Holder, journal: Journal, asks: bool) -> RunContext {
        let store = Arc::clone(&self.settings.store);
        RunContext::new(store, holder, self.pool.phase(), journal, self.settings.limits, asks)
    }
}
