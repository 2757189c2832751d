//! State of approved tools at their server, and what becomes of calls of those that changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use a2t_core::Violations;
use a2t_schema::{Listed, Tool};

use super::state::State;
use crate::{Error, Kind};

/// Policy for calls of tools that are not as they were approved.
///
/// MCP has no versions of tools, so a server may change what a call means at any time. With
/// [`Policy::Report`] and [`Policy::Refuse`] a client lists the tools before the first call of a
/// connection, after the server said that they changed, and every 5 minutes.
///
/// A client whose program sets no policy reports. Inside an executor, which runs what a model calls, it
/// refuses unless the executor is set to report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Policy {
    /// Calls without a look.
    Ignore,
    /// Calls, and says so in the reply ([`Reply::drift`](crate::schema::Reply::drift)) or the error
    /// ([`Error::drift`](crate::Error::drift)). A server whose tools cannot be listed is called.
    #[default]
    Report,
    /// Refuses the call before anything is sent, also where the tools cannot be listed.
    Refuse,
}

/// Result of a comparison with the server, tool by tool, in the order of the approved ones.
pub type Drift = crate::Drift<State>;

/// State of one approved tool at its server.
pub type ToolDrift = crate::ToolDrift<State>;

/// Policy of calls whose client has none of its own, and what they found: of an executor, which knows its
/// clients by a trait.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    policy: Policy,
    found: Arc<Mutex<Option<Found>>>,
}

#[derive(Clone, Debug)]
struct Found {
    state: State,
    is_refused: bool,
}

tokio::task_local! {
    static WATCHED: Watched;
}

impl Watched {
    /// Sets the policy of the calls.
    pub fn new(policy: Policy) -> Self {
        Self { policy, found: Arc::default() }
    }

    /// Runs the future, whose calls are watched.
    pub async fn within<F: Future>(&self, calls: F) -> F::Output {
        WATCHED.scope(self.clone(), calls).await
    }

    /// Returns the state of a tool that was called, or refused, and is not as it was approved.
    pub fn drift(&self) -> Option<State> {
        self.seen().map(|found| found.state)
    }

    /// Returns `true` if the tool was not called, because it is not as it was approved.
    pub fn is_refused(&self) -> bool {
        self.seen().is_some_and(|found| found.is_refused)
    }

    fn seen(&self) -> Option<Found> {
        // A thread that panicked meanwhile left a whole state.
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the policy of the executor that makes this call, if there is one.
    pub fn policy() -> Option<Policy> {
        WATCHED.try_with(|watched| watched.policy).ok()
    }

    /// Keeps what was found for the executor that makes this call, if there is one.
    fn found(state: &State, is_refused: bool) {
        let _: Result<(), _> = WATCHED.try_with(|watched| {
            let mut found = watched.found.lock().unwrap_or_else(PoisonError::into_inner);
            *found = Some(Found { state: state.clone(), is_refused });
        });
    }
}

/// Returns the listed tools by name; those that break the rules with their violations.
pub fn by_name(listed: Listed) -> HashMap<String, Result<Tool, Violations>> {
    let rejected = listed.rejected.into_iter();
    let rejected = rejected.filter_map(|rejected| Some((rejected.name?, Err(rejected.violations))));
    let tools = listed.tools.into_iter().map(|tool| (tool.name.clone(), Ok(tool)));
    // A duplicate that is left out has the name of one that is not.
    rejected.chain(tools).collect()
}

/// Returns the state of a tool that may be called although it changed. The executor that calls it, if
/// there is one, learns of the change.
pub fn permitted(state: State, policy: Policy) -> Result<Option<State>, Error> {
    if state == State::Same || policy == Policy::Ignore {
        return Ok(None);
    }
    let is_refused = policy == Policy::Refuse;
    Watched::found(&state, is_refused);
    if is_refused { Err(Error::new(Kind::Changed { state })) } else { Ok(Some(state)) }
}

impl Drift {
    /// Returns the drift from what was approved to what is listed.
    #[doc(hidden)]
    pub fn between<'a>(approved: impl IntoIterator<Item = &'a Tool>, listed: Listed) -> Self {
        let listed = by_name(listed);
        let drift = |tool: &Tool| ToolDrift::new(&*tool.name, State::at(tool, &listed));
        Self::new(approved.into_iter().map(drift).collect())
    }
}
