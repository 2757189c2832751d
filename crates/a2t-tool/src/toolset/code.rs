//! Code of a version: that of a function, which lasts as long as the program, or that of a tool that
//! was made while the program runs.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use a2t_core::ToolSignature;

use crate::dynamic::Handler;
use crate::limits::concurrency::forget;
use crate::{CallOptions, Entry, InputValues, SignatureRef};

pub(crate) enum Code<S: 'static> {
    Written(&'static Entry<S>),
    Made(Arc<Made<S>>),
}

/// A version whose signature was read.
pub(crate) struct Made<S> {
    pub(crate) signature: Arc<ToolSignature>,
    pub(crate) handler: Handler<S>,
    pub(crate) options: CallOptions,
    pub(crate) scopes: Box<[String]>,
    /// Returns the beginning of the day since which callers should leave it, in seconds since 1970.
    pub(crate) deprecated: Option<i64>,
    pub(crate) kept: Kept,
}

impl<S> Code<S> {
    pub(crate) fn signature(&self) -> &ToolSignature {
        match self {
            Self::Written(entry) => entry.signature,
            Self::Made(made) => &made.signature,
        }
    }

    pub(crate) fn signature_ref(&self) -> SignatureRef {
        match self {
            Self::Written(entry) => SignatureRef::Code(entry.signature),
            Self::Made(made) => SignatureRef::Shared(Arc::clone(&made.signature)),
        }
    }

    pub(crate) fn values(&self) -> &'static [InputValues] {
        match self {
            Self::Written(entry) => entry.values,
            Self::Made(_) => &[],
        }
    }

    pub(crate) fn options(&self) -> &CallOptions {
        match self {
            Self::Written(entry) => &entry.options,
            Self::Made(made) => &made.options,
        }
    }

    pub(crate) fn scopes(&self) -> impl Iterator<Item = &str> {
        let (written, made) = match self {
            Self::Written(entry) => (entry.scopes, &[][..]),
            Self::Made(made) => (&[][..], &*made.scopes),
        };
        written.iter().copied().chain(made.iter().map(String::as_str))
    }
}

impl<S> Clone for Code<S> {
    fn clone(&self) -> Self {
        match self {
            Self::Written(entry) => Self::Written(entry),
            Self::Made(made) => Self::Made(Arc::clone(made)),
        }
    }
}

impl<S> Drop for Made<S> {
    fn drop(&mut self) {
        if self.options.concurrency.is_some() {
            forget(self.signature.tool_id);
        }
    }
}

/// Values that faces made for a version, one of each type: they know what is in them, and go with it.
#[derive(Default)]
pub(crate) struct Kept(Mutex<Vec<Arc<dyn Any + Send + Sync>>>);

impl Kept {
    pub(crate) fn get<T: Send + Sync + 'static>(
        &self,
        holds: impl FnOnce(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|value| value.is::<T>());
        let found = place.and_then(|place| kept.get(place)).map(Arc::clone);
        let found = found.and_then(|found| found.downcast::<T>().ok());
        if let Some(found) = found
            && holds(&found)
        {
            return found;
        }
        let made = Arc::new(make());
        let place = place.unwrap_or(kept.len());
        match kept.get_mut(place) {
            Some(slot) => *slot = Arc::clone(&made) as _,
            None => kept.push(Arc::clone(&made) as _),
        }
        made
    }
}
