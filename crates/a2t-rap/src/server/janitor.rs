//! Chores in the background: closed threads, calls that ended long ago, and metrics for operators.

use std::sync::Arc;
use std::time::Duration;

use a2t_store::worker::now;
use a2t_store::{Cancelled, Ending, Entry, Filter, Key, NewMessage, Standing, StoreError, worker};
use a2t_tool::Caller;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use crate::message::{Callback, ReturnAddress, ToolResult};
use crate::server::inner::{Inner, Order, QUEUE};
use crate::server::name;
use crate::server::payload::{Payload, message};

/// Time between two sweeps.
const SWEEP: Duration = Duration::from_secs(60);
/// Calls of a thread that are looked at together.
const PAGE: usize = 500;

impl Inner {
    /// Does chores, and ends when all senders are gone.
    pub(crate) async fn tidy(self: &Arc<Self>, mut orders: mpsc::Receiver<Order>) {
        let mut ticks = interval(SWEEP);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                order = orders.recv() => match order {
                    Some(Order::Close(thread, caller)) => {
                        self.close(&thread, caller.as_deref()).await;
                    }
                    None => std::future::pending().await,
                },
                _ = ticks.tick() => self.sweep().await,
            }
        }
    }

    async fn sweep(&self) {
        let now = now();
        worker::sweep(self.store(), QUEUE, now.before(self.settings.limits.retention)).await;
        let counted = worker::count(self.store(), QUEUE, now).await;
        #[cfg(feature = "metrics")]
        if let Some(counted) = counted {
            a2t_tool::telemetry::metrics::queue(QUEUE, counted.depths(), counted.ages());
        }
        #[cfg(not(feature = "metrics"))]
        drop(counted);
    }

    /// Cancels the calls of a thread that have not ended (CB-147).
    async fn close(&self, thread: &str, caller: Option<&str>) {
        for standing in [Standing::Waiting, Standing::Leased, Standing::Suspended] {
            let group = name::group(caller, thread);
            let filter = Filter::calls().queue(QUEUE).group(group).standing(standing).max(PAGE);
            if let Err(error) = self.cancel_all(filter, caller).await {
                tracing::warn!(%error, "the calls of a closed thread could not be cancelled");
            }
        }
    }

    async fn cancel_all(&self, mut filter: Filter, caller: Option<&str>) -> Result<(), StoreError> {
        loop {
            let page = self.settings.store.list(filter.clone()).await?;
            for Entry { key, .. } in &page {
                self.cancel(key, caller).await?;
            }
            match page.last() {
                Some(last) if page.len() == PAGE => filter = filter.after(last.item),
                _ => return Ok(()),
            }
        }
    }

    /// Cancels a call of this caller, with an error as its last word if it has no result (CB-32). A call
    /// of another one is as unknown as one that there is not.
    pub(crate) async fn cancel(
        &self,
        key: &Key,
        caller: Option<&str>,
    ) -> Result<Cancelled, StoreError> {
        let Some(call) = self.ask(self.store().find(key)).await? else {
            return Ok(Cancelled::Unknown);
        };
        let payload = Payload::read(&call.payload);
        let owner = payload.as_ref().and_then(|payload| payload.caller.as_ref()).map(Caller::id);
        if owner != caller {
            return Ok(Cancelled::Unknown);
        }
        let ending = match payload {
            Some(payload) if call.result.is_none() => last_words(&payload.address),
            _ => Ending::silent(),
        };
        let cancelled = self.ask(self.store().cancel(key, ending, now())).await?;
        if let Some(held) = self.pool.running.find(key) {
            held.holder.cancel();
        }
        self.pool.wake.notify_one();
        Ok(cancelled)
    }
}

fn last_words(address: &ReturnAddress) -> Ending {
    let result = ToolResult::error(address, "the call was cancelled");
    let text = result.text.clone().unwrap_or_default();
    let callback = Callback::from(result).to_text();
    Ending::result(text).with(NewMessage::new(message(address, &callback)))
}
