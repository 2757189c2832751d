//! Workers: calls that are due are claimed and carried on, answered ones forgotten in time.

use std::sync::Arc;
use std::time::Duration;

use a2t_store::worker::now;
use a2t_store::{StoreError, Work, worker};
use tokio::time::sleep;

use crate::client::events;
use crate::client::inner::{Inner, QUEUE};

/// Shortest wait after a look that found nothing to claim.
const PAUSE: Duration = Duration::from_millis(20);
/// Wait between two sweeps.
const SWEEP: Duration = Duration::from_secs(60);

impl Inner {
    pub(crate) async fn work(self: &Arc<Self>) {
        self.pool.work(PAUSE, || self.claim()).await;
    }

    async fn claim(self: &Arc<Self>) -> Result<bool, StoreError> {
        let claimed = self.pool.claim(self.pool.due().calls_only(), &self.pool.runs).await?;
        let found = !claimed.is_empty();
        for (work, slot) in claimed {
            let Work::Run(run) = work else { continue };
            let inner = Arc::clone(self);
            tokio::spawn(async move { inner.carry_on(*run, slot).await });
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
