//! The versions of one tool, each with the code that answers for it.

use std::cmp::Reverse;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use a2t_core::{ToolId, ToolSignature};

use crate::dispatch::CallRequest;
use crate::dynamic::DynamicCall;
use crate::limits::concurrency::within_limit;
use crate::signature::values::shown;
use crate::toolset::code::Code;
use crate::{
    AdaptError, Adapted, BlockingPool, Call, Deprecation, Entry, Older, OnDisconnect, Reply,
    ReplyForm, ShownValues,
};

/// One version of a tool: that of its code, or a published one that the code serves too.
pub struct Version<S: 'static> {
    code: Code<S>,
    rest: Option<Box<Rest>>,
}

/// Parts that most versions lack, boxed because there are many versions.
#[derive(Clone, Default)]
struct Rest {
    published: Option<&'static Older>,
    deprecated: Option<&'static Deprecation>,
    /// The signature of the code with the remark that another function makes about it.
    remarked: Option<Arc<ToolSignature>>,
    /// The text of `published`, read when it is first asked for.
    adapted: OnceLock<Result<Arc<Adapted>, AdaptError>>,
}

/// Versions of these tools by key and id, those of one tool newest first. A version is answered by
/// its own code, else by the newest code that comes with it.
pub(crate) fn versions<S>(entries: Vec<&'static Entry<S>>) -> Vec<Version<S>> {
    let mut versions = Vec::with_capacity(entries.len());
    versions.extend(entries.iter().map(|entry| Version::new(Code::Static(entry))));
    for entry in &entries {
        let before = |older: &&Older| older.version < entry.signature.version;
        let older = entry.older.iter().filter(before);
        versions.extend(older.map(|older| Version::published(entry, older)));
    }
    sort(&mut versions);
    versions.dedup_by_key(|version| version.sort_key());
    remark(&mut versions, entries);
    versions
}

/// Adds remarks of functions to versions. The newest function's remark wins.
fn remark<S>(versions: &mut [Version<S>], mut entries: Vec<&'static Entry<S>>) {
    entries.retain(|entry| !entry.deprecated.is_empty());
    entries.sort_by_key(|entry| Reverse(entry.signature.version));
    for entry in entries {
        deprecate(versions, entry);
    }
}

/// Applies remarks of the functions of one set to the versions of another.
pub(crate) fn remark_all<S>(versions: &mut [Version<S>]) {
    let own = versions.iter().filter(|version| version.older().is_none());
    let entries = own.filter_map(|version| match &version.code {
        Code::Static(entry) => Some(*entry),
        Code::Dynamic(_) => None,
    });
    let entries = entries.collect();
    remark(versions, entries);
}

/// Sorts versions by key and id, those of one tool newest first.
pub(crate) fn sort<S>(versions: &mut [Version<S>]) {
    // The key alone nearly always decides.
    versions.sort_by(|left, right| {
        let keys = left.key().cmp(&right.key());
        keys.then_with(|| left.rank().cmp(&right.rank()))
    });
}

fn deprecate<S>(versions: &mut [Version<S>], entry: &Entry<S>) {
    let id = entry.signature.tool_id;
    for deprecation in entry.deprecated {
        let sort_key = (key(id), id, Reverse(deprecation.version));
        let found = versions.binary_search_by_key(&sort_key, Version::sort_key);
        let version = found.ok().and_then(|index| versions.get_mut(index));
        if let Some(version) = version
            && version.deprecated().is_none()
        {
            version.deprecate(deprecation);
        }
    }
}

