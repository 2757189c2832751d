//! A client whose replies are those that a test sets, without a server.

use std::sync::{Arc, Mutex};

use a2t::client::Builder;
use a2t::client::middleware::{Body, BoxError, Request, Response};
use tower::layer::layer_fn;
use tower::service_fn;

/// Has the client receive the body that `reply` holds at the time of each request.
pub(crate) fn answered_by(builder: Builder, reply: &Arc<Mutex<Vec<u8>>>) -> Builder {
    let reply = Arc::clone(reply);
    builder.layer(layer_fn(move |_| {
        let reply = Arc::clone(&reply);
        service_fn(move |_: Request| {
            let body = Body::from(reply.lock().unwrap().clone());
            async move { Ok::<_, BoxError>(Response::new(body)) }
        })
    }))
}
