//! All versions of one tool: each against every earlier one, and one state of the list against
//! another. Comparing only with the first or only with the last version misses breaks.

use std::collections::HashSet;

use serde_json::Value;

use super::document::{DiffError, Document};
use super::report::{CheckedChange, Report, diff, hint};
use super::rule::{Class, Profile, Rule};
use crate::signature::ToolSignature;

/// A comparison of two versions out of several.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The earlier version.
    pub from: u32,
    /// The later version.
    pub to: u32,
    /// Changes between them.
    pub report: Report,
}

/// Returns every version of a tool against every earlier one, in documents as they come:
/// well-formed or not, in any order. Two documents of one version are compared in the order given.
///
/// Two versions that are not neighbours are also a gap ([`Rule::VersionGap`]), which
/// [`History::check`] forgives where the list fills it.
///
/// # Errors
/// Documents that lack what makes a signature.
pub fn diff_chain(versions: &[Value], profile: Profile) -> Result<Vec<Comparison>, DiffError> {
    let read = |(index, value)| Document::read(value, index);
    let documents = versions.iter().enumerate().map(read);
    let mut documents = documents.collect::<Result<Vec<_>, _>>()?;
    documents.sort_by_key(|document| document.signature.version);
    Ok(each_with_earlier(&documents, |old, new| Comparison {
        from: old.signature.version,
        to: new.signature.version,
        report: old.diff(new, profile),
    }))
}

/// Checks a later state of a tool's list of versions, as [`History::diff`] does, in documents as
/// they come: what was out is still there and as it was, and what is new is compatible with every
/// version before and after it.
///
/// ```
/// use a2t_core::evolution::{Profile, diff_lists};
/// let [v1, v2] = [1, 2].map(|version| serde_json::json!({
///     "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "add", "description": "Adds.",
///     "version": version, "currentVersion": 2,
/// }));
/// let report = diff_lists(&[v1.clone(), v2.clone()], &[v2], Profile::Default).unwrap();
/// assert_eq!(report.changes()[0].rule.id(), "A2T-L006"); // version 1 is gone
/// ```
///
/// # Errors
/// Documents that lack what makes a signature; those of `new` are counted after those of `old`.
pub fn diff_lists(old: &[Value], new: &[Value], profile: Profile) -> Result<Report, DiffError> {
    let read = |(index, value)| Document::read(value, index);
    let documents = old.iter().chain(new).enumerate().map(read);
    let mut before = documents.collect::<Result<Vec<_>, _>>()?;
    let mut after = before.split_off(old.len());
    after.sort_by_key(|document| document.signature.version);
    let [earlier, later] = [&before, &after].map(|documents| {
        let signatures = documents.iter().map(|document| document.signature.clone());
        signatures.collect::<Vec<_>>()
    });
    let [earlier, later] = [&earlier, &later].map(|versions| History { versions, retired: &[] });
    let mut changes = earlier.as_lists(&later, profile);
    let merged = Report::merged(comparisons(&before, &after, profile)).into_changes();
    changes.extend(merged.into_iter().filter(|change| !of_lists(change.rule)));
    Ok(Report::collected(changes))
}

/// Each new version with itself, where it was out, else with every other one.
fn comparisons(old: &[Document<'_>], new: &[Document<'_>], profile: Profile) -> Vec<Comparison> {
    let version = |document: &Document<'_>| document.signature.version;
    let mut found = Vec::new();
    let mut compare = |from: &Document<'_>, to: &Document<'_>| {
        found.push(Comparison {
            from: version(from),
            to: version(to),
            report: from.diff(to, profile),
        });
    };
    let same = |list: &[Document<'_>], wanted| list.iter().any(|found| version(found) == wanted);
    for (index, to) in new.iter().enumerate() {
        if let Some(from) = old.iter().find(|from| version(from) == version(to)) {
            compare(from, to);
            continue;
        }
        let gone = old.iter().filter(|from| !same(new, version(from)));
        let (earlier, later): (Vec<_>, Vec<_>) = gone.partition(|from| version(from) < version(to));
        let kept = new.iter().skip(index.saturating_add(1));
        let kept = kept.filter(|later| same(old, version(later)));
        if new.len() == 1 && earlier.is_empty() && later.is_empty() {
            compare(to, to); // for what is wrong with it
        }
        new.iter().take(index).chain(earlier).for_each(|from| compare(from, to));
        kept.chain(later).for_each(|from| compare(to, from));
    }
    found
}

fn of_lists(rule: Rule) -> bool {
    matches!(rule, Rule::VersionGap | Rule::CurrentVersionRolledBack)
}

fn each_with_earlier<T, R>(items: &[T], compare: impl Fn(&T, &T) -> R) -> Vec<R> {
    let mut found = Vec::new();
    for (index, new) in items.iter().enumerate() {
        let earlier = items.iter().take(index);
        found.extend(earlier.map(|old| compare(old, new)));
    }
    found
}

impl Report {
    /// Merges all changes of several comparisons, each with its two versions. An error in a
    /// document is reported once, not once for each comparison.
    pub fn merged(comparisons: impl IntoIterator<Item = Comparison>) -> Self {
        let mut changes = Vec::new();
        let mut faults = HashSet::new();
        for Comparison { from, to, report } in comparisons {
            for change in report.into_changes() {
                let what = if change.new.is_null() { &change.old } else { &change.new };
                let fault = (change.rule, change.path.clone(), what.to_string());
                if change.rule.class() != Class::WellFormed || faults.insert(fault) {
                    changes.push(CheckedChange { versions: Some((from, to)), ..change });
                }
            }
        }
        Self::collected(changes)
    }
}

/// The versions of one tool that are out, and those that were taken back for good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct History<'a> {
    /// The signatures, in any order.
    pub versions: &'a [ToolSignature],
    /// The versions whose removal is on record.
    pub retired: &'a [u32],
}

