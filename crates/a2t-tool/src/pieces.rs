//! Bodies in three pieces, such as a page: the buffers are sent in turn and never copied together.

use std::array;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

/// A body of known length in three pieces.
#[derive(Debug)]
pub struct Pieces(array::IntoIter<Bytes, 3>);

impl Pieces {
    /// Creates a body of these pieces.
    pub fn new(pieces: [Bytes; 3]) -> Self {
        Self(pieces.into_iter())
    }
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.next().map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_slice().is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        let left = self.0.as_slice().iter().map(Bytes::len);
        SizeHint::with_exact(left.sum::<usize>() as u64)
    }
}
