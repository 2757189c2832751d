//! The keys of `#[a2t(…)]` on a struct of one value.

use syn::{Attribute, Path};

use super::parameter::bound;
use super::{Bound, Keys, Text, default_crate};
use crate::ctxt::Ctxt;

const KEYS: &[&str] =
    &["text", "min", "max", "max_length", "expected", "example", "format", "crate"];

pub(crate) struct NewtypeAttr {
    pub(crate) krate: Path,
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    pub(crate) max_length: Option<Bound>,
    pub(crate) text: Option<Text>,
    /// A key could not be read.
    pub(crate) unreadable: bool,
}

impl NewtypeAttr {
    pub(crate) fn parse(attrs: &[Attribute], ctxt: &Ctxt) -> Self {
        let mut keys = Keys::of_type(attrs, KEYS, "a type of one value", ctxt);
        let mut bound = |key| keys.take(key).and_then(|value| bound(&value, ctxt));
        Self {
            min: bound("min"),
            max: bound("max"),
            max_length: bound("max_length"),
            text: Text::take(&mut keys, ctxt),
            unreadable: keys.is_unreadable(),
            krate: keys.path("crate", ctxt).unwrap_or_else(default_crate),
        }
    }
}