impl<'a> History<'a> {
    /// Checks the versions among themselves: each against every earlier one, that no number is
    /// skipped, and that `currentVersion` names one of them.
    ///
    /// ```
    /// # let v1 = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add",
    /// #   "description":"Adds.","version":1,"currentVersion":1}"#).unwrap().signature;
    /// use a2t_core::evolution::{History, Profile};
    /// let history = History { versions: &[v1], retired: &[] };
    /// assert!(!history.check(Profile::Default).has_errors());
    /// ```
    pub fn check(&self, profile: Profile) -> Report {
        let versions = self.sorted();
        let mut changes = self.gaps(&versions, profile);
        changes.extend(self.dangling(profile));
        let pairs = each_with_earlier(&versions, |old, new| compare(old, new, profile));
        for change in Report::merged(pairs).into_changes() {
            if change.rule != Rule::VersionGap {
                changes.push(change);
            }
        }
        Report::collected(changes)
    }

    /// Checks a later state of the list: what was out is still there and as it was, and what is new
    /// is compatible with everything earlier.
    ///
    /// ```
    /// # let v1 = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add",
    /// #   "description":"Adds.","version":1,"currentVersion":1}"#).unwrap().signature;
    /// use a2t_core::evolution::{History, Profile, Rule};
    /// let before = History { versions: &[v1], retired: &[] };
    /// let report = before.diff(&History::default(), Profile::Default);
    /// assert_eq!(report.changes()[0].rule, Rule::PublishedVersionMissing);
    /// ```
    pub fn diff(&self, later: &History<'_>, profile: Profile) -> Report {
        let mut changes = self.as_lists(later, profile);
        let versions = later.sorted();
        let mut comparisons = Vec::new();
        for new in &versions {
            match self.version(new.version) {
                Some(old) => comparisons.push(compare(old, new, profile)),
                None => {
                    let known = versions.iter().copied().chain(self.absent_from(later));
                    let earlier = known.filter(|old| old.version < new.version);
                    comparisons.extend(earlier.map(|old| compare(old, new, profile)));
                }
            }
        }
        let more = Report::merged(comparisons).into_changes();
        changes.extend(more.into_iter().filter(|change| !of_lists(change.rule)));
        Report::collected(changes)
    }

    fn as_lists(&self, later: &History<'_>, profile: Profile) -> Vec<CheckedChange> {
        let mut changes = self.missing_from(later, profile);
        changes.extend(self.went_backwards(later, profile));
        changes.extend(self.rolled_back(later, profile));
        changes.extend(later.dangling(profile));
        changes.extend(later.gaps(&later.sorted(), profile));
        changes
    }

    fn went_backwards(&self, later: &History<'_>, profile: Profile) -> Vec<CheckedChange> {
        let newest = self.versions.iter().map(|signature| signature.version).max();
        let late = |version: &u32| {
            Some(*version) < newest
                && self.version(*version).is_none()
                && !self.retired.contains(version)
        };
        let versions = later.sorted().into_iter().map(|signature| signature.version);
        let change = |version: u32| CheckedChange {
            old: newest.into(),
            new: version.into(),
            ..at_version(Rule::VersionWentBackwards, version, profile)
        };
        versions.filter(late).map(change).collect()
    }

