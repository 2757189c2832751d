//! Settings of tasks: the store, and one table of limits.

use std::fmt;
use std::sync::Arc;

use a2t_store::Store;
use a2t_tool::WorkerLimits;
use http::HeaderName;

/// The store of tasks, and their limits, for [`Service::tasks`](crate::server::Service::tasks).
///
/// The time that a program which stops waits for its tools is
/// [`Limits::shutdown_timeout`](a2t_tool::Limits::shutdown_timeout) of the server, or of
/// [`Service::limits`](crate::server::Service::limits).
///
/// ```
/// use std::time::Duration;
/// use a2t::mcp::{Tasks, WorkerLimits, store::Memory};
///
/// let limits = WorkerLimits::new().max_running_calls(4).run_timeout(Duration::from_secs(3600));
/// let tasks = Tasks::new(Memory::default()).limits(limits);
/// # let _ = tasks;
/// ```
#[derive(Clone)]
#[must_use]
pub struct Tasks {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) limits: WorkerLimits,
    /// Headers that contexts see.
    pub(crate) headers: Vec<HeaderName>,
}

impl Tasks {
    /// Returns the tasks in this store, with the defaults of [`WorkerLimits`]. Several programs may
    /// have one store, and so may other protocols: the queue is `mcp-tasks`.
    pub fn new(store: impl Store + 'static) -> Self {
        Self { store: Arc::new(store), limits: WorkerLimits::new(), headers: Vec::new() }
    }

    /// Sets the limits of tasks.
    pub fn limits(self, limits: WorkerLimits) -> Self {
        Self { limits, ..self }
    }

    /// Keeps this header of the request for the contexts of its task. No other is stored, because a task
    /// may run long after its request, in another program: contexts of tasks see these headers, and what
    /// [`Service::request_template`](crate::server::Service::request_template) has. A store has them in the clear unless it encrypts.
    pub fn keep_header(mut self, name: HeaderName) -> Self {
        self.headers.push(name);
        self
    }
}

impl fmt::Debug for Tasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tasks").field("limits", &self.limits).finish_non_exhaustive()
    }
}
