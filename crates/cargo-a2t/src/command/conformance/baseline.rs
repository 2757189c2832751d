//! Known failures, by single check: a file that a server's developers keep until they are fixed.

use std::path::Path;

use a2t_core::error::inert;
use serde::{Deserialize, Serialize};

use super::package::Package;
use super::run::Verdict;
use crate::catalog::{bytes, shown, writable};
use crate::report::CommandError;
use crate::text::meant;

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Baseline {
    accepted: Vec<Accepted>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    scenario: String,
    subject: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Baseline {
    pub(super) fn read(path: &Path, package: &Package) -> Result<Self, CommandError> {
        let text = bytes(path)?;
        let baseline: Self = serde_json::from_slice(&text).map_err(|error| {
            CommandError::new(format!("{}: {}", shown(path), inert(&error.to_string())))
        })?;
        for Accepted { scenario, .. } in &baseline.accepted {
            let ids = || package.scenarios.iter().map(|scenario| &*scenario.id);
            if !ids().any(|id| id == scenario) {
                let (file, meant) = (shown(path), meant(scenario, ids()));
                let scenario = inert(scenario);
                let error = format!("{file}: there is no scenario `{scenario}`{meant}");
                return Err(CommandError::new(error));
            }
        }
        Ok(baseline)
    }

    /// Marks the failures that it has, and returns its entries that hold now.
    pub(super) fn apply(&self, verdicts: &mut [Verdict<'_>]) -> Vec<String> {
        let mut stale = Vec::new();
        for entry in &self.accepted {
            let of = verdicts.iter_mut().find(|one| one.scenario.id == entry.scenario);
            // One that was not run is neither fixed nor known to fail.
            let Some(verdict) = of.filter(|one| one.not_run.is_none()) else { continue };
            let failures = verdict.failures.iter_mut();
            let mut failures = failures.filter(|one| one.subject == entry.subject).peekable();
            if failures.peek().is_none() && verdict.more == 0 {
                stale.push(format!("{}, {}", entry.scenario, inert(&entry.subject)));
            }
            failures.for_each(|failure| failure.accepted = true);
        }
        stale
    }

    /// Writes all failures as known ones.
    pub(super) fn write(path: &Path, verdicts: &mut [Verdict<'_>]) -> Result<(), CommandError> {
        writable(path)?;
        let mut baseline = Self::default();
        for verdict in verdicts {
            for failure in &mut verdict.failures {
                failure.accepted = true;
                baseline.accepted.push(Accepted {
                    scenario: verdict.scenario.id.clone(),
                    subject: failure.subject.clone(),
                    reason: None,
                });
            }
        }
        let text = serde_json::to_string_pretty(&baseline).map_err(CommandError::new)?;
        std::fs::write(path, format!("{text}\n"))
            .map_err(|error| CommandError::new(format!("{}: {error}", shown(path))))
    }
}
