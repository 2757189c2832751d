//! Calls of a tool that run at one time, counted for the whole program, because the database or device
//! that the limit protects is the same for all protocols.

use std::collections::BTreeMap;
use std::future::ready;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use a2t_core::ToolId;

use crate::{BlockingPool, Failure, Job, Reply};

/// Calls that run, of the tools that have a limit.
static RUNNING: Mutex<BTreeMap<ToolId, Arc<AtomicU32>>> = Mutex::new(BTreeMap::new());

/// The permit of a call, until it is dropped.
struct Permit(Arc<AtomicU32>);

impl Permit {
    fn take(tool: ToolId, limit: u32) -> Option<Self> {
        let mut tools = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let running = Arc::clone(tools.entry(tool).or_default());
        drop(tools);
        let next = |calls: u32| (calls < limit).then(|| calls.saturating_add(1));
        let taken = running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        taken.is_ok().then(|| Self(running))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Drops the count of a tool that no version limits any more, unless its calls still run.
pub(crate) fn forget(tool: ToolId) {
    let mut tools = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if tools.get(&tool).is_some_and(|running| Arc::strong_count(running) == 1) {
        tools.remove(&tool);
    }
}

/// Calls the tool, if fewer than `limit` of its calls run in the program.
pub(crate) fn within_limit(
    tool: ToolId,
    limit: u32,
    blocking: Arc<dyn BlockingPool>,
    call: impl FnOnce(Arc<dyn BlockingPool>) -> Reply,
) -> Reply {
    let Some(permit) = Permit::take(tool, limit) else {
        return Box::pin(ready(Err(Failure::Overloaded)));
    };
    let permit = Arc::new(permit);
    let reply = call(Arc::new(Holding { inner: blocking, permit: Arc::clone(&permit) }));
    Box::pin(async move {
        let reply = reply.await;
        drop(permit);
        reply
    })
}

/// Threads whose jobs hold the permit until they return, because nothing stops a function that has begun.
struct Holding {
    inner: Arc<dyn BlockingPool>,
    permit: Arc<Permit>,
}

impl BlockingPool for Holding {
    fn run(&self, job: Job) -> Reply {
        let permit = Arc::clone(&self.permit);
        self.inner.run(Box::new(move || {
            let returned = job();
            drop(permit);
            returned
        }))
    }
}
