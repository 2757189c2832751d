//! Return type of the code, which alone knows the outputs.

use std::borrow::Cow;
use std::marker::PhantomData;

use a2t_core::evolution::Fingerprint;
use a2t_core::{JsonShape, Nested, OutputType};

use crate::{Kind, Output, RESULT, Shape};

/// Return type of the code, and the fingerprint of its description.
pub struct Returned<T> {
    of: PhantomData<fn() -> T>,
    shape: Shape,
    /// Fingerprint of the section `# Returns`.
    described: u128,
}

impl<T> Returned<T> {
    pub const fn of(described: u128) -> Self
    where
        T: Output,
    {
        Self { of: PhantomData, shape: T::SHAPE, described }
    }

    /// Returns `true` for one value without a section `# Returns`.
    pub(super) const fn lacks_description(&self) -> bool {
        self.described == 0 && matches!(self.shape, Shape::Plain(_))
    }

    pub(super) const fn has(&self, published: Fingerprint, frozen: bool) -> bool {
        let (kinds, fingerprints) = match self.shape {
            Shape::Fields { kinds, fingerprints, .. } => (kinds, fingerprints),
            Shape::Plain(kind) => {
                let texts = Fingerprint::of_texts(RESULT, RESULT, "");
                let texts = texts.with_description(self.described);
                return same(published, typed(texts, kind), frozen);
            }
        };
        let mut index = 0;
        while index < kinds.len() {
            let (contract, text) = (fingerprints[2 * index], fingerprints[2 * index + 1]);
            let field = typed(Fingerprint::from_bits(contract, text), kinds[index]);
            if same(published, field, frozen) {
                return true;
            }
            index += 1;
        }
        false
    }
}

/// Refuses with the macro's message if the tool returns one value, which `# Returns` describes.
#[track_caller]
pub const fn plain_described<T: Output>(returned: &Returned<T>, message: &str) {
    if let Shape::Plain(_) = returned.shape {
        panic!("{}", message)
    }
}

pub(super) const fn same(published: Fingerprint, code: Fingerprint, frozen: bool) -> bool {
    if frozen { published.is(code) } else { published.promises(code) }
}

const fn typed(texts: Fingerprint, kind: Kind) -> Fingerprint {
    let none = Fingerprint::from_bits(0, 0);
    match kind {
        Kind::String => texts.typed(&OutputType::String, none),
        Kind::Int { .. } => texts.typed(&OutputType::Int, none),
        Kind::Boolean => texts.typed(&OutputType::Boolean, none),
        Kind::Enum(choices) => texts.typed(&ENUM, choices.fingerprint()),
        Kind::Json => texts.typed(&OutputType::Json, none),
        Kind::Described(shape) => texts.typed(&DESCRIBED, Fingerprint::of_shape(shape)),
    }
}

const DESCRIBED: OutputType = OutputType::Described { shape: Nested::Borrowed(&JsonShape::Any) };
const ENUM: OutputType = OutputType::Enum { allowed_values: Cow::Borrowed(&[]) };
