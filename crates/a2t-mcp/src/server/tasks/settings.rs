//! Settings of tasks: the store, and one table of limits.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use a2t_store::Store;
use http::HeaderName;

const fn hours(hours: u64) -> Duration {
    Duration::from_secs(hours * 3600)
}

/// The store of tasks, and their limits, for [`Service::tasks`](crate::server::Service::tasks).
///
/// | limit | default | beyond it |
/// | --- | --- | --- |
/// | [`at_once`](Self::at_once) | 64 tools that run | accepted tasks wait in the store |
/// | [`waiting`](Self::waiting) | 1,000 tools that wait for a person | they count as `at_once` |
/// | [`run`](Self::run) | 24 h for a tool | a result with `isError` |
/// | [`answer`](Self::answer) | 1 h for a person | the tool gets `ChannelError::Unanswered` |
/// | [`attempts`](Self::attempts) | 10 runs that the program's end cut short | the task fails |
/// | [`lease`](Self::lease) | 30 s, extended by the worker that runs it | another program takes the task over |
/// | [`kept`](Self::kept) | 24 h after the end | the id is unknown |
/// | [`drain`](Self::drain) | 30 s for tools of a program that stops | they run again later |
///
/// ```
/// use std::time::Duration;
/// use a2t::mcp::{Tasks, store::Memory};
///
/// let tasks = Tasks::new(Memory::default()).at_once(4).run(Duration::from_secs(3600));
/// # let _ = tasks;
/// ```
#[derive(Clone)]
#[must_use]
pub struct Tasks {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) at_once: usize,
    pub(crate) waiting: usize,
    pub(crate) run: Duration,
    pub(crate) answer: Duration,
    pub(crate) attempts: u32,
    pub(crate) lease: Duration,
    pub(crate) kept: Duration,
    pub(crate) drain: Duration,
    /// Headers that contexts see.
    pub(crate) headers: Vec<HeaderName>,
}

impl Tasks {
    /// Returns the tasks in this store, with the defaults of the table above. Several programs may
    /// have one store, and so may other faces: the queue is `mcp-tasks`.
    pub fn new(store: impl Store + 'static) -> Self {
        Self {
            store: Arc::new(store),
            at_once: 64,
            waiting: 1_000,
            run: hours(24),
            answer: hours(1),
            attempts: 10,
            lease: Duration::from_secs(30),
            kept: hours(24),
            drain: Duration::from_secs(30),
            headers: Vec::new(),
        }
    }

    /// Sets the maximum number of tools that run as tasks at one time, at least one.
    pub fn at_once(self, tasks: usize) -> Self {
        Self { at_once: tasks.max(1), ..self }
    }

    /// Sets the maximum number of tools that wait for a person and are not counted among those that
    /// run.
    pub fn waiting(self, tasks: usize) -> Self {
        Self { waiting: tasks, ..self }
    }

    /// Sets the maximum time that a tool, with its context extractors, may take as a task.
    pub fn run(self, time: Duration) -> Self {
        Self { run: time, ..self }
    }

    /// Sets the maximum time that a question waits for a person.
    pub fn answer(self, time: Duration) -> Self {
        Self { answer: time, ..self }
    }

    /// Sets the maximum number of runs of one task that the end of the program cut short, at least
    /// one: a task that ends the program would otherwise do so for ever. One that does so only
    /// after it went on alone for some time (16 s for ten attempts) is not found:
    /// [`run`](Self::run) bounds a task.
    pub fn attempts(self, attempts: u32) -> Self {
        Self { attempts: attempts.max(1), ..self }
    }

    /// Sets the time for which a program that is gone holds its tasks, at least a millisecond.
    pub fn lease(self, time: Duration) -> Self {
        Self { lease: time.max(Duration::from_millis(1)), ..self }
    }

    /// Sets the time for which the result of a task can be asked for, from its end.
    pub fn kept(self, time: Duration) -> Self {
        Self { kept: time, ..self }
    }

    /// Sets the maximum time that a program that stops waits for its tools.
    pub fn drain(self, time: Duration) -> Self {
        Self { drain: time, ..self }
    }

    /// Keeps this header of the request for the contexts of its task. No other is stored, because a task
    /// may run long after its request, in another program: contexts of tasks see these headers, and what
    /// [`Service::request`](crate::server::Service::request) has. A store has them in the clear unless it encrypts.
    pub fn keep_header(mut self, name: HeaderName) -> Self {
        self.headers.push(name);
        self
    }
}

impl fmt::Debug for Tasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tasks")
            .field("at_once", &self.at_once)
            .field("run", &self.run)
            .field("kept", &self.kept)
            .finish_non_exhaustive()
    }
}
