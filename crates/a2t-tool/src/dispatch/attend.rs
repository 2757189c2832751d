//! A call that takes a while, and whose client may leave meanwhile: it goes on without the client, or ends.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::runtime::Handle;
use tokio::task_local;

use crate::OnDisconnect;
use crate::telemetry::RequestId;

/// Rest of a call that has begun.
pub type Rest<T> = Pin<Box<dyn Future<Output = T> + Send>>;

task_local! {
    /// Connection that this task serves, if it is one of a server of a2t.
    pub static CONNECTION: Client;
}

/// The client that a connection is to.
// Its own type, because rustc cannot prove that the future of a connection is `Send` if a trait object is part of it.
#[derive(Clone)]
pub struct Client(Arc<dyn Connection>);

impl Client {
    pub fn new(connection: Arc<impl Connection + 'static>) -> Self {
        Self(connection)
    }

    /// Returns the id of the request that is being answered.
    pub fn request_id(&self) -> Option<RequestId> {
        self.0.request_id()
    }
}

/// A client's connection, as its server knows it.
pub trait Connection: Send + Sync {
    /// Sets whether the server looks out for a client that leaves; it wakes the task then.
    fn watch(&self, watched: bool);

    /// Returns whether the client was watched, and left.
    fn is_left(&self) -> bool;

    /// Returns the id of the request that is being answered.
    fn request_id(&self) -> Option<RequestId>;

    /// Goes on with a call whose client has left. The server waits for it when it stops.
    fn finish(&self, rest: Rest<()>);
}

/// Waits for the rest of a call, while its client waits for the reply. A protocol calls this inside the future that
/// answers the request, which is dropped if the client leaves, in a server of a2t and in any other.
///
/// If the call is to be finished, it then goes on in a separate task, and `after` gets its output, and the id of the
/// request. If it is to be cancelled, its future is dropped. Returns `None` if the client has closed only its sending
/// side, so that a reply may still reach it.
pub async fn attend<T: 'static>(
    rest: Rest<T>,
    on_disconnect: OnDisconnect,
    after: impl FnOnce(T, Option<RequestId>) + Send + 'static,
) -> Option<T> {
    let connection = CONNECTION.try_with(|Client(connection)| Arc::clone(connection)).ok();
    match (on_disconnect, connection) {
        (OnDisconnect::Finish, connection) => {
            let mut attended = Attended { rest: Some((rest, after)), connection };
            Some(poll_fn(|context| attended.poll(context)).await)
        }
        (OnDisconnect::Cancel, None) => Some(rest.await),
        (OnDisconnect::Cancel, Some(connection)) => {
            let watch = Watch::new(&*connection);
            let mut rest = rest;
            poll_fn(|context| match rest.as_mut().poll(context) {
                Poll::Ready(output) => Poll::Ready(Some(output)),
                Poll::Pending if watch.0.is_left() => Poll::Ready(None),
                Poll::Pending => Poll::Pending,
            })
            .await
        }
    }
}

/// A call that goes on in a separate task if it is dropped before its end.
struct Attended<T: 'static, F: FnOnce(T, Option<RequestId>) + Send + 'static> {
    rest: Option<(Rest<T>, F)>,
    connection: Option<Arc<dyn Connection>>,
}

impl<T, F: FnOnce(T, Option<RequestId>) + Send> Attended<T, F> {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<T> {
        let Some((rest, _)) = &mut self.rest else {
            return Poll::Pending;
        };
        let output = ready!(rest.as_mut().poll(context));
        self.rest = None;
        Poll::Ready(output)
    }
}

impl<T, F: FnOnce(T, Option<RequestId>) + Send> Drop for Attended<T, F> {
    fn drop(&mut self) {
        let Some((rest, after)) = self.rest.take() else {
            return;
        };
        let id = self.connection.as_ref().and_then(|connection| connection.request_id());
        let rest = async move { after(rest.await, id) };
        match (&self.connection, Handle::try_current()) {
            (Some(connection), _) => connection.finish(Box::pin(rest)),
            (None, Ok(runtime)) => drop(runtime.spawn(rest)),
            (None, Err(_)) => {}
        }
    }
}

struct Watch<'c>(&'c dyn Connection);

impl<'c> Watch<'c> {
    fn new(connection: &'c dyn Connection) -> Self {
        connection.watch(true);
        Self(connection)
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.0.watch(false);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};

    use http::{HeaderMap, HeaderValue};
    use tokio::sync::oneshot;

