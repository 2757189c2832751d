//! Whether a request left: its body is asked for once there is a connection, and never before.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

/// Sees whether the request of one attempt leaves.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch(Arc<AtomicBool>);

impl Watch {
    /// Whether anything of the request may have reached the server.
    pub(super) fn has_left(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// Notes that the request is on its way.
    pub(super) fn left(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// The body, watched.
    pub(super) fn watched(&self, body: Bytes) -> Watched {
        Watched {
            body,
            watch: self.clone(),
        }
    }
}

/// A body that tells when it is asked for.
#[derive(Debug)]
pub(super) struct Watched {
    body: Bytes,
    watch: Watch,
}

impl Body for Watched {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.watch.left();
        let body = std::mem::take(&mut self.body);
        Poll::Ready((!body.is_empty()).then(|| Ok(Frame::data(body))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.body.len() as u64)
    }
}
