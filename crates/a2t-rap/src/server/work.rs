//! Workers: what waits in the store is claimed, run and delivered, until they are stopped.

use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_store::worker::Slots;
use a2t_store::{Claim, StoreError, Work};
use tokio::sync::mpsc;

use crate::server::inner::{Inner, Order};

/// Shortest wait after a look that found nothing to claim.
const PAUSE: Duration = Duration::from_millis(50);

/// Workers of a [`Server`](crate::server::Server): they run what was accepted, by this program or by one before
/// it, and deliver what it caused.
///
/// Without them nothing runs: give [`run`](Self::run) or [`run_until`](Self::run_until) to a task.
#[must_use = "nothing runs without its workers"]
pub struct Workers {
    pub(crate) inner: Arc<Inner>,
    pub(crate) orders: mpsc::Receiver<Order>,
}

impl Workers {
    /// Works until the future is ready, then claims nothing more, and waits for what has begun, at
    /// most `a2t::Limits::shutdown_timeout`; what has not ended then runs again later.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        self.run_until_cut(stop, std::future::pending()).await;
    }

    /// Works until the first future is ready, and waits for what has begun no longer than until the second one is.
    #[doc(hidden)]
    pub async fn run_until_cut(
        self,
        stop: impl Future<Output = ()>,
        cut: impl Future<Output = ()>,
    ) {
        let Self { inner, orders } = self;
        let mut working = pin!(inner.work());
        tokio::select! {
            () = stop => {}
            () = working.as_mut() => {}
            () = inner.tidy(orders) => {}
        }
        inner.pool.stop();
        // To its end, because work that is being claimed would wait for the end of its lease.
        working.await;
        inner.pool.end(inner.shares.noted().limits.shutdown_timeout, cut).await;
    }

    /// Works for as long as the program runs.
    pub async fn run(self) {
        self.run_until(std::future::pending()).await;
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers").finish_non_exhaustive()
    }
}

impl Inner {
    /// Claims work until the program stops.
    async fn work(self: &Arc<Self>) {
        self.pool.work(PAUSE, || self.claim_all()).await;
    }

    /// Claims what fits into the free slots. Returns whether there was anything.
    async fn claim_all(self: &Arc<Self>) -> Result<bool, StoreError> {
        let messages = self.claim(self.pool.due().messages_only(), &self.deliveries).await?;
        let calls = self.claim(self.pool.due().calls_only(), &self.pool.runs).await?;
        Ok(messages || calls)
    }

    async fn claim(self: &Arc<Self>, claim: Claim, slots: &Slots) -> Result<bool, StoreError> {
        let claimed = self.pool.claim(claim, slots).await?;
        let found = !claimed.is_empty();
        for (work, permit) in claimed {
            match work {
                Work::Run(run) => self.spawn_run(*run, permit),
                Work::Deliver(delivery) => self.spawn_delivery(*delivery, permit),
            }
        }
        Ok(found)
    }
}
