//! Known failures, by single check: a file that a server's developers keep until they are fixed.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::path::Path;

use a2t_core::error::inert;
use serde::{Deserialize, Serialize};

use super::package::Package;
use super::run::Verdict;
use crate::catalog::{bytes, shown, writable};
use crate::report::CommandError;
use crate::text::meant;

#[derive(Default)]
pub(super) struct Baseline {
    entries: Vec<Accepted>,
    /// The ids of subjects, by scenario.
    subjects: HashMap<String, HashSet<String>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct File {
    accepted: Vec<Accepted>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    scenario: String,
    /// The id of the subject.
    subject: String,
    /// The label of the subject, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// An accepted failure that no longer occurs.
pub(super) struct Stale {
    pub(super) scenario: String,
    pub(super) subject: String,
}

pub(super) const STALE: &str =
    "an accepted failure that no longer occurs; remove it from the baseline";

impl Baseline {
    pub(super) fn read(path: &Path, package: &Package) -> Result<Self, CommandError> {
        let baseline = Self::parse(path)?;
        for Accepted { scenario, .. } in &baseline.entries {
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

    fn parse(path: &Path) -> Result<Self, CommandError> {
        let file: File = serde_json::from_slice(&bytes(path)?).map_err(|error| {
            CommandError::new(format!("{}: {}", shown(path), inert(&error.to_string())))
        })?;
        let mut subjects: HashMap<_, HashSet<_>> = HashMap::new();
        for entry in &file.accepted {
            let of = subjects.entry(entry.scenario.clone()).or_default();
            of.insert(entry.subject.clone());
        }
        Ok(Self { entries: file.accepted, subjects })
    }

    /// Reads the file that will be replaced, if there is one, and checks that it can be written.
    pub(super) fn replaced(path: &Path) -> Result<Self, CommandError> {
        writable(path)?;
        let exists = path.exists();
        let former = if exists { Self::parse(path)? } else { Self::default() };
        let opened = OpenOptions::new().append(true).create(true).open(path);
        opened.map_err(|error| failed(path, &error))?;
        if !exists {
            fs::remove_file(path).map_err(|error| failed(path, &error))?;
        }
        Ok(former)
    }

    pub(super) fn accepts(&self, scenario: &str, subject: &str) -> bool {
        self.subjects.get(scenario).is_some_and(|subjects| subjects.contains(subject))
    }

    /// Returns the entries whose subjects were checked and did not fail.
    pub(super) fn stale(&self, verdicts: &[Verdict<'_>]) -> Vec<Stale> {
        let of = |entry: &Accepted| {
            let verdict = verdicts.iter().find(|one| one.scenario.id == entry.scenario)?;
            let label = verdict.held.get(&*entry.subject)?;
            let subject = if **label == *entry.subject {
                inert(label).to_string()
            } else {
                format!("{label} ({})", inert(&entry.subject))
            };
            Some(Stale { scenario: entry.scenario.clone(), subject })
        };
        self.entries.iter().filter_map(of).collect()
    }

    /// Writes all failures as known ones, with the reasons that the former file has for the same ones.
    pub(super) fn write(
        &self,
        path: &Path,
        verdicts: &mut [Verdict<'_>],
    ) -> Result<(), CommandError> {
        let reasons = self.entries.iter().map(|one| ((&*one.scenario, &*one.subject), &one.reason));
        let reasons: HashMap<_, _> = reasons.collect();
        let mut accepted = Vec::new();
        for verdict in verdicts {
            let scenario = &verdict.scenario.id;
            for failure in &mut verdict.failures {
                failure.accepted = true;
                let subject = &failure.subject;
                let known = reasons.get(&(&**scenario, &*subject.id));
                accepted.push(Accepted {
                    scenario: scenario.clone(),
                    subject: subject.id.to_string(),
                    name: (subject.label != subject.id).then(|| subject.label.to_string()),
                    reason: known.and_then(|reason| (*reason).clone()),
                });
            }
        }
        let text = serde_json::to_string_pretty(&File { accepted }).map_err(CommandError::new)?;
        writable(path)?;
        fs::write(path, format!("{text}\n")).map_err(|error| failed(path, &error))
    }
}

fn failed(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::new(format!("{}: {error}", shown(path)))
}
