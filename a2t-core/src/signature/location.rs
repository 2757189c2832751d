//! Locations in a document, as JSON pointers.

use crate::error::{Code, Violation};
use crate::json::segment;

/// A location in a document, built while walking and written out only where something is wrong.
pub(super) struct At<'a> {
    parent: Option<&'a At<'a>>,
    segment: Segment<'a>,
}

enum Segment<'a> {
    Root(&'a str),
    Member(&'a str),
    Index(usize),
}

impl<'a> At<'a> {
    pub(super) fn root(pointer: &'a str) -> Self {
        Self { parent: None, segment: Segment::Root(pointer) }
    }

    pub(super) fn member(&'a self, name: &'a str) -> At<'a> {
        At { parent: Some(self), segment: Segment::Member(name) }
    }

    pub(super) fn index(&'a self, index: usize) -> At<'a> {
        At { parent: Some(self), segment: Segment::Index(index) }
    }

    pub(super) fn pointer(&self) -> String {
        let mut pointer = self.parent.map(At::pointer).unwrap_or_default();
        match self.segment {
            Segment::Root(prefix) => pointer.push_str(prefix),
            Segment::Index(index) => pointer.push_str(&format!("/{index}")),
            Segment::Member(name) => {
                pointer.push('/');
                pointer.push_str(&segment(name));
            }
        }
        pointer
    }

    pub(super) fn violation(&self, code: Code, member: &str) -> Violation {
        Violation::new(code, self.member(member).pointer())
    }
}
