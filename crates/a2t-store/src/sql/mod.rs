//! Stores in SQL: one task owns the connection and carries out what waits in one transaction, so that
//! one write to the disk makes many requests durable.

/// Boxes the future of a function over the connection and shared inputs.
macro_rules! job {
    ($function:path, $($input:ident),*) => {
        move |connection| {
            $(let $input = Arc::clone(&$input);)*
            Box::pin(async move { $function(connection, $(&$input),*).await })
        }
    };
}

macro_rules! shared {
    ($($input:ident),*) => { $(let $input = Arc::new($input);)* };
}

mod calls;
mod connection;
#[cfg(feature = "sqlite")]
mod file;
mod look;
mod messages;
mod migrations;
mod options;
mod replies;
mod row;
mod steps;
mod task;

pub use migrations::MIGRATIONS;
pub use options::Options;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use self::connection::{Connection, Kind, Target};
use self::task::{Job, LONG};
use crate::{
    Accepted, Answer, Call, Cancelled, Claim, Ending, Entry, Filter, Hold, Item, Key, Lease,
    NewCall, Outcome, QueueStatistics, Secret, Signalled, Step, Store, StoreError, Time, Work,
};

/// Requests that wait for a task; more wait with their callers.
const WAITING: usize = 1_024;
/// Time that a request may wait for those before it, beyond its own.
const GRACE: Duration = Duration::from_secs(2);

/// A store in SQLite or PostgreSQL.
///
/// In SQLite the file is in WAL mode with `synchronous=FULL`: what was accepted survives the loss of
/// power. It is created readable only for its owner. Several processes may open one file, or one
/// database; the tables are migrated as the store is opened.
///
/// Bytes that are erased, such as the arguments of a call that has ended, are overwritten in the file (`secure_delete`), and
/// are gone from its log after [`scrub`](Store::scrub), unless another program reads the store at that moment.
///
/// ```
/// # #[cfg(feature = "sqlite")] {
/// use a2t_store::{Accepted, Digest, Key, NewCall, Sql, Store, Time};
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
/// # let folder = std::env::temp_dir().join(format!("a2t-store-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let store = Sql::sqlite(folder.join("calls.db")).open().await?;
/// let call = NewCall::new(Key::new("rap", "thread", "call")?, Digest::from_parts(["{}"]), "{}");
/// assert_eq!(store.accept(call, Time::from_millis(0)).await?, Accepted::New(None));
/// store.close().await;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// # }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Sql {
    work: Lane,
    looks: Lane,
}

impl Sql {
    /// Returns a store in a file, which is created if there is none.
    #[cfg(feature = "sqlite")]
    pub fn sqlite(file: impl AsRef<std::path::Path>) -> Options {
        Options::sqlite(file.as_ref())
    }

    /// Returns a store in a database, by an address such as
    /// `postgres://user:password@host/database`.
    #[cfg(feature = "postgres")]
    pub fn postgres(address: impl Into<String>) -> Options {
        Options::postgres(address.into())
    }

    /// Waits until everything that was asked is carried out, and closes the connections.
    pub async fn close(self) {
        for lane in [self.looks, self.work] {
            drop(lane.jobs);
            // The task does not panic and is not aborted, so there is nothing to report.
            let _ = lane.task.await;
        }
    }

    /// Counts and lists on a separate connection, because they read every row while calls wait to
    /// be accepted.
    fn look<T: Send + 'static>(
        &self,
        times: u32,
        work: impl for<'c> Fn(&'c mut Connection) -> BoxFuture<'c, connection::Result<T>>
        + Send
        + Sync
        + 'static,
    ) -> Answer<'_, T> {
        self.looks.run(Kind::Read, times, work)
    }

    fn run<T: Send + 'static>(
        &self,
        kind: Kind,
        work: impl for<'c> Fn(&'c mut Connection) -> BoxFuture<'c, connection::Result<T>>
        + Send
        + Sync
        + 'static,
    ) -> Answer<'_, T> {
        self.work.run(kind, 1, work)
    }
}

/// A task and the way to it.
#[derive(Debug)]
struct Lane {
    jobs: mpsc::Sender<Box<dyn Job>>,
    task: JoinHandle<()>,
    /// Longest time that a request may take.
    patience: Duration,
}

