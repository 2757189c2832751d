//! Threads for tools that are not `async`, apart from those that serve; a bounded queue before them.

use std::future::ready;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};

use crate::telemetry::CallSpan;
use crate::{BlockingPool, Failure, Job, Reply, ToolError};

/// Threads of one protocol.
#[derive(Debug)]
pub struct BlockingThreads {
    free: Arc<Semaphore>,
    /// Permits for calls that run, and for those that wait.
    permits: Arc<Semaphore>,
}

impl BlockingThreads {
    /// Creates a pool of at most so many threads, by default one for each processor, with so many
    /// calls that may wait for one.
    pub fn new(threads: Option<usize>, queue: usize) -> Self {
        let threads = threads.unwrap_or_else(one_for_each_processor).max(1);
        let semaphore = |permits: usize| Semaphore::new(permits.min(Semaphore::MAX_PERMITS));
        Self {
            free: Arc::new(semaphore(threads)),
            permits: Arc::new(semaphore(threads.saturating_add(queue))),
        }
    }
}

/// At least 2, so that one function that waits does not stop the others.
fn one_for_each_processor() -> usize {
    available_parallelism().map_or(1, NonZero::get).max(2)
}

impl BlockingPool for BlockingThreads {
    fn run(&self, job: Job) -> Reply {
        let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() else {
            return Box::pin(ready(Err(Failure::Overloaded)));
        };
        let free = Arc::clone(&self.free);
        Box::pin(async move {
            let Ok(thread) = free.acquire_owned().await else {
                return Err(stopped());
            };
            // A function whose caller no longer waits keeps its thread until it returns.
            let job = CallSpan::in_current(job);
            let run = spawn_blocking(move || {
                let _held = (permit, thread);
                job()
            });
            match run.await.map_err(JoinError::try_into_panic) {
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
