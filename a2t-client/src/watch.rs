//! Tells if a request left: its body is asked for once there is a connection, and never before.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

#[derive(Clone, Debug, Default)]
pub(super) struct Watch(Arc<AtomicBool>);

impl Watch {
    /// True if anything of the request may have reached the server.
    pub(super) fn has_left(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    pub(super) fn left(&self) {
        self.0.store(true, Ordering::Release);
    }

    pub(super) fn watched(&self, body: Bytes) -> Watched {
        Watched { body, watch: self.clone() }
    }
}

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