    use super::*;
    use crate::telemetry::REQUEST_ID;

    /// A connection whose client leaves when the test says so, and the calls that it goes on with.
    #[derive(Default)]
    struct Visitor {
        is_watched: AtomicBool,
        is_left: AtomicBool,
        finishing: Mutex<Vec<Rest<()>>>,
    }

    impl Connection for Visitor {
        fn watch(&self, watched: bool) {
            self.is_watched.store(watched, Ordering::Relaxed);
        }

        fn is_left(&self) -> bool {
            self.is_left.load(Ordering::Relaxed)
        }

        fn request_id(&self) -> Option<RequestId> {
            RequestId::sent(&HeaderMap::from_iter([(REQUEST_ID, HeaderValue::from_static("7f9c"))]))
        }

        fn finish(&self, rest: Rest<()>) {
            self.finishing.lock().unwrap().push(rest);
        }
    }

    type Seen = (i32, Option<String>);

    /// A call that ends with a number, and what `after` saw.
    struct Call {
        end: oneshot::Sender<i32>,
        seen: oneshot::Receiver<Seen>,
        attended: Pin<Box<dyn Future<Output = Option<i32>> + Send>>,
    }

    fn call(on_disconnect: OnDisconnect) -> Call {
        let (end, rest) = oneshot::channel();
        let (see, seen) = oneshot::channel();
        let rest = Box::pin(async move { rest.await.unwrap() });
        let after = |output, id: Option<RequestId>| {
            let _ = see.send((output, id.map(|id| id.to_string())));
        };
        Call { end, seen, attended: Box::pin(attend(rest, on_disconnect, after)) }
    }

    async fn begin<F: Future + ?Sized>(mut attended: Pin<&mut F>) {
        let mut poll = |context: &mut Context<'_>| attended.as_mut().poll(context).is_pending();
        assert!(poll_fn(move |context| Poll::Ready(poll(context))).await);
    }

    #[tokio::test]
    async fn without_a_server_of_ours_a_call_goes_on_in_a_task_or_is_dropped() {
        let mut finished = call(OnDisconnect::Finish);
        begin(finished.attended.as_mut()).await;
        drop(finished.attended);
        finished.end.send(7).unwrap();
        assert_eq!(finished.seen.await, Ok((7, None)));
        let mut cancelled = call(OnDisconnect::Cancel);
        begin(cancelled.attended.as_mut()).await;
        drop(cancelled.attended);
        assert!(cancelled.end.is_closed() && cancelled.seen.await.is_err());
    }

    #[tokio::test]
    async fn a_call_whose_client_stays_is_answered_and_seen_by_nothing_else() {
        for on_disconnect in [OnDisconnect::Finish, OnDisconnect::Cancel] {
            let client = Arc::new(Visitor::default());
            let Call { end, seen, attended } = call(on_disconnect);
            end.send(7).unwrap();
            assert_eq!(CONNECTION.scope(Client::new(Arc::clone(&client)), attended).await, Some(7));
            assert!(seen.await.is_err());
            assert!(client.finishing.lock().unwrap().is_empty());
            assert!(!client.is_watched.load(Ordering::Relaxed));
        }
    }

    #[tokio::test]
    async fn the_server_goes_on_with_a_call_that_is_to_be_finished() {
        let client = Arc::new(Visitor::default());
        let Call { end, seen, attended } = call(OnDisconnect::Finish);
        let mut attended = Box::pin(CONNECTION.scope(Client::new(Arc::clone(&client)), attended));
        begin(attended.as_mut()).await;
        drop(attended);
        end.send(7).unwrap();
        let rest = client.finishing.lock().unwrap().pop().unwrap();
        rest.await;
        assert_eq!(seen.await, Ok((7, Some("7f9c".to_owned()))));
    }

    #[tokio::test]
    async fn the_server_looks_out_for_the_client_of_a_call_that_is_to_be_cancelled() {
        let client = Arc::new(Visitor::default());
        let Call { end, seen, attended } = call(OnDisconnect::Cancel);
        let mut attended = Box::pin(CONNECTION.scope(Client::new(Arc::clone(&client)), attended));
        begin(attended.as_mut()).await;
        assert!(client.is_watched.load(Ordering::Relaxed));
        client.is_left.store(true, Ordering::Relaxed);
        assert_eq!(attended.await, None);
        assert!(end.is_closed() && seen.await.is_err());
        assert!(!client.is_watched.load(Ordering::Relaxed));
    }
}
