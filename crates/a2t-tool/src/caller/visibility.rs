//! Tools as one caller sees them: the one place where a protocol asks who may see and call what.

use std::collections::BTreeSet;
use std::sync::Arc;

use a2t_core::{ToolId, ToolSignature};
use http::HeaderName;

use super::{Access, AuthError, Caller};
use crate::{Tools, Version, Versions};

impl<S> Tools<S> {
    /// Returns the rules about callers; `None` if all callers see and call everything.
    #[doc(hidden)]
    pub fn access(&self) -> Option<&Access> {
        Some(&*self.rules).filter(|rules| self.table.is_scoped() || rules.guards())
    }

    /// Shows a tool, in all its versions and in every protocol, only to callers to whom this rule
    /// does, by the signature of its newest version. Rules add up: each has to agree.
    #[must_use]
    pub fn visible(
        mut self,
        rule: impl Fn(Option<&Caller>, &ToolSignature) -> bool + Send + Sync + 'static,
    ) -> Self {
        Arc::make_mut(&mut self.rules).and(rule);
        self
    }

    /// Shows tools whose scopes a caller lacks as well, and refuses their calls with 401 or 403.
    #[must_use]
    pub fn step_up(mut self) -> Self {
        Arc::make_mut(&mut self.rules).step_up = true;
        self
    }

    /// Sets the headers that distinguish callers, for `Vary`; `Authorization` by default.
    #[must_use]
    pub fn vary_by(mut self, headers: impl IntoIterator<Item = HeaderName>) -> Self {
        Arc::make_mut(&mut self.rules).vary = headers.into_iter().collect();
        self
    }

    /// Returns the scopes that the tools name, sorted, each once.
    pub fn scopes(&self) -> impl Iterator<Item = &str> {
        let scopes: BTreeSet<_> = self.iter().flat_map(|tool| tool.scopes()).collect();
        scopes.into_iter()
    }

    /// Returns whether the caller may know of the tool with this id. Of an id that no tool has, it
    /// is true as well, and takes as long: the lookup finds nothing.
    #[doc(hidden)]
    pub fn sees(&self, caller: Option<&Caller>, id: ToolId) -> bool {
        let Some(access) = self.access() else {
            return true;
        };
        match self.tool(id) {
            Some(tool) => access.admits(caller, &tool),
            None => {
                // The vendor's rule is asked without effect, so that the time reveals nothing.
                let _ =
                    std::hint::black_box(self.iter().next().map(|any| access.admits(caller, &any)));
                true
            }
        }
    }

    /// Returns the ids of the tools that the caller sees; `None` if all callers see all.
    #[doc(hidden)]
    pub fn visible_ids(&self, caller: Option<&Caller>) -> Option<BTreeSet<ToolId>> {
        let access = self.access()?;
        let seen = self.iter().filter(|tool| access.admits(caller, tool));
        Some(seen.map(|tool| tool.current.tool_id).collect())
    }

    /// Returns the refusal of a call of a tool that the caller sees and has not all scopes for.
    #[doc(hidden)]
    pub fn refuses(&self, caller: Option<&Caller>, id: ToolId) -> Option<AuthError> {
        let tool = self.access().and_then(|_| self.tool(id))?;
        if tool.is_granted(caller) {
            return None;
        }
        Some(match caller {
            Some(_) => AuthError::insufficient_scope(tool.scopes()),
            None => AuthError::missing().scopes(tool.scopes()),
        })
    }
}

impl Access {
    fn admits<S>(&self, caller: Option<&Caller>, tool: &Versions<'_, S>) -> bool {
        // Both are evaluated, so that the time does not reveal which one refused.
        let (shown, granted) = (self.shows(caller, tool.current), tool.is_granted(caller));
        shown && (granted || self.step_up)
    }
}

impl<'a, S> Versions<'a, S> {
    /// Returns the scopes that the functions of its versions name: a caller needs all of them.
    #[doc(hidden)]
    pub fn scopes(&self) -> BTreeSet<&'a str> {
        self.versions.iter().flat_map(Version::scopes).collect()
    }

    fn is_granted(&self, caller: Option<&Caller>) -> bool {
        let has = |scope: &str| caller.is_some_and(|caller| caller.has_scope(scope));
        self.versions.iter().flat_map(|version| version.scopes()).all(has)
    }
}
