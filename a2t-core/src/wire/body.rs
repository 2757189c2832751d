//! The body of a page that a server sends: the items as they stand in its listing, and what surrounds them.

use std::borrow::Cow;

/// A page of a [`Listing`](super::listing::Listing), of which nothing is copied as long as its items
/// are neighbours there.
///
/// A server that can send several buffers in turn sends [`parts`](Self::parts); any other takes
/// [`into_bytes`](Self::into_bytes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageBody<'a> {
    items: Cow<'a, [u8]>,
    after: Vec<u8>,
}

const BEFORE: &[u8] = b"{\"items\":[";
const PAGING: &[u8] = b"],\"paging\":{\"pageLimit\":";
const NEXT: &[u8] = b",\"next\":\"";

impl<'a> PageBody<'a> {
    pub(super) fn new(items: impl Into<Cow<'a, [u8]>>, limit: usize, next: Option<&str>) -> Self {
        let limit = limit.to_string();
        let limit = limit.as_bytes();
        let after = match next {
            None => [PAGING, limit, b"}}"].concat(),
            // A cursor is hexadecimal: nothing in it needs an escape.
            Some(next) => [PAGING, limit, NEXT, next.as_bytes(), b"\"}}"].concat(),
        };
        let items = items.into();
        Self { items, after }
    }

    /// Returns the text before the items, the items, and text after them.
    ///
    /// ```
    /// # use a2t_core::wire::{listing::Listing, page::PageQuery};
    /// let none = Listing::new([]).unwrap();
    /// let (before, items, after) = none.page(&PageQuery::default()).unwrap().parts();
    /// assert_eq!((before, &*items), (&br#"{"items":["#[..], &[][..]));
    /// assert_eq!(after, br#"],"paging":{"pageLimit":100}}"#);
    /// ```
    pub fn parts(self) -> (&'static [u8], Cow<'a, [u8]>, Vec<u8>) {
        (BEFORE, self.items, self.after)
    }

    /// Returns the whole body, in one buffer.
    pub fn into_bytes(self) -> Vec<u8> {
        [BEFORE, &self.items, &self.after].concat()
    }
}