/// 64-bit fold of the id, so that sort keys fit one word and their upper bits are spread evenly, even
/// those of ids that were counted up. Collisions need crafted ids and fall back to the whole id.
pub(crate) fn key(id: ToolId) -> u64 {
    let bits = id.as_u128();
    ((bits ^ (bits >> 64)) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<S> Version<S> {
    pub(crate) fn new(code: Code<S>) -> Self {
        Self { code, rest: None }
    }

    fn published(entry: &'static Entry<S>, older: &'static Older) -> Self {
        let rest = Rest { published: Some(older), ..Rest::default() };
        Self { code: Code::Static(entry), rest: Some(Box::new(rest)) }
    }

    /// Returns the tool that it is a version of.
    pub fn id(&self) -> ToolId {
        self.written().tool_id
    }

    pub(crate) fn key(&self) -> u64 {
        key(self.id())
    }

    /// Scopes that the function of this version names.
    pub(crate) fn scopes(&self) -> impl Iterator<Item = &str> {
        self.code.scopes()
    }

    /// Returns whether it was made of a signature that was read.
    #[doc(hidden)]
    pub fn is_dynamic(&self) -> bool {
        matches!(self.code, Code::Dynamic(_))
    }

    /// Returns the value that was made for this version before, if that holds still, else a new
    /// one. It is kept with a version that was made while the program runs, for as long as the
    /// version is there.
    #[doc(hidden)]
    pub fn keep<T: Send + Sync + 'static>(
        &self,
        holds: impl FnOnce(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        match &self.code {
            Code::Static(_) => Arc::new(make()),
            Code::Dynamic(made) => made.cache.get(holds, make),
        }
    }

    /// Returns its number, from 1.
    pub fn number(&self) -> u32 {
        self.older().map_or(self.written().version, |older| older.version)
    }

    /// Returns the remark of a function that callers should leave it.
    #[doc(hidden)]
    pub fn remark(&self) -> Option<&'static Deprecation> {
        self.rest.as_ref()?.deprecated
    }

    /// Returns the beginning of the day since which callers should leave it, in seconds since 1970.
    pub fn deprecated(&self) -> Option<i64> {
        match &self.code {
            Code::Static(_) => Some(self.remark()?.seconds),
            Code::Dynamic(made) => made.deprecated,
        }
    }

    /// Returns the maximum time of a call: that of the tool, or else `limit`.
    #[doc(hidden)]
    pub fn time(&self, limit: Duration) -> Duration {
        self.code.options().timeout.unwrap_or(limit)
    }

    fn older(&self) -> Option<&'static Older> {
        self.rest.as_ref()?.published
    }

    /// Key, id and number, which no two versions share.
    pub(crate) fn sort_key(&self) -> (u64, ToolId, Reverse<u32>) {
        (self.key(), self.id(), Reverse(self.number()))
    }

    /// The order of versions; of two in one place, the first is the one that answers.
    pub(crate) fn rank(&self) -> impl Ord {
        (self.sort_key(), self.older().is_some(), Reverse(self.written().version))
    }

    fn deprecate(&mut self, deprecation: &'static Deprecation) {
        let (written, remark) = (self.code.signature().clone(), Some(deprecation.remark()));
        let rest = self.rest.get_or_insert_default();
        rest.deprecated = Some(deprecation);
        if rest.published.is_none() && written.deprecated != remark {
            rest.remarked = Some(Arc::new(ToolSignature { deprecated: remark, ..written }));
        }
    }

    /// Returns the signature of the code, as the macro wrote it or as it was read.
    pub fn written(&self) -> &ToolSignature {
        self.code.signature()
    }

    /// The signature of the code, to be kept.
    pub(crate) fn signature_ref(&self) -> SignatureRef {
        self.code.signature_ref()
    }

    /// Returns the signature of the version's own code.
    pub fn code(&self) -> Option<&ToolSignature> {
        let remarked = self.rest.as_ref().and_then(|rest| rest.remarked.as_deref());
        let written = self.older().is_none().then_some(self.written());
        remarked.or(written)
    }

    /// Returns the published text, where the code is that of a later version.
    pub fn text(&self) -> Option<&'static str> {
        Some(self.older()?.text)
    }

    /// Returns the version, ready to be called; `current` is the tool's newest one.
    ///
    /// # Errors
    /// The published text is not a version of this tool that the code can serve.
    pub fn callable(&self, current: u32) -> Result<CallableVersion<S>, AdaptError> {
        let signature = match &self.rest {
            None => self.signature_ref(),
            Some(rest) => rest.signature(&self.code, current)?,
        };
        Ok(CallableVersion { code: self.code.clone(), signature, deprecated: self.deprecated() })
    }
}

