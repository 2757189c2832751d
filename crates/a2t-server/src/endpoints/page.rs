//! Bodies in three parts, such as a page: the buffers are sent in turn and never copied together.

use std::array;
use std::borrow::Cow;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use a2t_core::wire::body::PageBody;
use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http_body::{Frame, SizeHint};

struct Parts(array::IntoIter<Bytes, 3>);

/// The body of a page of the listing that is written in `text`.
pub(crate) fn page(page: PageBody<'_>, text: &Bytes) -> Body {
    let (before, items, after) = page.parts();
    let items = match items {
        Cow::Borrowed(items) => text.slice_ref(items),
        Cow::Owned(items) => items.into(),
    };
    body_of([Bytes::from_static(before), items, after.into()])
}

pub(crate) fn body_of(parts: [Bytes; 3]) -> Body {
    Body::new(Parts(parts.into_iter()))
}

impl HttpBody for Parts {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.next().map(|part| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_slice().is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        let left = self.0.as_slice().iter().map(Bytes::len);
        SizeHint::with_exact(left.sum::<usize>() as u64)
    }
}
