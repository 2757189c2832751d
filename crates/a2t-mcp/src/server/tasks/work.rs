//! Workers: what waits in the store is claimed and run, until they are stopped.

use std::sync::{Arc, Weak};
use std::time::Duration;

use a2t_store::{StoreError, Work, worker};
use tokio::time::sleep;

use super::{QUEUE, State, now};
use crate::server::inner::Inner;

/// Shortest wait after a look that found nothing to claim.
const PAUSE: Duration = Duration::from_millis(50);
/// Time between two sweeps.
const SWEEP: Duration = Duration::from_secs(60);

impl<S: Clone + Send + Sync + 'static> Inner<S> {
    /// Begins to work in the background, once, for as long as there is a service.
    pub(crate) fn begin(self: &Arc<Self>) {
        let Some(state) = &self.tasks else {
            return;
        };
        if state.begins() {
            tokio::spawn(work(Arc::downgrade(self), Arc::clone(state)));
        }
    }

    /// Works until the first future is ready; then claims nothing more, and waits for what runs, no longer than
    /// until the second future is ready.
    pub(crate) async fn work_until(
        self: &Arc<Self>,
        stop: impl Future<Output = ()>,
        cut: impl Future<Output = ()>,
    ) {
        self.begin();
        stop.await;
        let Some(state) = &self.tasks else {
            return;
        };
        state.pool.stop();
        state.pool.end(self.shutdown_timeout(), cut).await;
    }
}

async fn work<S: Clone + Send + Sync + 'static>(service: Weak<Inner<S>>, state: Arc<State>) {
    let claim = || async {
        let Some(inner) = service.upgrade() else {
            state.pool.stop();
            return Ok(false);
        };
        inner.claim_tasks(&state).await
    };
    tokio::select! {
        () = state.pool.work(PAUSE, claim) => {}
        () = tidy(&state) => {}
    }
}

async fn tidy(state: &State) {
    loop {
        sweep(state).await;
        sleep(SWEEP).await;
    }
}

async fn sweep(state: &State) {
    let now = now();
    worker::sweep(state.store(), QUEUE, now.before(state.settings.limits.retention)).await;
    let counted = worker::count(state.store(), QUEUE, now).await;
    #[cfg(feature = "metrics")]
    if let Some(counted) = counted {
        a2t_tool::telemetry::metrics::queue(QUEUE, counted.depths(), counted.ages());
    }
    #[cfg(not(feature = "metrics"))]
    drop(counted);
}

impl<S: Clone + Send + Sync + 'static> Inner<S> {
    /// Claims what fits into the free slots; `true` if there was anything.
    async fn claim_tasks(self: &Arc<Self>, state: &Arc<State>) -> Result<bool, StoreError> {
        let claimed = state.pool.claim(state.pool.due().calls_only(), &state.pool.runs).await?;
        let found = !claimed.is_empty();
        for (work, permit) in claimed {
            if let Work::Run(run) = work {
                self.run_claimed(state, *run, permit).await;
            }
        }
        Ok(found)
    }
}
