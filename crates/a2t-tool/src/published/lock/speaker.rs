//! Reports a change of errors at the enum's variant, once for all tools.

use std::marker::PhantomData;

use super::Lock;
use crate::error::IntoToolError;

/// The error type that a tool returns, if an enum declares it.
#[derive(Debug)]
pub struct Speaker<E>(PhantomData<E>);

/// Stands for any other type.
#[derive(Debug)]
pub struct Silent;

impl<E: IntoToolError> Speaker<E> {
    pub const NEW: Self = Self(PhantomData);

    /// Refuses an error type that lacks or changes one of the published errors. If the code's own version is
    /// published, `own` is its file, and the type must have exactly those errors.
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

    /// Works like [`Speaker::errors`], for a tool that lists a part of the errors: an error that the list lacks or adds
    /// is no change of the error type.
    #[track_caller]
    pub const fn part_of_errors(self, lock: &Lock, own: Option<&'static str>) {
        match lock.error_change(own) {
            Some(found) if found.is_of_the_list(E::ERRORS) => found.refuse(lock),
            _ => self.errors(lock, own),
        }
    }
}

impl Silent {
    /// Works like [`Speaker::errors`].
    #[track_caller]
    pub const fn errors(self, lock: &Lock, own: Option<&'static str>) {
        if let Some(found) = lock.error_change(own) {
            found.refuse(lock);
        }
    }

    /// Works like [`Speaker::errors`].
    #[track_caller]
    pub const fn part_of_errors(self, lock: &Lock, own: Option<&'static str>) {
        self.errors(lock, own);
    }
}

// These are functions because rustc evaluates what a constant mentions even if that branch is not taken.
const fn as_published<E: IntoToolError>() {
    E::AS_PUBLISHED
}

const fn as_promised<E: IntoToolError>() {
    E::AS_PROMISED
}
