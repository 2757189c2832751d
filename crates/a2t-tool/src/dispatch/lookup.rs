//! The version that a call is for, as its caller may call it.

use a2t_core::ToolId;
use a2t_core::error::inert;

use crate::{AuthError, CallableVersion, Caller, Cause, Fault, Tools, Version, Versions};

/// Reason why a tool cannot be called.
#[derive(Debug)]
pub enum LookupError {
    /// There is no such tool or version, or the caller may not know of it.
    NotFound(NotFound),
    /// The caller lacks a scope.
    Refused(AuthError),
    /// The published text of the version cannot be served, which is reported to the vendor.
    Adapt(Box<Fault>),
}

/// The tool or the version that there is not.
#[derive(Debug)]
pub enum NotFound {
    Tool(ToolId),
    Version {
        /// The version that was asked for.
        version: u32,
        /// The versions that there are, newest first.
        served: Vec<u32>,
    },
}

impl LookupError {
    /// Returns the text for a model whose tool is gone since it was offered under this name; `None` if it is there.
    pub fn gone(&self, name: &str) -> Option<String> {
        let Self::NotFound(missing) = self else {
            return None;
        };
        Some(match missing {
            NotFound::Tool(_) => format!("`{name}` is not offered any more: go on without it"),
            NotFound::Version { version, .. } => {
                format!("version {version} of `{name}` is not offered any more: call it again")
            }
        })
    }
}

impl NotFound {
    /// Returns the text for a caller that named a tool so.
    pub fn message(&self, name: &str) -> String {
        let name = inert(name);
        match self {
            Self::Tool(_) => format!("no tool is called `{name}`"),
            Self::Version { version, served } => {
                let served: Vec<_> = served.iter().map(u32::to_string).collect();
                format!("`{name}` has no version {version}; it has {}", served.join(", "))
            }
        }
    }
}

/// A version of a tool that was found.
pub struct Found<'a, S: 'static> {
    pub tool: Versions<'a, S>,
    pub version: &'a Version<S>,
}

impl<S> Found<'_, S> {
    /// Returns the version, ready to be called.
    ///
    /// # Errors
    /// Fails if its published text cannot be served.
    pub fn callable(&self) -> Result<CallableVersion<S>, LookupError> {
        self.version.callable(self.tool.current.version).map_err(|why| {
            let cause = Cause::Adapt(self.version.number(), why);
            LookupError::Adapt(Box::new(Fault::new(self.tool.signature_ref(), cause)))
        })
    }
}

impl<S> Tools<S> {
    /// Returns a version of a tool; the current one if none is named.
    ///
    /// # Errors
    /// Fails if there is no such tool or version.
    pub fn find(&self, id: ToolId, version: Option<u32>) -> Result<Found<'_, S>, LookupError> {
        let tool = self.tool(id).ok_or(LookupError::NotFound(NotFound::Tool(id)))?;
        match tool.version(version) {
            Some(version) => Ok(Found { tool, version }),
            None => {
                let (version, served) = (version.unwrap_or_default(), self.versions(id).collect());
                Err(LookupError::NotFound(NotFound::Version { version, served }))
            }
        }
    }

    /// Returns a version of a tool that the caller may know of.
    ///
    /// # Errors
    /// Fails if there is no such tool or version, or if the caller may not know of the tool.
    pub fn visible_version(
        &self,
        caller: Option<&Caller>,
        id: ToolId,
        version: Option<u32>,
    ) -> Result<Found<'_, S>, LookupError> {
        if !self.sees(caller, id) {
            return Err(LookupError::NotFound(NotFound::Tool(id)));
        }
        self.find(id, version)
    }

    /// Returns the version of a tool that the caller asks to call; the current one if none is named.
    ///
    /// # Errors
    /// Fails if there is no such tool or version, or if this caller cannot call it.
    pub fn callable(
        &self,
        caller: Option<&Caller>,
        id: ToolId,
        version: Option<u32>,
    ) -> Result<CallableVersion<S>, LookupError> {
        let found = self.visible_version(caller, id, version)?;
        match self.refuses(caller, id) {
            Some(refusal) => Err(LookupError::Refused(refusal)),
            None => found.callable(),
        }
    }

    /// Returns the version of a tool for a call whose caller was checked when it was accepted.
    ///
    /// # Errors
    /// Fails if there is no such tool or version any more, or if it cannot be served.
    pub fn accepted(
        &self,
        id: ToolId,
        version: Option<u32>,
    ) -> Result<CallableVersion<S>, LookupError> {
        self.find(id, version)?.callable()
    }
}
