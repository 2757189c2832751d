//! What a documented extension says that its reading does not know.

/// Place within an extension of what is not understood: the extension is passed by as a whole then.
pub(super) struct Unknown {
    pub(super) pointer: String,
    pub(super) expected: String,
    pub(super) got: String,
}

pub(super) fn unknown(pointer: &str, expected: &str, got: impl Into<String>) -> Unknown {
    Unknown { pointer: pointer.to_owned(), expected: expected.to_owned(), got: got.into() }
}
