//! The code behind a version: a function of the program, or a `DynamicTool`.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use a2t_core::ToolSignature;

use crate::dynamic::Handler;
use crate::limits::concurrency::forget;
use crate::{CallOptions, Entry, InputValues, SignatureRef};

pub(crate) enum Code<S: 'static> {
    Static(&'static Entry<S>),
    Dynamic(Arc<DynamicVersion<S>>),
}

/// A version whose signature was read.
pub(crate) struct DynamicVersion<S> {
    pub(crate) signature: Arc<ToolSignature>,
    pub(crate) handler: Handler<S>,
    pub(crate) options: CallOptions,
    pub(crate) scopes: Box<[String]>,
    /// Returns the beginning of the day since which callers should leave it, in seconds since 1970.
    pub(crate) deprecated: Option<i64>,
    pub(crate) cache: ProtocolCache,
}

impl<S> Code<S> {
    pub(crate) fn signature(&self) -> &ToolSignature {
        match self {
            Self::Static(entry) => entry.signature,
            Self::Dynamic(made) => &made.signature,
        }
    }

    pub(crate) fn signature_ref(&self) -> SignatureRef {
        match self {
            Self::Static(entry) => SignatureRef::Code(entry.signature),
            Self::Dynamic(made) => SignatureRef::Shared(Arc::clone(&made.signature)),
        }
    }

    pub(crate) fn values(&self) -> &'static [InputValues] {
        match self {
            Self::Static(entry) => entry.values,
            Self::Dynamic(_) => &[],
        }
    }

    pub(crate) fn options(&self) -> &CallOptions {
        match self {
            Self::Static(entry) => &entry.options,
            Self::Dynamic(made) => &made.options,
        }
    }

    pub(crate) fn scopes(&self) -> impl Iterator<Item = &str> {
        let (written, made) = match self {
            Self::Static(entry) => (entry.scopes, &[][..]),
            Self::Dynamic(made) => (&[][..], &*made.scopes),
        };
        written.iter().copied().chain(made.iter().map(String::as_str))
    }
}

impl<S> Clone for Code<S> {
    fn clone(&self) -> Self {
        match self {
            Self::Static(entry) => Self::Static(entry),
            Self::Dynamic(made) => Self::Dynamic(Arc::clone(made)),
        }
    }
}

impl<S> Drop for DynamicVersion<S> {
    fn drop(&mut self) {
        if self.options.concurrency.is_some() {
            forget(self.signature.tool_id);
        }
    }
}

/// Values that protocols derive from a version, at most one of each type. They are dropped with the version.
#[derive(Default)]
pub(crate) struct ProtocolCache(Mutex<Vec<Arc<dyn Any + Send + Sync>>>);

impl ProtocolCache {
    pub(crate) fn get<T: Send + Sync + 'static>(
        &self,
        holds: impl FnOnce(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = values.iter().position(|value| value.is::<T>());
        let found = index.and_then(|index| values.get(index)).map(Arc::clone);
        let found = found.and_then(|found| found.downcast::<T>().ok());
        if let Some(found) = found
            && holds(&found)
        {
            return found;
        }
        let made = Arc::new(make());
        let index = index.unwrap_or(values.len());
        match values.get_mut(index) {
            Some(slot) => *slot = Arc::clone(&made) as _,
            None => values.push(Arc::clone(&made) as _),
        }
        made
    }
}
