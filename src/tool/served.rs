//! The versions of one tool, each with the code that answers for it.

use std::cmp::Reverse;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use a2t_core::ToolSignature;
use bytes::Bytes;
use http::request::Parts;

use super::{Adapted, Call, Deprecation, Entry, Failure, Older, Unserved};

/// One version of a tool: that of its code, or a published one that the code serves too.
pub(crate) struct Version<S: 'static> {
    pub(crate) number: u32,
    entry: &'static Entry<S>,
    published: Option<&'static Older>,
    pub(crate) deprecated: Option<&'static Deprecation>,
    /// The signature of the code with the remark that another function makes about it.
    remarked: Option<Arc<ToolSignature>>,
    /// What `published` says, once somebody asked for it.
    adapted: OnceLock<Result<Arc<Adapted>, Unserved>>,
}

/// The versions of one tool, newest first. A version with code of its own is answered by that, any
/// other one by the newest code that comes with it.
pub(crate) fn versions<S>(entries: &[&'static Entry<S>]) -> Vec<Version<S>> {
    // Most tools have one version: nothing to sort, and no room for more.
    if let [entry] = entries
        && entry.older.is_empty()
        && entry.deprecated.is_empty()
    {
        return vec![Version::new(entry, None)];
    }
    let own = entries.iter().map(|entry| Version::new(entry, None));
    let older = entries.iter().flat_map(|entry| {
        let before = |older: &&Older| older.version < entry.signature.version;
        let older = entry.older.iter().filter(before);
        older.map(|older| Version::new(entry, Some(older)))
    });
    let mut versions: Vec<_> = own.chain(older).collect();
    versions.sort_by_key(|version| {
        let code = version.entry.signature.version;
        (
            Reverse(version.number),
            version.published.is_some(),
            Reverse(code),
        )
    });
    versions.dedup_by_key(|version| version.number);
    // Of two remarks about one version, that of the newest function holds.
    let mut newest_first = entries.to_vec();
    newest_first.sort_by_key(|entry| Reverse(entry.signature.version));
    for deprecation in newest_first.iter().flat_map(|entry| entry.deprecated) {
        let version = versions
            .iter_mut()
            .find(|version| version.number == deprecation.version);
        if let Some(version) = version
            && version.deprecated.is_none()
        {
            version.deprecate(deprecation);
        }
    }
    versions
}

impl<S> Version<S> {
    fn new(entry: &'static Entry<S>, published: Option<&'static Older>) -> Self {
        Self {
            number: published.map_or(entry.signature.version, |older| older.version),
            entry,
            published,
            deprecated: None,
            remarked: None,
            adapted: OnceLock::new(),
        }
    }

    fn deprecate(&mut self, deprecation: &'static Deprecation) {
        self.deprecated = Some(deprecation);
        let (written, remark) = (self.entry.signature, Some(deprecation.remark()));
        if self.published.is_none() && written.deprecated != remark {
            self.remarked = Some(Arc::new(ToolSignature {
                deprecated: remark,
                ..written.clone()
            }));
        }
    }

    /// The signature of the version's own code.
    pub(crate) fn code(&self) -> Option<&ToolSignature> {
        let written = self.published.is_none().then_some(self.entry.signature);
        self.remarked.as_deref().or(written)
    }

    /// The published text, where the code is that of a later version.
    pub(crate) fn text(&self) -> Option<&'static str> {
        self.published.map(|older| older.text)
    }

    /// The version, ready to be called; `current` is the tool's newest one.
    ///
    /// # Errors
    /// A published text that says no version of this tool that the code could serve.
    pub(crate) fn served(&self, current: u32) -> Result<Served<S>, Unserved> {
        let read = |older| {
            let remark = self.deprecated.map(Deprecation::remark);
            Adapted::read(older, self.entry.signature, current, remark).map(Arc::new)
        };
        let signature = match (self.published, &self.remarked) {
            (Some(older), _) => {
                let adapted = self.adapted.get_or_init(|| read(older));
                Lasting::Published(adapted.clone()?)
            }
            (None, Some(remarked)) => Lasting::Remarked(Arc::clone(remarked)),
            (None, None) => Lasting::Code(self.entry.signature),
        };
        Ok(Served {
            entry: self.entry,
            signature,
            deprecated: self.deprecated,
        })
    }
}

/// A version that can be called.
pub(crate) struct Served<S: 'static> {
    entry: &'static Entry<S>,
    pub(crate) signature: Lasting,
    pub(crate) deprecated: Option<&'static Deprecation>,
}

impl<S> Served<S> {
    /// Runs the code, and answers as the version does.
    pub(crate) async fn run(
        &self,
        state: S,
        parts: Parts,
        body: Bytes,
    ) -> Result<Vec<u8>, Failure> {
        let adapted = match &self.signature {
            Lasting::Published(adapted) => Some(adapted),
            Lasting::Code(_) | Lasting::Remarked(_) => None,
        };
        let call = Call {
            state,
            parts,
            body,
            signature: self.entry.signature,
            adapted: adapted.cloned(),
        };
        let reply = (self.entry.call)(call).await?;
        match adapted {
            Some(adapted) => adapted.reply(&reply).map_err(Failure::Unwritable),
            None => Ok(reply),
        }
    }
}

/// A signature that lasts as long as it is needed: that of code, or a published one.
#[derive(Clone)]
pub(crate) enum Lasting {
    Code(&'static ToolSignature),
    Remarked(Arc<ToolSignature>),
    Published(Arc<Adapted>),
}

impl Deref for Lasting {
    type Target = ToolSignature;

    fn deref(&self) -> &ToolSignature {
        match self {
            Self::Code(signature) => signature,
            Self::Remarked(signature) => signature,
            Self::Published(adapted) => &adapted.signature,
        }
    }
}
