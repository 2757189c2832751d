//! Parts that endpoints and workers share.

use std::sync::Arc;

use a2t_store::worker::{Holder, Pool, Slots, Suspects, now, within};
use a2t_store::{Answer, Digest, Key, Store, StoreError};
use a2t_tool::OwnShares;
use a2t_webhook::egress::Guard;
use tokio::sync::Notify;

use crate::server::receivers::Receivers;
use crate::server::settings::Settings;
use crate::server::tools::Runner;
use crate::shared::PATIENCE;

/// Name of the queue in which calls over RAP wait.
pub(crate) const QUEUE: &str = "rap";

/// Locks of calls that are being answered. Two calls share one only by chance.
const LANES: usize = 64;

/// A chore that a request asks for.
pub(crate) enum Order {
    /// Cancels every call of the thread that this caller made.
    Close(String, Option<String>),
}

/// A call that runs here.
pub(crate) struct Held {
    pub(crate) holder: Holder,
    /// Something may have been signalled.
    pub(crate) signalled: Notify,
}

pub(crate) struct Inner {
    pub(crate) runner: Arc<dyn Runner>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) guard: Guard,
    /// The server around the router is noted with its first request.
    pub(crate) shares: Arc<OwnShares>,
    pub(crate) pool: Pool<Held>,
    pub(crate) deliveries: Slots,
    pub(crate) receivers: Receivers,
    /// Turns of calls that were cut short.
    pub(crate) suspects: Suspects,
    pub(crate) orders: tokio::sync::mpsc::Sender<Order>,
    answering: [tokio::sync::Mutex<()>; LANES],
}

impl Inner {
    pub(crate) fn new(
        settings: Arc<Settings>,
        runner: Arc<dyn Runner>,
        guard: Guard,
        orders: tokio::sync::mpsc::Sender<Order>,
        shares: Arc<OwnShares>,
    ) -> Self {
        let limits = &settings.limits;
        let (running, waiting) = (limits.max_running_calls, limits.max_waiting_calls);
        let store = Arc::clone(&settings.store);
        let pool = Pool::new(store, QUEUE, running, waiting, limits.lease_duration, now);
        Self {
            shares,
            deliveries: pool.slots(settings.max_concurrent_deliveries),
            receivers: Receivers::new(settings.max_concurrent_deliveries, &pool.wake),
            suspects: Suspects::default(),
            answering: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            pool,
            runner,
            settings,
            guard,
            orders,
        }
    }

    pub(crate) fn store(&self) -> &dyn Store {
        self.pool.store()
    }

    /// Waits for an answer of the store, as long as the sender of a request waits for it.
    pub(crate) async fn ask<T>(&self, answer: Answer<'_, T>) -> Result<T, StoreError> {
        within(PATIENCE, answer).await
    }

    /// Waits until no other answer to a question of this call is being stored.
    pub(crate) async fn answering(&self, key: &Key) -> Option<tokio::sync::MutexGuard<'_, ()>> {
        let digest = Digest::from_parts([key.group(), key.id()]);
        let [lane, ..] = digest.as_bytes();
        let lane = self.answering.get(usize::from(*lane) % LANES)?;
        Some(lane.lock().await)
    }
}