impl Lane {
    /// Starts the task, which opens its connection when it needs one if there is none.
    fn start(connection: Option<Connection>, target: Arc<Target>) -> Self {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let patience = target.patience;
        Self { jobs, task: tokio::spawn(task::serve(waiting, connection, target)), patience }
    }

    fn run<T: Send + 'static>(
        &self,
        kind: Kind,
        times: u32,
        work: impl for<'c> Fn(&'c mut Connection) -> BoxFuture<'c, connection::Result<T>>
        + Send
        + Sync
        + 'static,
    ) -> Answer<'_, T> {
        let patience = self.patience * times;
        let (job, answer) = task::job(kind, patience, work);
        // Requests that wait before it have their own time.
        let bound = patience + GRACE;
        Box::pin(async move {
            let answered = async {
                self.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
                answer.await.map_err(|_| {
                    if self.task.is_finished() { StoreError::Closed } else { task::late(patience) }
                })?
            };
            timeout(bound, answered).await.map_err(|_| task::late(bound))?
        })
    }
}

impl Store for Sql {
    fn accept(&self, call: NewCall, now: Time) -> Answer<'_, Accepted> {
        shared!(call, now);
        self.run(Kind::Write, job!(calls::accept, call, now))
    }

    fn claim(&self, claim: Claim, now: Time) -> Answer<'_, Vec<Work>> {
        shared!(claim, now);
        self.run(Kind::Claim, job!(calls::claim, claim, now))
    }

    fn extend(&self, lease: &Lease, until: Time) -> Answer<'_, Hold> {
        let lease = lease.clone();
        shared!(lease, until);
        self.run(Kind::Claim, job!(steps::extend, lease, until))
    }

    fn commit(&self, lease: &Lease, step: Step, now: Time) -> Answer<'_, Hold> {
        let lease = lease.clone();
        shared!(lease, step, now);
        self.run(Kind::Write, job!(steps::commit, lease, step, now))
    }

    fn settle(&self, lease: &Lease, outcome: Outcome, now: Time) -> Answer<'_, Hold> {
        let lease = lease.clone();
        shared!(lease, outcome, now);
        self.run(Kind::Write, job!(messages::settle, lease, outcome, now))
    }

    fn find(&self, key: &Key) -> Answer<'_, Option<Call>> {
        let key = key.clone();
        shared!(key);
        self.run(Kind::Read, job!(calls::find, key))
    }

    fn signal(&self, key: &Key, body: Secret, now: Time) -> Answer<'_, Signalled> {
        let key = key.clone();
        shared!(key, body, now);
        self.run(Kind::Write, job!(steps::signal, key, body, now))
    }

    fn cancel(&self, key: &Key, ending: Ending, now: Time) -> Answer<'_, Cancelled> {
        let key = key.clone();
        shared!(key, ending, now);
        self.run(Kind::Write, job!(steps::cancel, key, ending, now))
    }

    fn sweep(&self, queue: &str, before: Time) -> Answer<'_, u64> {
        let queue = queue.to_owned();
        shared!(queue, before);
        self.run(Kind::Write, job!(look::sweep, queue, before))
    }

    fn next_due(&self, queue: &str) -> Answer<'_, Option<Time>> {
        let queue = queue.to_owned();
        shared!(queue);
        self.run(Kind::Read, job!(look::next_due, queue))
    }

    fn statistics(&self, now: Time) -> Answer<'_, Vec<QueueStatistics>> {
        shared!(now);
        self.look(LONG, job!(look::statistics, now))
    }

    fn list(&self, filter: Filter) -> Answer<'_, Vec<Entry>> {
        shared!(filter);
        self.look(1, job!(look::list, filter))
    }

    fn requeue(&self, item: Item, now: Time) -> Answer<'_, bool> {
        shared!(item, now);
        self.run(Kind::Write, job!(messages::requeue, item, now))
    }

    fn scrub(&self) -> Answer<'_, ()> {
        self.work.run(Kind::Read, LONG, |connection| {
            Box::pin(async move {
                connection.scrub();
                Ok(())
            })
        })
    }
}
