//! The versions of one tool, each with the code that answers for it.

use std::cmp::Reverse;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use a2t_core::ToolSignature;
use bytes::Bytes;
use http::request::Parts;

use super::{Adapted, Call, Entry, Failure, Older, Unserved};

/// One version of a tool: that of its code, or a published one that the code serves too.
pub(crate) struct Version<S: 'static> {
    pub(crate) number: u32,
    entry: &'static Entry<S>,
    published: Option<&'static Older>,
    /// What `published` says, once somebody asked for it.
    adapted: OnceLock<Result<Arc<Adapted>, Unserved>>,
}

/// The versions of one tool, newest first. A version with code of its own is answered by that, any
/// other one by the newest code that comes with it.
pub(crate) fn versions<S>(entries: &[&'static Entry<S>]) -> Vec<Version<S>> {
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
    versions
}

impl<S> Version<S> {
    fn new(entry: &'static Entry<S>, published: Option<&'static Older>) -> Self {
        Self {
            number: published.map_or(entry.signature.version, |older| older.version),
            entry,
            published,
            adapted: OnceLock::new(),
        }
    }

    /// The signature of the version's own code.
    pub(crate) fn code(&self) -> Option<&'static ToolSignature> {
        self.published.is_none().then_some(self.entry.signature)
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
        let adapt = |older| {
            let read = || Adapted::read(older, self.entry.signature, current).map(Arc::new);
            self.adapted.get_or_init(read).clone()
        };
        Ok(Served {
            entry: self.entry,
            adapted: self.published.map(adapt).transpose()?,
        })
    }
}

/// A version that can be called, and asked for its signature.
pub(crate) struct Served<S: 'static> {
    entry: &'static Entry<S>,
    adapted: Option<Arc<Adapted>>,
}

impl<S> Served<S> {
    pub(crate) fn signature(&self) -> Lasting {
        match &self.adapted {
            Some(adapted) => Lasting::Published(Arc::clone(adapted)),
            None => Lasting::Code(self.entry.signature),
        }
    }

    /// Runs the code, and answers as the version does.
    pub(crate) async fn run(
        &self,
        state: S,
        parts: Parts,
        body: Bytes,
    ) -> Result<Vec<u8>, Failure> {
        let call = Call {
            state,
            parts,
            body,
            signature: self.entry.signature,
            adapted: self.adapted.clone(),
        };
        let reply = (self.entry.call)(call).await?;
        match &self.adapted {
            Some(adapted) => adapted.reply(&reply).map_err(Failure::Unwritable),
            None => Ok(reply),
        }
    }
}

/// A signature that lasts as long as it is needed: that of code, or a published one.
#[derive(Clone)]
pub(crate) enum Lasting {
    Code(&'static ToolSignature),
    Published(Arc<Adapted>),
}

impl Deref for Lasting {
    type Target = ToolSignature;

    fn deref(&self) -> &ToolSignature {
        match self {
            Self::Code(signature) => signature,
            Self::Published(adapted) => &adapted.signature,
        }
    }
}
