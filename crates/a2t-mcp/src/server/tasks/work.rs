//! Workers: what waits in the store is claimed and run, until they are stopped.

use std::sync::{Arc, Weak};
use std::time::Duration;

use a2t_store::worker::Phase;
use a2t_store::{Claim, StoreError, Work, worker};
use tokio::time::{Instant, timeout};

use super::{QUEUE, State, now};
use crate::server::inner::Inner;

/// Longest wait between two looks into the store, which other programs fill too.
const LOOK: Duration = Duration::from_secs(1);
/// Shortest wait after a look that found nothing to claim.
const PAUSE: Duration = Duration::from_millis(50);
/// Time in which work is let go once nothing is waited for.
const LETTING_GO: Duration = Duration::from_secs(5);
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
        state.phase.send_replace(Phase::Stopping);
        tokio::select! {
            _ = timeout(state.settings.drain, state.idle()) => {}
            () = cut => {}
        }
        state.phase.send_replace(Phase::Cut);
        let _ = timeout(LETTING_GO, state.idle()).await;
        // What the last tasks left behind is not readable when the program has stopped.
        let _ = timeout(LETTING_GO, state.store().scrub()).await;
    }
}

async fn work<S: Clone + Send + Sync + 'static>(service: Weak<Inner<S>>, state: Arc<State>) {
    let mut swept: Option<Instant> = None;
    while state.is_working() {
        // Before the look, so that what comes during it is not missed.
        let woken = state.wake.notified();
        let Some(inner) = service.upgrade() else {
            return;
        };
        let found = inner.claim_tasks(&state).await;
        drop(inner);
        if swept.is_none_or(|swept| swept.elapsed() >= SWEEP) {
            sweep(&state).await;
            swept = Some(Instant::now());
        }
        match found {
            Ok(true) => {}
            Ok(false) => {
                let wait = worker::rest(state.store(), QUEUE, now, PAUSE..=LOOK).await;
                let _ = timeout(wait, woken).await;
            }
            Err(error) => {
                tracing::error!(%error, "tasks could not be claimed; they wait");
                let mut phase = state.phase.subscribe();
                tokio::select! {
                    () = worker::recover(state.store(), QUEUE) => {}
                    _ = phase.wait_for(|phase| *phase != Phase::Working) => {}
                }
            }
        }
    }
}

async fn sweep(state: &State) {
    let now = now();
    worker::sweep(state.store(), QUEUE, now.before(state.settings.kept)).await;
    let counted = worker::count(state.store(), QUEUE, now).await;
    #[cfg(feature = "metrics")]
    if let Some(counted) = counted {
        a2t_tool::telemetry::figures::queue(QUEUE, counted.depths(), counted.ages());
    }
    #[cfg(not(feature = "metrics"))]
    drop(counted);
}

impl<S: Clone + Send + Sync + 'static> Inner<S> {
    /// Claims what fits into the free slots; `true` if there was anything.
    async fn claim_tasks(self: &Arc<Self>, state: &Arc<State>) -> Result<bool, StoreError> {
        let permits = worker::free(&state.runs);
        if permits.is_empty() {
            return Ok(false);
        }
        let lease = worker::lease(state.settings.lease);
        let claim = Claim::new(QUEUE, lease).calls_only().max(permits.len());
        let work = state.store().claim(claim, now()).await?;
        let found = !work.is_empty();
        for (work, permit) in work.into_iter().zip(permits) {
            if let Work::Run(run) = work {
                self.run_claimed(state, *run, permit).await;
            }
        }
        Ok(found)
    }
}
