//! The body of a page, in pieces.

use std::borrow::Cow;

use a2t_core::wire::body::PageBody;
use a2t_tool::Pieces;
use axum::body::Body;
use bytes::Bytes;

/// The body of a page of the listing that is written in `text`.
pub(crate) fn page(page: PageBody<'_>, text: &Bytes) -> Body {
    let (before, items, after) = page.parts();
    let items = match items {
        Cow::Borrowed(items) => text.slice_ref(items),
        Cow::Owned(items) => items.into(),
    };
    Body::new(Pieces::new([Bytes::from_static(before), items, after.into()]))
}