impl<S> Clone for Version<S> {
    fn clone(&self) -> Self {
        Self { code: self.code.clone(), rest: self.rest.clone() }
    }
}

impl Rest {
    fn signature<S>(&self, code: &Code<S>, current: u32) -> Result<SignatureRef, AdaptError> {
        let read = |older| {
            let remark = self.deprecated.map(Deprecation::remark);
            Adapted::read(older, code.signature(), current, remark).map(Arc::new)
        };
        match (self.published, &self.remarked) {
            (Some(older), _) => {
                let adapted = self.adapted.get_or_init(|| read(older));
                Ok(SignatureRef::Published(adapted.clone()?))
            }
            (None, Some(remarked)) => Ok(SignatureRef::Shared(Arc::clone(remarked))),
            (None, None) => Ok(code.signature_ref()),
        }
    }
}

/// A version that can be called.
pub struct CallableVersion<S: 'static> {
    code: Code<S>,
    /// The version as it was published, or as its code declares it.
    pub signature: SignatureRef,
    /// Returns the beginning of the day since which callers should leave it, in seconds since 1970.
    pub deprecated: Option<i64>,
}

impl<S> Clone for CallableVersion<S> {
    fn clone(&self) -> Self {
        let (code, signature) = (self.code.clone(), self.signature.clone());
        Self { code, signature, deprecated: self.deprecated }
    }
}

impl<S> CallableVersion<S> {
    /// Returns what happens to a call whose client disconnects, if the tool sets it.
    pub fn on_disconnect(&self) -> Option<OnDisconnect> {
        self.code.options().on_disconnect
    }

    /// Returns the maximum time of a call: that of the tool, or else that of its caller.
    pub fn time(&self, limit: Duration) -> Duration {
        self.code.options().timeout.unwrap_or(limit)
    }

    /// Returns whether each call over A2T must have an `Idempotency-Key`.
    #[doc(hidden)]
    pub fn requires_key(&self) -> bool {
        self.code.options().key_required
    }

    /// Returns the defaults and examples of the inputs, as far as this version accepts them.
    #[doc(hidden)]
    pub fn input_values(&self) -> Vec<ShownValues> {
        shown(&self.signature, self.code.signature(), self.code.values())
    }

    /// Runs the code, and answers as the version does, in this layout. A function that is not `async` runs on these
    /// threads.
    #[inline]
    pub(crate) fn run(&self, call: CallRequest<S>, blocking: Arc<dyn BlockingPool>) -> Reply {
        let CallRequest { state, parts, inputs, layout } = call;
        let adapted = match &self.signature {
            SignatureRef::Published(adapted) => Some(Arc::clone(adapted)),
            SignatureRef::Code(_) | SignatureRef::Shared(_) => None,
        };
        let (form, options) =
            (ReplyForm { layout, adapted, ..ReplyForm::default() }, self.code.options());
        let call = |blocking| match &self.code {
            Code::Static(Entry { signature, call, .. }) => {
                call(Call { state, parts, inputs, signature, form, blocking })
            }
            Code::Dynamic(made) => {
                let signature = Arc::clone(&made.signature);
                made.handler.call(DynamicCall { state, parts, inputs, signature, layout })
            }
        };
        match options.concurrency {
            None => call(blocking),
            Some(limit) => within_limit(self.signature.tool_id, limit, blocking, call),
        }
    }
}

/// A signature that lasts as long as it is needed: that of code, or a published one.
#[derive(Clone)]
pub enum SignatureRef {
    /// Signature of the code.
    Code(&'static ToolSignature),
    /// A signature that was read, or that of code with what another function remarks about it.
    Shared(Arc<ToolSignature>),
    /// A published signature that the code of a later version serves.
    Published(Arc<Adapted>),
}

impl Deref for SignatureRef {
    type Target = ToolSignature;

    fn deref(&self) -> &ToolSignature {
        match self {
            Self::Code(signature) => signature,
            Self::Shared(signature) => signature,
            Self::Published(adapted) => &adapted.signature,
        }
    }
}
