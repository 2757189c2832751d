//! The version that a call is for, as its caller may call it.

use a2t_core::ToolId;

use crate::{Caller, Cause, Fault, Refusal, Served, Tools};

/// Reason why a tool cannot be called.
pub enum Uncallable {
    /// There is no such tool, or the caller may not know of it.
    NoTool(ToolId),
    /// The tool has no such version.
    NoVersion {
        /// The version that was asked for.
        version: u32,
        /// The versions that there are, newest first.
        served: Vec<u32>,
    },
    /// The caller lacks a scope.
    Refused(Refusal),
    /// The published text of the version cannot be served, which is reported to the vendor.
    Unserved(Box<Fault>),
}

impl Uncallable {
    /// Returns the text for a model whose tool is gone since it was offered under this name; `None` if it is there.
    pub fn gone(&self, name: &str) -> Option<String> {
        match self {
            Self::NoTool(_) => Some(format!("`{name}` is not offered any more: go on without it")),
            Self::NoVersion { version, .. } => Some(format!(
                "version {version} of `{name}` is not offered any more: call it again"
            )),
            Self::Refused(_) | Self::Unserved(_) => None,
        }
    }
}

impl<S> Tools<S> {
    /// Returns the version of a tool that the caller asks to call; the current one if none is named.
    ///
    /// # Errors
    /// Fails if there is no such tool or version, or if this caller cannot call it.
    pub fn callable(
        &self,
        caller: Option<&Caller>,
        id: ToolId,
        version: Option<u32>,
    ) -> Result<Served<S>, Uncallable> {
        if !self.sees(caller, id) {
            return Err(Uncallable::NoTool(id));
        }
        let served = self.accepted(id, version);
        match &served {
            Err(Uncallable::NoTool(_) | Uncallable::NoVersion { .. }) => served,
            _ => match self.refuses(caller, id) {
                Some(refusal) => Err(Uncallable::Refused(refusal)),
                None => served,
            },
        }
    }

    /// Returns the version of a tool for a call whose caller was checked when it was accepted.
    ///
    /// # Errors
    /// Fails if there is no such tool or version any more, or if it cannot be served.
    pub fn accepted(&self, id: ToolId, version: Option<u32>) -> Result<Served<S>, Uncallable> {
        let tool = self.tool(id).ok_or(Uncallable::NoTool(id))?;
        let Some(found) = tool.version(version) else {
            let (version, served) = (version.unwrap_or_default(), self.versions(id).collect());
            return Err(Uncallable::NoVersion { version, served });
        };
        found.served(tool.current.version).map_err(|why| {
            let cause = Cause::Unserved(found.number(), why);
            Uncallable::Unserved(Box::new(Fault::new(tool.lasting(), cause)))
        })
    }
}
