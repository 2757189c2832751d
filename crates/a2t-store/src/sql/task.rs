//! The task that owns the connection: requests in, one transaction for all that wait, answers out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::connection::{Connection, Dialect, Kind, Result, SqlError, Target};
use crate::StoreError;

/// Requests that share a transaction, at most.
const BATCH: usize = 128;

/// Longest time that a database has for a batch of requests; after it the connection is given up. SQLite has its own, of
/// 10 s for a lock.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// So many times longer for a request that reads every row.
pub(super) const LONG: u32 = 6;

/// A request that waits.
pub(super) trait Job: Send {
    fn kind(&self) -> Kind;
    /// Longest time that it may take.
    fn patience(&self) -> Duration;
    /// Carries it out; may be called again after a transaction that failed.
    fn run<'c>(&'c mut self, connection: &'c mut Connection) -> BoxFuture<'c, Result<()>>;
    /// Answers, with the result of the run if the transaction was committed.
    fn answer(self: Box<Self>, committed: std::result::Result<(), StoreError>);
}

struct Request<T, F> {
    kind: Kind,
    patience: Duration,
    since: Instant,
    work: F,
    result: Option<std::result::Result<T, StoreError>>,
    reply: oneshot::Sender<std::result::Result<T, StoreError>>,
}

impl<T, F> Job for Request<T, F>
where
    T: Send,
    F: for<'c> Fn(&'c mut Connection) -> BoxFuture<'c, Result<T>> + Send + Sync,
{
    fn kind(&self) -> Kind {
        self.kind
    }

    fn patience(&self) -> Duration {
        self.patience
    }

    fn run<'c>(&'c mut self, connection: &'c mut Connection) -> BoxFuture<'c, Result<()>> {
        Box::pin(async move {
            if self.reply.is_closed() && self.since.elapsed() >= self.patience {
                // Its caller got the failure.
                return Ok(());
            }
            match (self.work)(connection).await {
                Ok(result) => self.result = Some(Ok(result)),
                // It was refused before it changed anything, which is not the others' concern.
                Err(SqlError::Store(error @ StoreError::Misuse(_))) => {
                    self.result = Some(Err(error))
                }
                Err(failure) => return Err(failure),
            }
            Ok(())
        })
    }

    fn answer(self: Box<Self>, committed: std::result::Result<(), StoreError>) {
        let result = self.result.unwrap_or(Err(StoreError::Closed));
        // An answer without a receiver is not needed.
        let _ = self.reply.send(committed.and(result));
    }
}

pub(super) type Reply<T> = oneshot::Receiver<std::result::Result<T, StoreError>>;

pub(super) fn job<T: Send + 'static>(
    kind: Kind,
    patience: Duration,
    work: impl for<'c> Fn(&'c mut Connection) -> BoxFuture<'c, Result<T>> + Send + Sync + 'static,
) -> (Box<dyn Job>, Reply<T>) {
    let (reply, answer) = oneshot::channel();
    (Box::new(Request { kind, patience, since: Instant::now(), work, result: None, reply }), answer)
}

/// Carries out requests until all senders are gone.
pub(super) async fn serve(
    mut waiting: mpsc::Receiver<Box<dyn Job>>,
    mut connection: Option<Connection>,
    target: Arc<Target>,
) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let bound = bound(target.dialect, &batch);
        let carried_out = carry_out(&mut connection, &target, &mut batch);
        if timeout(bound, carried_out).await.is_err() {
            batch.drain(..).for_each(|job| job.answer(Err(late(bound))));
        }
        if connection.as_ref().is_some_and(Connection::has_crashed) {
            return;
        }
    }
    if let Some(connection) = connection {
        connection.close().await;
    }
}

/// Returns how long a batch may take. What is dropped after it ends the connection.
fn bound(dialect: Dialect, batch: &[Box<dyn Job>]) -> Duration {
    let patience = batch.iter().map(|job| job.patience()).max().unwrap_or(PATIENCE);
    match dialect {
        #[cfg(feature = "sqlite")]
        Dialect::Sqlite => patience.max(Duration::MAX),
        #[cfg(feature = "postgres")]
        Dialect::Postgres => patience,
    }
}

pub(super) fn late(bound: Duration) -> StoreError {
    StoreError::Engine(format!("it did not answer within {bound:?}"))
}

/// Failure of a batch.
enum Spoiled {
    /// One of its requests failed.
    Request(StoreError),
    /// Nothing can be stored now.
    Engine(StoreError),
}

async fn carry_out(
    connection: &mut Option<Connection>,
    target: &Target,
    batch: &mut Vec<Box<dyn Job>>,
) {
    match transact(connection, target, batch).await {
        Ok(()) => {}
        Err(Spoiled::Request(_)) if batch.len() > 1 => one_by_one(connection, target, batch).await,
        Err(Spoiled::Request(error) | Spoiled::Engine(error)) => {
            batch.drain(..).for_each(|job| job.answer(Err(error.clone())));
        }
    }
}

/// Gives each request a separate transaction, because one of them spoils that of all.
async fn one_by_one(
    connection: &mut Option<Connection>,
    target: &Target,
    batch: &mut Vec<Box<dyn Job>>,
) {
    for job in std::mem::take(batch) {
        let mut single = vec![job];
        if let Err(Spoiled::Request(error) | Spoiled::Engine(error)) =
            transact(connection, target, &mut single).await
        {
            single.drain(..).for_each(|job| job.answer(Err(error.clone())));
        }
    }
}

/// Carries out a batch and answers it; leaves it as it is if it fails.
async fn transact(
    connection: &mut Option<Connection>,
    target: &Target,
    batch: &mut Vec<Box<dyn Job>>,
) -> std::result::Result<(), Spoiled> {
    let mut open = match connection.take() {
        Some(open) => open,
        None => reopened(target).await.map_err(Spoiled::Engine)?,
    };
    match attempt(&mut open, batch).await {
        Ok(()) => {
            *connection = Some(open);
            batch.drain(..).for_each(|job| job.answer(Ok(())));
            Ok(())
        }
        Err((spoiled, failure)) => {
            // A connection that cannot roll back is opened again for the next request.
            let crashed = open.has_crashed();
            if open.rollback().await.is_ok() || crashed {
                *connection = Some(open);
            }
            Err(spoiled(failure.into_store_error()))
        }
    }
}

async fn reopened(target: &Target) -> std::result::Result<Connection, StoreError> {
    let mut open = Connection::open(target).await.map_err(SqlError::into_store_error)?;
    super::migrations::identify(&mut open).await.map_err(SqlError::into_store_error)?;
    Ok(open)
}

async fn attempt(
    connection: &mut Connection,
    batch: &mut [Box<dyn Job>],
) -> std::result::Result<(), (fn(StoreError) -> Spoiled, SqlError)> {
    let of_all = |failure| (Spoiled::Engine as fn(StoreError) -> Spoiled, failure);
    let kind = batch.iter().map(|job| job.kind()).max().unwrap_or(Kind::Read);
    connection.begin(kind).await.map_err(of_all)?;
    for job in batch {
        let of_one = |failure| (Spoiled::Request as fn(StoreError) -> Spoiled, failure);
        job.run(connection).await.map_err(of_one)?;
    }
    connection.commit().await.map_err(of_all)
}
