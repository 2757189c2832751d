//! Places that a schema has for the facts of a signature, by dialect and mode.

/// Places that schemas of a dialect have, in one of its modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// Optional inputs are listed as required and may be null (OpenAI's strict mode).
    pub(crate) null_union: bool,
    /// `additionalProperties: false`.
    pub(crate) closed: bool,
    /// `minimum` and `maximum`.
    pub(crate) bounds: bool,
    /// `maxLength`.
    pub(crate) lengths: bool,
    /// `enum`.
    pub(crate) enums: bool,
    /// Types in capitals, and the order of the inputs next to them (Google's `Schema`).
    pub(crate) proto: bool,
}

impl Style {
    pub(crate) const OPEN: Self = Self {
        null_union: false,
        closed: true,
        bounds: true,
        lengths: true,
        enums: true,
        proto: false,
    };
    pub(crate) const STRICT_ANTHROPIC: Self = Self { bounds: false, lengths: false, ..Self::OPEN };
    pub(crate) const STRICT_OPENAI: Self = Self { null_union: true, lengths: false, ..Self::OPEN };
    pub(crate) const GEMINI: Self = Self { closed: false, proto: true, ..Self::OPEN };
    /// Types and descriptions only.
    pub(crate) const FLAT: Self =
        Self { closed: false, bounds: false, lengths: false, enums: false, ..Self::OPEN };
}
