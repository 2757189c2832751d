//! Return type of the code: only it knows the outputs.

use std::marker::PhantomData;
use std::mem::forget;

use a2t_core::evolution::Fingerprint;

use super::{Lock, Unchecked, Unfit};
use crate::{Kind, Output, RESULT, Shape};

/// Return type of the code, and the fingerprint of its description.
pub(super) struct Returned<T> {
    of: PhantomData<fn() -> T>,
    shape: Shape,
    /// Fingerprint of the section `# Returns`.
    described: u128,
}

impl<T: Output> Returned<T> {
    const fn new(described: u128) -> Self {
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

/// The return type of a tool: `AsReturned::<T>::CHECK.returns(…)` compares it, and does nothing for
/// a type that is not an output, because another error reports it.
#[derive(Debug)]
pub struct AsReturned<T>(PhantomData<fn() -> T>);

impl<T: Output> AsReturned<T> {
    pub const CHECK: Self = Self(PhantomData);

    /// Refuses a return type that changes one of the published outputs.
    #[track_caller]
    pub const fn returns(self, lock: &Lock, described: u128) {
        lock.returns(&Returned::<T>::new(described));
    }

    /// Refuses an output that is not among those of the version, which is published.
    #[track_caller]
    pub const fn no_new_output(self, lock: &Lock, file: &'static str) {
        lock.no_new_output::<T>(file);
    }

    /// Refuses with the macro's message if the tool returns one value, which `# Returns` describes.
    #[track_caller]
    pub const fn described(self, message: &str) {
        if let Shape::Plain(_) = T::SHAPE {
            panic!("{}", message)
        }
    }
}

impl<T> Unfit for AsReturned<T> {}

impl Unchecked {
    pub const fn returns(self, _: &Lock, _: u128) {}

    pub const fn no_new_output(self, _: &Lock, _: &str) {}

    pub const fn described(self, _: &str) {}
}

pub(super) const fn same(published: Fingerprint, code: Fingerprint, frozen: bool) -> bool {
    if frozen { published.is(code) } else { published.promises(code) }
}

const fn typed(texts: Fingerprint, kind: Kind) -> Fingerprint {
    let contents = match kind {
        Kind::Enum(choices) => choices.fingerprint(),
        Kind::Described(shape) => Fingerprint::of_shape(shape),
        _ => Fingerprint::from_bits(0, 0),
    };
    let output = kind.output();
    let typed = texts.typed(&output, contents);
    // A destructor cannot run here.
    forget(output);
    typed
}
