//! Parts of a documented extension that its reading does not define.

/// Location within an extension that is not understood. The extension is then ignored as a whole.
pub(super) struct Unknown {
    pub(super) pointer: String,
    pub(super) expected: String,
    pub(super) got: String,
}

pub(super) fn unknown(pointer: &str, expected: &str, got: impl Into<String>) -> Unknown {
    Unknown { pointer: pointer.to_owned(), expected: expected.to_owned(), got: got.into() }
}
