//! A call that takes a while, and whose client may leave meanwhile.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::OnDisconnect;
use axum::response::Response;
use tokio::runtime::Handle;

use crate::connection::exchange::{EXCHANGE, Exchange};
use crate::endpoints::context::FaultContext;
use crate::reply;
use crate::server::app::Rest;

/// The response of the call, if its client stays; if not, the call goes on or ends.
pub(crate) async fn attend(
    rest: Rest,
    on_disconnect: OnDisconnect,
    faults: FaultContext,
) -> Response {
    let exchange = EXCHANGE.try_with(Arc::clone).ok();
    match (on_disconnect, exchange) {
        (OnDisconnect::Finish, exchange) => Finished { rest: Some(rest), exchange, faults }.await,
        (OnDisconnect::Cancel, None) => rest.await,
        (OnDisconnect::Cancel, Some(exchange)) => {
            let _watch = exchange.watch();
            let left =
                poll_fn(|_| if exchange.is_left() { Poll::Ready(()) } else { Poll::Pending });
            tokio::select! {
                biased;
                response = rest => response,
                () = left => cancelled(),
            }
        }
    }
}

/// Answer to a client that closed its sending side alone.
fn cancelled() -> Response {
    let detail = "the client closed the connection, so the tool was stopped; whether it had an effect is unknown";
    reply::problem(&Problem::new(Kind::Timeout, detail))
}

/// A call that goes on in a separate task after its client has left.
struct Finished {
    rest: Option<Rest>,
    exchange: Option<Arc<Exchange>>,
    faults: FaultContext,
}

impl Future for Finished {
    type Output = Response;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Response> {
        let Some(rest) = &mut self.rest else {
            return Poll::Pending;
        };
        let polled = rest.as_mut().poll(context);
        if polled.is_ready() {
            self.rest = None;
        }
        polled
    }
}

impl Drop for Finished {
    fn drop(&mut self) {
        let Some(rest) = self.rest.take() else {
            return;
        };
        let (faults, is_outermost) = (std::mem::take(&mut self.faults), self.exchange.is_none());
        let id = self.exchange.as_ref().and_then(|exchange| exchange.request_id());
        let rest = async move {
            let mut response = rest.await;
            faults.report(&mut response, id.as_ref(), is_outermost);
            response
        };
        match (&self.exchange, Handle::try_current()) {
            (Some(exchange), _) => exchange.server().finish(Box::pin(rest)),
            (None, Ok(runtime)) => drop(runtime.spawn(rest)),
            (None, Err(_)) => {}
        }
    }
}