    /// Checks this list against the reviewed copy of it, so that an edit of the record together
    /// with the code is noticed.
    ///
    /// ```
    /// # let v1 = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add",
    /// #   "description":"Adds.","version":1,"currentVersion":1}"#).unwrap().signature;
    /// use a2t_core::evolution::{History, Profile};
    /// let edited = a2t_core::ToolSignature { description: "Sums.".into(), ..v1.clone() };
    /// let (reviewed, now) = ([v1], [edited]);
    /// let reviewed = History { versions: &reviewed, retired: &[] };
    /// let now = History { versions: &now, retired: &[] };
    /// assert!(now.against(&reviewed, Profile::Default).has_errors());
    /// ```
    pub fn against(&self, reviewed: &History<'_>, profile: Profile) -> Report {
        let mut changes = reviewed.missing_from(self, profile);
        for reviewed in reviewed.sorted() {
            let Some(ours) = self.version(reviewed.version) else {
                continue;
            };
            if same_record(reviewed, ours) {
                continue;
            }
            changes.push(at_version(Rule::PublishedFileRewritten, reviewed.version, profile));
            let edited = [Rule::PublishedVersionEdited, Rule::PublishedTextEdited];
            let more = Report::merged([compare(reviewed, ours, profile)]).into_changes();
            changes.extend(more.into_iter().filter(|change| !edited.contains(&change.rule)));
        }
        Report::collected(changes)
    }

    fn sorted(&self) -> Vec<&'a ToolSignature> {
        let mut versions: Vec<_> = self.versions.iter().collect();
        versions.sort_by_key(|signature| signature.version);
        versions
    }

    fn version(&self, number: u32) -> Option<&'a ToolSignature> {
        self.versions.iter().find(|signature| signature.version == number)
    }

    fn absent_from(&self, later: &History<'_>) -> impl Iterator<Item = &'a ToolSignature> {
        self.versions.iter().filter(|old| later.version(old.version).is_none())
    }

    fn missing_from(&self, later: &History<'_>, profile: Profile) -> Vec<CheckedChange> {
        let gone = self.absent_from(later).map(|signature| signature.version);
        let gone = gone.filter(|version| !later.retired.contains(version));
        gone.map(|version| CheckedChange {
            old: version.into(),
            hint: hint(Rule::PublishedVersionMissing, version),
            ..at_version(Rule::PublishedVersionMissing, version, profile)
        })
        .collect()
    }

    /// The numbers from 1 that neither a version nor a retired one accounts for.
    fn gaps(&self, versions: &[&ToolSignature], profile: Profile) -> Vec<CheckedChange> {
        let mut changes = Vec::new();
        let mut next = 1;
        let mut numbers: Vec<_> = versions.iter().map(|signature| signature.version).collect();
        numbers.extend(self.retired);
        numbers.sort_unstable();
        for number in numbers {
            if number > next {
                changes.push(CheckedChange {
                    old: next.saturating_sub(1).into(),
                    new: number.into(),
                    ..at_version(Rule::VersionGap, number, profile)
                });
            }
            next = next.max(number.saturating_add(1));
        }
        changes
    }

    fn dangling(&self, profile: Profile) -> Vec<CheckedChange> {
        let dangles =
            |signature: &&ToolSignature| self.version(signature.current_version).is_none();
        let dangling = self.sorted().into_iter().filter(dangles);
        let change = |signature: &ToolSignature| CheckedChange {
            new: signature.current_version.into(),
            path: format!("versions[{}].currentVersion", signature.version),
            ..at_version(Rule::CurrentVersionDangling, signature.version, profile)
        };
        dangling.map(change).collect()
    }

    /// The newest signature knows best which version is current.
    fn rolled_back(&self, later: &History<'_>, profile: Profile) -> Option<CheckedChange> {
        let pointer = |history: &History<'_>| Some(history.sorted().last()?.current_version);
        let (old, new) = (pointer(self)?, pointer(later)?);
        (new < old).then(|| CheckedChange {
            old: old.into(),
            new: new.into(),
            ..CheckedChange::new(
                Rule::CurrentVersionRolledBack,
                "currentVersion".to_owned(),
                profile,
            )
        })
    }
}

fn compare(old: &ToolSignature, new: &ToolSignature, profile: Profile) -> Comparison {
    Comparison { from: old.version, to: new.version, report: diff(old, new, profile) }
}

/// Equality except for the server's remarks.
fn same_record(a: &ToolSignature, b: &ToolSignature) -> bool {
    let mut b = b.clone();
    b.current_version = a.current_version;
    b.deprecated.clone_from(&a.deprecated);
    b.hints = a.hints;
    b.preconditions.clone_from(&a.preconditions);
    *a == b
}

fn at_version(rule: Rule, version: u32, profile: Profile) -> CheckedChange {
    CheckedChange::new(rule, format!("versions[{version}]"), profile)
}
