//! The enum of a tool's errors reports a change at its variant, once for all tools.

use std::marker::PhantomData;

use super::Lock;
use crate::error::IntoToolError;

/// A type of errors that the tool returns.
pub struct Speaker<E>(PhantomData<E>);

/// Any other type.
pub struct Silent;

impl<E: IntoToolError> Speaker<E> {
    pub const NEW: Self = Self(PhantomData);

    /// Refuses an error type that lacks or changes one of the published errors; where the code's own version
    /// is published, `own` is its file, and the errors are all of it.
    #[track_caller]
    pub const fn errors(self, lock: &Lock, own: Option<&'static str>) {
        let Some(found) = lock.error_change(own) else {
            return;
        };
        if found.frozen {
            as_published::<E>();
        } else {
            as_promised::<E>();
        }
        found.refuse(lock);
    }
}

impl Silent {
    /// As [`Speaker::errors`].
    #[track_caller]
    pub const fn errors(self, lock: &Lock, own: Option<&'static str>) {
        if let Some(found) = lock.error_change(own) {
            found.refuse(lock);
        }
    }
}

// Functions, because what a constant names is evaluated even where it does not come by.
const fn as_published<E: IntoToolError>() {
    E::AS_PUBLISHED
}

const fn as_promised<E: IntoToolError>() {
    E::AS_PROMISED
}
