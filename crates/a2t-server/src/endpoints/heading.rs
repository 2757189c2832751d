//! Headers that an invocation is checked by, found in one pass: where headers are few, to compare
//! names is cheaper than to hash one for each question.

use a2t_core::wire::problem::{Kind, Problem};
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue};

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Headers of an invocation.
#[derive(Default)]
pub(crate) struct Heading<'h> {
    content_type: Found<'h>,
    key: Found<'h>,
    is_coded: bool,
}

/// Values of one header.
#[derive(Clone, Copy, Default)]
pub(crate) enum Found<'h> {
    #[default]
    Nothing,
    One(&'h HeaderValue),
    Several,
}

impl<'h> Found<'h> {
    pub(crate) fn add(&mut self, value: &'h HeaderValue) {
        *self = match self {
            Self::Nothing => Self::One(value),
            Self::One(_) | Self::Several => Self::Several,
        };
    }
}

impl<'h> Heading<'h> {
    pub(crate) fn new(headers: &'h HeaderMap) -> Self {
        let mut heading = Self::default();
        for (name, value) in headers {
            if name == CONTENT_TYPE {
                heading.content_type.add(value);
            } else if name == CONTENT_ENCODING {
                heading.is_coded |= !is_uncoded(value);
            } else if name == IDEMPOTENCY_KEY {
                heading.key.add(value);
            }
        }
        heading
    }

    /// Values of `Idempotency-Key`.
    pub(crate) fn key(&self) -> Found<'h> {
        self.key
    }

    /// Refuses a body that does not declare itself as JSON, because a web page of another origin can
    /// send one without a type and without asking first (no CORS preflight).
    pub(crate) fn check_media_type(&self) -> Result<(), Problem> {
        let refuse = |detail: &str| Err(Problem::new(Kind::UnsupportedMediaType, detail));
        if self.is_coded {
            return refuse("send the body without a Content-Encoding");
        }
        match self.content_type {
            Found::Several => refuse("the request has several Content-Type headers: send one"),
            Found::One(value) if is_json(value.as_bytes()) => Ok(()),
            Found::One(_) => refuse(
                "send the body as JSON, with Content-Type: application/json (spec note AMB-55)",
            ),
            Found::Nothing => refuse(
                "the request has no Content-Type: add Content-Type: application/json (spec note AMB-55)",
            ),
        }
    }
}

/// Returns `true` for a list of codings that change nothing.
fn is_uncoded(codings: &HeaderValue) -> bool {
    let mut codings = codings.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    codings.all(|coding| coding.is_empty() || coding.eq_ignore_ascii_case(b"identity"))
}

/// Returns `true` for `application/json` and `application/*+json`, with any parameters.
fn is_json(content_type: &[u8]) -> bool {
    const APPLICATION: usize = b"application/".len();
    // Nearly every client sends just this.
    if content_type == b"application/json" {
        return true;
    }
    let essence = content_type.split(|byte| *byte == b';').next().unwrap_or_default();
    let Some((application, subtype)) = essence.trim_ascii().split_at_checked(APPLICATION) else {
        return false;
    };
    let ends = |suffix: &[u8]| {
        let suffixed = subtype.len().checked_sub(suffix.len()).and_then(|at| subtype.get(at..));
        suffixed.is_some_and(|end| end.eq_ignore_ascii_case(suffix))
    };
    let json = subtype.eq_ignore_ascii_case(b"json") || ends(b"+json");
    application.eq_ignore_ascii_case(b"application/") && json
}
