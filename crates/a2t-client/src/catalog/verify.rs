//! Compares the server's signatures with the approved ones at run time, to detect tools that have changed.

use std::collections::{HashMap, HashSet};

use a2t_core::evolution::{Class, Profile, Rule, Severity, diff};
use a2t_core::wire::route::Route;
use a2t_core::{ToolId, ToolSignature, ValidationError};
use tokio::time::Instant;

use crate::catalog::drift::{Drift, State, ToolDrift};
use crate::transport::deadline;
use crate::{Client, Result};

/// Number of tools that are asked for one by one; for more of them the catalog is listed.
const SINGLE_MAX: usize = 16;

impl Client {
    /// Compares the server's signatures with the approved ones: reports whether each version is still the
    /// one that was approved, and whether there is a newer one.
    ///
    /// A server may not change a published version (draft section 6.1, A2T-28). A program that checks this once when it
    /// starts will not call a tool whose meaning has changed. This sends one listing, or one request for each of up to 16
    /// tools, and one request for each tool whose current version is not the approved one. All requests together have the
    /// total time of one call.
    ///
    /// ```no_run
    /// # use std::error::Error;
    /// # async fn run(approved: Vec<a2t::ToolSignature>) -> Result<(), Box<dyn Error>> {
    /// # let client = a2t::client::Client::new("https://api.weather.example")?;
    /// let drift = client.verify(&approved).await?;
    /// if !drift.is_safe() {
    ///     return Err(format!("tools changed:\n{drift}").into());
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Those of [`Client::tools`] and [`Client::version`]: a signature that cannot be fetched is
    /// not drift. A signature that breaks the protocol is [`State::Broken`]; those of tools that
    /// were not approved are not looked at.
    pub async fn verify<'a>(
        &self,
        approved: impl IntoIterator<Item = &'a ToolSignature>,
    ) -> Result<Drift> {
        let approved: Vec<_> = approved.into_iter().collect();
        self.compare(&approved).await
    }

    async fn compare(&self, approved: &[&ToolSignature]) -> Result<Drift> {
        let deadline = deadline(self.total);
        let current = self.current(approved, deadline).await?;
        let mut tools = Vec::with_capacity(approved.len());
        let mut newest: HashMap<ToolId, u32> = HashMap::new();
        for tool in approved {
            let known = newest.entry(tool.tool_id).or_default();
            *known = tool.version.max(*known);
        }
        for approved in approved {
            let current = current.get(&approved.tool_id);
            let state = self.state(approved, current, deadline).await;
            // A newer version that is also approved is not reported.
            let known = newest.get(&approved.tool_id).copied().unwrap_or_default();
            let state = state.map(|state| match state {
                State::Newer { version, .. } if version <= known => State::Same,
                state => state,
            });
            let state = state.map_err(|error| error.with_tool(approved))?;
            tools.push(ToolDrift::new(*approved, state));
        }
        Ok(Drift::new(tools))
    }

    async fn current(
        &self,
        approved: &[&ToolSignature],
        deadline: Option<Instant>,
    ) -> Result<HashMap<ToolId, Served>> {
        let mut tools = Vec::new();
        if approved.len() > SINGLE_MAX {
            let wanted: HashSet<_> = approved.iter().map(|tool| tool.tool_id).collect();
            tools = self.listed(&wanted, deadline).await?;
        } else {
            let mut asked = HashSet::new();
            for approved in approved.iter().filter(|tool| asked.insert(tool.tool_id)) {
                let route = Route::Tool(approved.tool_id);
                let found = self.existing(route, deadline).await;
                let found = found.map_err(|error| error.with_tool(approved))?;
                tools.extend(found.map(|served| (approved.tool_id, served)));
            }
        }
        Ok(tools.into_iter().collect())
    }

    async fn state(
        &self,
        approved: &ToolSignature,
        current: Option<&Served>,
        deadline: Option<Instant>,
    ) -> Result<State> {
        let Some(current) = current else {
            return Ok(State::Gone);
        };
        let route = Route::Version(approved.tool_id, approved.version);
        let pinned = match current {
            Ok(current) if current.version == approved.version => Some(Ok(current.clone())),
            _ => self.existing(route, deadline).await?,
        };
        let pinned = match (pinned, current) {
            (Some(Ok(pinned)), _) => pinned,
            (Some(Err(invalid)), _) => return Ok(State::Broken { invalid }),
            (None, Ok(current)) => {
                let version = current.version;
                return Ok(State::Withdrawn { version });
            }
            (None, Err(invalid)) => {
                let invalid = invalid.clone();
                return Ok(State::Broken { invalid });
            }
        };
        if pinned.deprecated.is_some() {
            self.transport.trace.deprecated(approved, approved.deprecated.as_ref());
        }
        let changes = changes(approved, pinned);
        let current = match current {
            _ if !changes.is_empty() => return Ok(State::Changed { changes }),
            Ok(current) => current,
            Err(invalid) => {
                let invalid = invalid.clone();
                return Ok(State::NewerBroken { invalid });
            }
        };
        let version = current.version;
        Ok(match () {
            () if version > approved.version => {
                State::newer(version, diff(approved, current, Profile::Default))
            }
            () if version < approved.version => State::Older { version },
            () => State::Same,
        })
    }

    async fn existing(&self, route: Route, deadline: Option<Instant>) -> Result<Option<Served>> {
        match self.signature(route, deadline).await {
            Ok(signature) => Ok(Some(Ok(signature))),
            Err(error) if matches!(error.status(), Some(404 | 410)) => Ok(None),
            Err(error) => match error.into_invalid() {
                Ok(invalid) => Ok(Some(Err(invalid))),
                Err(error) => Err(error),
            },
        }
    }
}

/// A signature that obeys every rule, or its violations.
type Served = Result<ToolSignature, ValidationError>;

/// Returns the changes of a version since its approval. `currentVersion` may differ (A2T-29), and so may `deprecated`
/// and the hints, which the server adds. A call may require less than before, but not more.
fn changes(approved: &ToolSignature, mut served: ToolSignature) -> Vec<crate::CheckedChange> {
    served.current_version = approved.current_version;
    served.deprecated.clone_from(&approved.deprecated);
    served.hints = approved.hints;
    if served == *approved {
        return Vec::new();
    }
    let mut changes = diff(approved, &served, Profile::Letter).into_changes();
    let is_easier =
        |rule: Rule| rule.class() == Class::Preconditions && rule.severity() == Severity::Note;
    changes.retain(|change| !is_easier(change.rule));
    changes
}
