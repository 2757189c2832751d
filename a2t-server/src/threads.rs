//! Threads for tools that are not `async`, apart from those that serve; a bounded queue before them.

use std::future::ready;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::available_parallelism;

use a2t_tool::{Apart, Failure, Job, Reply, ToolError};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::Limits;
use super::work::overloaded;

pub(super) struct Threads {
    free: Arc<Semaphore>,
    /// Places on the threads and before them.
    places: Arc<Semaphore>,
}

impl Threads {
    pub(super) fn new(limits: &Limits) -> Self {
        let threads = limits.threads.unwrap_or_else(one_for_each_processor).max(1);
        let semaphore = |permits: usize| Semaphore::new(permits.min(Semaphore::MAX_PERMITS));
        Self {
            free: Arc::new(semaphore(threads)),
            places: Arc::new(semaphore(threads.saturating_add(limits.queue))),
        }
    }
}

/// At least 2, so that one function that waits does not stop the others.
fn one_for_each_processor() -> usize {
    available_parallelism().map_or(1, NonZero::get).max(2)
}

impl Apart for Threads {
    fn run(&self, job: Job) -> Reply {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            return Box::pin(ready(Err(Failure::Rejected(Box::new(overloaded())))));
        };
        let free = Arc::clone(&self.free);
        Box::pin(async move {
            let Ok(thread) = free.acquire_owned().await else {
                return Err(stopped());
            };
            // A function whose caller no longer waits keeps its thread until it returns.
            let run = spawn_blocking(move || {
                let _held = (place, thread);
                job()
            });
            match run.await.map_err(tokio::task::JoinError::try_into_panic) {
                Ok(reply) => reply,
                Err(Ok(panic)) => resume_unwind(panic),
                Err(Err(_)) => Err(stopped()),
            }
        })
    }
}

/// The runtime ends before the function began.
fn stopped() -> Failure {
    Failure::Tool(ToolError::unavailable("the server is stopping; nothing was done"))
}
