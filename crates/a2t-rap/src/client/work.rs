//! Workers: calls that are due are claimed and carried on, answered ones forgotten in time.

use std::sync::Arc;
use std::time::Duration;

use a2t_store::worker::now;
use a2t_store::{Claim, StoreError, Work, worker};
use tokio::time::{sleep, timeout};

use crate::client::events;
use crate::client::inner::{Inner, QUEUE};

/// Longest wait between two looks into the store, which other programs fill too.
const LOOK: Duration = Duration::from_secs(1);
/// Shortest wait after a look that found nothing to claim.
const PAUSE: Duration = Duration::from_millis(20);
/// Wait between two sweeps.
const SWEEP: Duration = Duration::from_secs(60);

impl Inner {
    pub(crate) async fn work(self: &Arc<Self>) {
        loop {
            // Before the look, so that what comes during it is not missed.
            let woken = self.wake.notified();
            match self.claim().await {
                Ok(true) => {}
                Ok(false) => {
                    let wait = worker::rest(self.store(), QUEUE, now, PAUSE..=LOOK).await;
                    let _ = timeout(wait, woken).await;
                }
                Err(error) => {
                    tracing::error!(%error, "calls could not be claimed; they wait");
                    worker::recover(self.store(), QUEUE).await;
                }
            }
        }
    }

    async fn claim(self: &Arc<Self>) -> Result<bool, StoreError> {
        let slots = worker::free(&self.slots);
        if slots.is_empty() {
            return Ok(false);
        }
        let lease = worker::lease(self.settings.lease);
        let claim = Claim::new(QUEUE, lease).calls_only().max(slots.len());
        let work = self.store().claim(claim, now()).await?;
        let found = !work.is_empty();
        for (work, slot) in work.into_iter().zip(slots) {
            let Work::Run(run) = work else { continue };
            let inner = Arc::clone(self);
            tokio::spawn(async move {
                inner.carry_on(*run, slot).await;
                inner.wake.notify_one();
            });
        }
        Ok(found)
    }

    pub(crate) async fn sweep(&self) {
        loop {
            sleep(SWEEP).await;
            let before = now().before(self.settings.retention);
            worker::sweep(self.store(), QUEUE, before).await;
            worker::sweep(self.store(), events::QUEUE, before).await;
            if let Err(error) = self.discard_old_events(before).await {
                tracing::warn!(%error, "events of calls that are gone could not be forgotten yet");
            }
        }
    }
}
