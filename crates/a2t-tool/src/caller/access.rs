//! Rules of a toolset about who sees which of its tools.

use std::fmt;
use std::sync::Arc;

use a2t_core::ToolSignature;
use http::HeaderName;
use http::header::AUTHORIZATION;

use super::Caller;

type Visible = dyn Fn(Option<&Caller>, &ToolSignature) -> bool + Send + Sync;

/// Rules of a toolset about which callers see which tools, apart from the scopes that they name.
#[derive(Clone)]
pub struct Access {
    visible: Option<Arc<Visible>>,
    /// Tools whose scopes a caller lacks are seen, and refused.
    pub(crate) step_up: bool,
    pub(crate) vary: Vec<HeaderName>,
}

impl Access {
    pub(crate) fn new() -> Self {
        Self { visible: None, step_up: false, vary: vec![AUTHORIZATION] }
    }

    /// Another rule that has to agree.
    pub(crate) fn and(
        &mut self,
        rule: impl Fn(Option<&Caller>, &ToolSignature) -> bool + Send + Sync + 'static,
    ) {
        let before = self.visible.take();
        self.visible = Some(match before {
            None => Arc::new(rule),
            Some(before) => {
                Arc::new(move |caller, tool| before(caller, tool) && rule(caller, tool))
            }
        });
    }

    /// Merges the rules of two sets: a tool is visible only where both sets show it.
    pub(crate) fn both(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.step_up &= other.step_up;
        let more = other.vary.iter().filter(|name| !self.vary.contains(name));
        both.vary.extend(more.cloned());
        if let Some(rule) = other.visible.clone() {
            both.and(move |caller, tool| rule(caller, tool));
        }
        both
    }

    /// Returns whether there is a rule.
    pub(crate) fn guards(&self) -> bool {
        self.visible.is_some()
    }

    /// Returns the headers that distinguish callers.
    pub fn vary(&self) -> &[HeaderName] {
        &self.vary
    }

    pub(crate) fn shows(&self, caller: Option<&Caller>, tool: &ToolSignature) -> bool {
        self.visible.as_ref().is_none_or(|visible| visible(caller, tool))
    }
}

impl Default for Access {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access")
            .field("step_up", &self.step_up)
            .field("vary", &self.vary)
            .finish_non_exhaustive()
    }
}
