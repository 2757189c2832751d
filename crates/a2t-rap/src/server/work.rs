//! Workers: what waits in the store is claimed, run and delivered, until they are stopped.

use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use a2t_store::worker::{Phase, now};
use a2t_store::{Claim, StoreError, Work, worker};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;

use crate::server::inner::{Inner, Order, QUEUE};

/// Longest wait between two looks into the store, which other programs fill too.
const LOOK: Duration = Duration::from_secs(1);
/// Shortest wait after a look that found nothing to claim.
const PAUSE: Duration = Duration::from_millis(50);
/// Time in which work is let go once nothing is waited for.
const LETTING_GO: Duration = Duration::from_secs(5);

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
        inner.phase.send_replace(Phase::Stopping);
        inner.wake.notify_one();
        // To its end, because work that is being claimed would wait for the end of its lease.
        working.await;
        tokio::select! {
            _ = timeout(inner.settings.shutdown_timeout(), inner.idle()) => {}
            () = cut => {}
        }
        inner.phase.send_replace(Phase::Cut);
        let _ = timeout(LETTING_GO, inner.idle()).await;
        // What the last calls left behind is not readable when the program has stopped.
        let _ = timeout(LETTING_GO, inner.store().scrub()).await;
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
    async fn idle(&self) {
        let _ = self.tasks.subscribe().wait_for(|tasks| *tasks == 0).await;
    }

    /// Claims work until the program stops.
    async fn work(self: &Arc<Self>) {
        while self.is_working() {
            // Before the look, so that what comes during it is not missed.
            let woken = self.wake.notified();
            match self.claim_all().await {
                Ok(true) => {}
                Ok(false) => {
                    let wait = worker::rest(self.store(), QUEUE, now, PAUSE..=LOOK).await;
                    let _ = timeout(wait, woken).await;
                }
                Err(error) => {
                    tracing::error!(%error, "work could not be claimed; it waits");
                    let mut phase = self.phase.subscribe();
                    tokio::select! {
                        () = worker::recover(self.store(), QUEUE) => {}
                        _ = phase.wait_for(|phase| *phase != Phase::Working) => {}
                    }
                }
            }
        }
    }

    /// Claims what fits into the free slots; `true` if there was anything.
    async fn claim_all(self: &Arc<Self>) -> Result<bool, StoreError> {
        let claim = || Claim::new(QUEUE, worker::lease(self.settings.limits.lease_duration));
        let messages = self.claim(claim().messages_only(), &self.deliveries).await?;
        let calls = self.claim(claim().calls_only(), &self.runs).await?;
        Ok(messages || calls)
    }

    async fn claim(
        self: &Arc<Self>,
        claim: Claim,
        slots: &Arc<Semaphore>,
    ) -> Result<bool, StoreError> {
        let permits = worker::free(slots);
        if permits.is_empty() {
            return Ok(false);
        }
        let work = self.store().claim(claim.max(permits.len()), now()).await?;
        let found = !work.is_empty();
        for (work, permit) in work.into_iter().zip(permits) {
            match work {
                Work::Run(run) => self.spawn_run(*run, permit),
                Work::Deliver(delivery) => self.spawn_delivery(*delivery, permit),
            }
        }
        Ok(found)
    }
}
