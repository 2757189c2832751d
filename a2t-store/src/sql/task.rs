//! The task that owns the connection: requests in, one transaction for all that wait, answers out.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};

use super::connection::{Connection, Failure, Result};
use super::options::Target;
use crate::StoreError;

/// Requests that share a transaction, at most.
const BATCH: usize = 128;

/// Kind of a request, by the locks that it needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// It changes nothing.
    Read,
    /// It changes single rows.
    Claim,
    /// It changes order or totals, which have one writer.
    Write,
}

/// A request that waits.
pub(super) trait Job: Send {
    fn kind(&self) -> Kind;
    /// Carries it out; may be called again after a transaction that failed.
    fn run<'c>(&'c mut self, connection: &'c mut Connection) -> BoxFuture<'c, Result<()>>;
    /// Answers, with the result of the run if the transaction was committed.
    fn answer(self: Box<Self>, committed: std::result::Result<(), StoreError>);
}

struct Request<T, F> {
    kind: Kind,
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

    fn run<'c>(&'c mut self, connection: &'c mut Connection) -> BoxFuture<'c, Result<()>> {
        Box::pin(async move {
            match (self.work)(connection).await {
                Ok(result) => self.result = Some(Ok(result)),
                // It was refused before it changed anything, which is not the others' concern.
                Err(Failure::Store(error @ StoreError::Misuse(_))) => {
                    self.result = Some(Err(error))
                }
                Err(failure) => return Err(failure),
            }
            Ok(())
        })
    }

    fn answer(self: Box<Self>, committed: std::result::Result<(), StoreError>) {
        let result = self.result.unwrap_or(Err(StoreError::Closed));
        // An answer that nobody waits for is not needed.
        let _ = self.reply.send(committed.and(result));
    }
}

pub(super) type Reply<T> = oneshot::Receiver<std::result::Result<T, StoreError>>;

pub(super) fn job<T: Send + 'static>(
    kind: Kind,
    work: impl for<'c> Fn(&'c mut Connection) -> BoxFuture<'c, Result<T>> + Send + Sync + 'static,
) -> (Box<dyn Job>, Reply<T>) {
    let (reply, answer) = oneshot::channel();
    (Box::new(Request { kind, work, result: None, reply }), answer)
}

/// Carries out requests until nobody can ask any more.
pub(super) async fn serve(
    mut waiting: mpsc::Receiver<Box<dyn Job>>,
    mut connection: Option<Connection>,
    target: Arc<Target>,
) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let several = batch.len() > 1;
        if let Err(error) = transact(&mut connection, &target, &mut batch).await {
            if several {
                one_by_one(&mut connection, &target, &mut batch).await;
            } else {
                batch.drain(..).for_each(|job| job.answer(Err(error.clone())));
            }
        }
        if connection.as_ref().is_some_and(Connection::has_crashed) {
            return;
        }
    }
    if let Some(connection) = connection {
        connection.close().await;
    }
}

/// Gives each request a transaction of its own, because one of them spoils that of all.
async fn one_by_one(
    connection: &mut Option<Connection>,
    target: &Target,
    batch: &mut Vec<Box<dyn Job>>,
) {
    for job in batch.drain(..) {
        let mut single = vec![job];
        if let Err(error) = transact(connection, target, &mut single).await {
            single.drain(..).for_each(|job| job.answer(Err(error.clone())));
        }
    }
}

/// Carries out a batch and answers it; leaves it as it is if it fails.
async fn transact(
    connection: &mut Option<Connection>,
    target: &Target,
    batch: &mut Vec<Box<dyn Job>>,
) -> std::result::Result<(), StoreError> {
    let mut open = match connection.take() {
        Some(open) => open,
        None => reopened(target).await?,
    };
    match attempt(&mut open, batch).await {
        Ok(()) => {
            *connection = Some(open);
            batch.drain(..).for_each(|job| job.answer(Ok(())));
            Ok(())
        }
        Err(failure) => {
            // A connection that cannot roll back is opened anew for the next request.
            let crashed = open.has_crashed();
            if open.rollback().await.is_ok() || crashed {
                *connection = Some(open);
            }
            Err(failure.told())
        }
    }
}

async fn reopened(target: &Target) -> std::result::Result<Connection, StoreError> {
    let mut open = Connection::open(target).await.map_err(Failure::told)?;
    super::migrations::identify(&mut open).await.map_err(Failure::told)?;
    Ok(open)
}

async fn attempt(connection: &mut Connection, batch: &mut [Box<dyn Job>]) -> Result<()> {
    let kind = batch.iter().map(|job| job.kind()).max().unwrap_or(Kind::Read);
    connection.begin(kind).await?;
    for job in batch {
        job.run(connection).await?;
    }
    connection.commit().await
}
