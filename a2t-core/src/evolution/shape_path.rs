//! A location within the shape of an output or of an error, of fixed size, so that const evaluation can hold one.

use crate::signature::SHAPE_DEPTH_MAX;

/// A location within the shape of an output or of an error: `[].high`, and what of it is meant, `.description`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShapePath<'a> {
    /// Names of members, `""` for the items of a list.
    parts: [&'a str; SHAPE_DEPTH_MAX],
    depth: usize,
    /// Keyword of the schema, or `""` for the whole.
    keyword: &'static str,
    /// The allowed value, or `""`.
    value: &'a str,
}

/// Texts that a location is written with.
pub(super) const PIECES: usize = 2 * SHAPE_DEPTH_MAX + 5;

impl<'a> ShapePath<'a> {
    /// The whole shape.
    pub(super) const ROOT: Self =
        Self { parts: [""; SHAPE_DEPTH_MAX], depth: 0, keyword: "", value: "" };

    /// Returns the name of the outermost member, or `""` for the items of a list or for the whole value.
    pub const fn first(self) -> &'a str {
        self.parts[0]
    }

    /// Returns whether the location is in a member of a record, and not in the output itself or its items.
    pub(super) const fn has_member(self) -> bool {
        let mut parts = self.parts.as_slice();
        while let [part, rest @ ..] = parts {
            if !part.is_empty() {
                return true;
            }
            parts = rest;
        }
        false
    }

    /// The location of a member, or with `""` of the items; no deeper than a shape may be.
    #[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
    pub(super) const fn then(mut self, part: &'a str) -> Self {
        if self.depth < SHAPE_DEPTH_MAX {
            self.parts[self.depth] = part;
            self.depth += 1;
        }
        self
    }

    pub(super) const fn keyword(mut self, keyword: &'static str) -> Self {
        self.keyword = keyword;
        self
    }

    pub(super) const fn value(mut self, value: &'a str) -> Self {
        self.value = value;
        self
    }

    /// The location without what of it is meant.
    pub(super) const fn bare(mut self) -> Self {
        (self.keyword, self.value) = ("", "");
        self
    }

    pub(super) fn parts(&self) -> &[&'a str] {
        self.parts.get(..self.depth).unwrap_or_default()
    }

    #[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
    pub(super) const fn pieces(&self) -> [&'a str; PIECES] {
        let mut pieces = [""; PIECES];
        let mut index = 0;
        while index < self.depth {
            let part = self.parts[index];
            pieces[2 * index] = if part.is_empty() { "[]" } else { "." };
            pieces[2 * index + 1] = part;
            index += 1;
        }
        let end = 2 * SHAPE_DEPTH_MAX;
        if !self.value.is_empty() {
            pieces[end] = "[";
            pieces[end + 1] = self.value;
            pieces[end + 2] = "]";
        }
        if !self.keyword.is_empty() {
            pieces[end + 3] = ".";
            pieces[end + 4] = self.keyword;
        }
        pieces
    }
}
