//! The outcome of a run, for people, programs, test reports and scanners.

use std::collections::BTreeMap;

use a2t_codegen::few;
use serde_json::{Map, Value, json};

use super::baseline::{STALE, Stale};
use super::package::{Level, Package, Scenario};
use super::run::{Details, Ending, Failure, Verdict};
use crate::diagnostic::{BLUE, BOLD, DIM, Painted, RED, YELLOW, plural, sarif_log, xml};
use crate::report::{Format, Report};
use crate::text::fitted;

/// Number of failures of one scenario that people see.
const SHOWN_MAX: usize = 3;

pub(super) struct Suite<'p> {
    pub(super) package: &'p Package,
    pub(super) url: String,
    pub(super) verdicts: Vec<Verdict<'p>>,
    pub(super) stale: Vec<Stale>,
    /// The number of tools of the list.
    pub(super) tools: usize,
    /// The number of tools that requests were sent for.
    pub(super) examined: usize,
    pub(super) requests: usize,
    /// Whether the user asked for a call.
    pub(super) calls: bool,
    /// The limit because of which not everything was run.
    pub(super) limit: Option<&'static str>,
}

impl Suite<'_> {
    pub(super) fn report(&self, format: Format) -> Report {
        let broken = self.failed(Level::Must) > 0 || !self.stale.is_empty();
        let mut report = Report::new(!broken);
        if self.limit.is_some() && !broken {
            report.leave_open();
        }
        match format {
            Format::Json => self.json(&mut report),
            Format::Junit => report.line(self.junit()),
            Format::Sarif => report.document(self.sarif()),
            Format::Human | Format::Github | Format::Markdown | Format::Html => {
                self.human(&mut report)
            }
        }
        report
    }

    fn failed(&self, level: Level) -> usize {
        let of = self.verdicts.iter().filter(|one| one.scenario.level == level);
        of.filter(|one| one.fails()).count()
    }

    fn count(&self, ending: Ending) -> usize {
        self.verdicts.iter().filter(|one| one.ending() == ending).count()
    }

    fn human(&self, report: &mut Report) {
        let mut text = Painted::default();
        for verdict in self.verdicts.iter().filter(|one| one.fails()) {
            render(verdict, &mut text);
        }
        report.painted(text);
        self.summary().iter().for_each(|line| report.line(fitted("", line)));
    }

    fn summary(&self) -> Vec<String> {
        let counted = |count: usize, what: &str| (count > 0).then(|| format!("{count} {what}"));
        let scenarios = |level: Level| {
            let count = self.failed(level);
            let failed = plural(count, &format!("{} scenario", level.label()));
            (count > 0).then(|| format!("{failed} failed"))
        };
        let parts = [
            counted(self.count(Ending::Passed), "passed"),
            scenarios(Level::Must),
            scenarios(Level::Should),
            counted(self.count(Ending::Accepted), "failed as in the baseline"),
            counted(self.count(Ending::NotRun), "not run"),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        let (scenarios, requests) =
            (plural(self.verdicts.len(), "scenario"), plural(self.requests, "request"));
        let mut lines =
            vec![format!("{}: {scenarios}, {requests}: {}", self.url, parts.join(", "))];
        let (all, some) = (self.tools, self.examined);
        if some < all {
            lines.push(format!("requests were sent for {some} of {all} tools; see `--max-tools`"));
        }
        lines.extend(self.not_run());
        let stale = self.stale.iter();
        lines.extend(stale.map(|entry| format!("{entry}: {STALE}")));
        let first = self.verdicts.iter().find(|one| one.fails());
        let cited = first.and_then(|one| one.scenario.requirements.first());
        lines.extend(cited.map(|id| format!("`cargo a2t explain {id}` explains a requirement")));
        lines
    }

    /// A line for each reason why scenarios were not run.
    fn not_run(&self) -> Vec<String> {
        let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut calls = 0_usize;
        for verdict in &self.verdicts {
            let Some(reason) = &verdict.not_run else { continue };
            if !self.calls && !verdict.limit_reached && verdict.scenario.for_each.is_call() {
                calls = calls.saturating_add(1);
            } else {
                reasons.entry(reason).or_default().push(&verdict.scenario.id);
            }
        }
        let mut lines = Vec::new();
        for (reason, ids) in reasons {
            let ids = few(ids.into_iter().map(str::to_owned));
            lines.push(format!("not run: {ids} ({reason})"));
        }
        if calls > 0 {
            let scenarios = plural(calls, "scenario");
            lines.push(format!(
                "not run: {scenarios} of calls; `--invoke TOOL NAME=VALUE` allows one"
            ));
        }
        lines
    }

    fn json(&self, report: &mut Report) {
        report.member("url", self.url.clone());
        report.member("package", self.package.version.clone());
        report.member("draft", self.package.draft.clone());
        report.member("requests", self.requests);
        report.member("tools", self.tools);
        report.member("examined_tools", self.examined);
        report.member("scenarios", self.verdicts.iter().map(value).collect::<Value>());
        report.member("stale", self.stale.iter().map(Stale::to_string).collect::<Vec<_>>());
        let unseen = self.package.not_observable.iter();
        let unseen =
            unseen.map(|one| json!({"requirement": one.requirement, "reason": one.reason}));
        report.member("not_observable", unseen.collect::<Value>());
    }

    fn sarif(&self) -> Map<String, Value> {
        let mut results = Vec::new();
        for (index, verdict) in self.verdicts.iter().enumerate() {
            let of = verdict.failures.iter();
            results.extend(of.map(|failure| self.sarif_failure(index, verdict, failure)));
            let stale = self.stale.iter().filter(|one| one.scenario == verdict.scenario.id);
            results.extend(stale.map(|entry| {
                json!({
                    "ruleId": entry.scenario,
                    "ruleIndex": index,
                    "level": "error",
                    "message": {"text": format!("{entry}: {STALE}")},
                    "locations": [self.sarif_location(&entry.subject)],
                })
            }));
        }
        let rules = self.verdicts.iter().map(|verdict| sarif_rule(verdict.scenario)).collect();
        sarif_log(rules, results, self.limit)
    }

    fn sarif_failure(&self, index: usize, verdict: &Verdict<'_>, failure: &Failure) -> Value {
        let scenario = verdict.scenario;
        let subject = &*failure.subject.label;
        let text = match &failure.details {
            Some(Details { sent, expected, received }) => format!(
                "{}: {subject}: expected {expected}\nreceived: {received}\nsent: {}",
                scenario.title,
                sent.join("\n")
            ),
            None => format!("{}: {subject}", scenario.title),
        };
        let print = format!("{} {}", scenario.id, failure.subject.id);
        let mut result = json!({
            "ruleId": scenario.id,
            "ruleIndex": index,
            "level": scenario.level.severity(),
            "message": {"text": text},
            "locations": [self.sarif_location(subject)],
            "partialFingerprints": {"a2tConformance/v1": print},
        });
        if failure.accepted
            && let Some(members) = result.as_object_mut()
        {
            let known = json!([{"kind": "external", "justification": "in the baseline"}]);
            members.insert("suppressions".to_owned(), known);
        }
        result
    }

    fn sarif_location(&self, subject: &str) -> Value {
        json!({
            "physicalLocation": {"artifactLocation": {"uri": format!("{}/tools", self.url)}},
            "logicalLocations": [{"fullyQualifiedName": subject, "kind": "member"}],
        })
    }

    /// A test case for each scenario, and for each stale entry of the baseline. What a SHOULD demands fails no
    /// test, as it fails no run.
    fn junit(&self) -> String {
        let failures = self.failed(Level::Must).saturating_add(self.stale.len());
        let count = self.verdicts.len().saturating_add(self.stale.len());
        let unfinished = |one: &&Verdict<'_>| one.limit_reached && one.ending() == Ending::NotRun;
        let errors = self.verdicts.iter().filter(unfinished).count();
        let skipped = self.count(Ending::NotRun).saturating_sub(errors);
        let mut out = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"a2t-conformance\" \
             hostname=\"{}\" tests=\"{count}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\">\n",
            xml(&self.url)
        );
        for verdict in &self.verdicts {
            let scenario = verdict.scenario;
            let class = format!("{} {}", scenario.section, scenario.requirements.join(" "));
            let name = format!("{}: {}", scenario.id, scenario.title);
            junit_case(&mut out, &class, &name, &junit_end(verdict));
        }
        for entry in &self.stale {
            let message = xml(STALE);
            let end = format!("      <failure type=\"baseline\" message=\"{message}\"/>\n");
            junit_case(&mut out, "baseline", &entry.to_string(), &end);
        }
        out.push_str("  </testsuite>\n</testsuites>");
        out
    }
}

fn sarif_rule(scenario: &Scenario) -> Value {
    json!({
        "id": scenario.id,
        "shortDescription": {"text": scenario.title},
        "fullDescription": {"text": format!("{} ({})", scenario.title, scenario.citation())},
        "defaultConfiguration": {"level": scenario.level.severity()},
        "properties": {"requirements": scenario.requirements, "section": scenario.section},
    })
}

fn junit_case(out: &mut String, class: &str, name: &str, end: &str) {
    let (class, name) = (xml(class), xml(name));
    out.push_str(&format!(
        "    <testcase classname=\"{class}\" name=\"{name}\">\n{end}    </testcase>\n"
    ));
}

/// Returns the element of a test case that has its end, if it did not pass.
fn junit_end(verdict: &Verdict<'_>) -> String {
    let level = verdict.scenario.level;
    let text = || {
        let lines: Vec<_> = verdict.failures.iter().map(Failure::text).collect();
        xml(&lines.join("\n\n"))
    };
    match verdict.ending() {
        Ending::Passed => String::new(),
        Ending::Failed if level == Level::Must => {
            let (message, text) = (xml(&first(verdict)), text());
            format!("      <failure type=\"MUST\" message=\"{message}\">{text}</failure>\n")
        }
        Ending::Failed | Ending::Accepted => {
            format!("      <system-out>{}: {}</system-out>\n", level.severity(), text())
        }
        Ending::NotRun => {
            let element = if verdict.limit_reached { "error" } else { "skipped" };
            let reason = xml(verdict.not_run.as_deref().unwrap_or_default());
            format!("      <{element} message=\"{reason}\"/>\n")
        }
    }
}

impl std::fmt::Display for Stale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.scenario, self.subject)
    }
}

impl Failure {
    fn text(&self) -> String {
        let subject = &self.subject.label;
        let Some(Details { sent, expected, received }) = &self.details else {
            return subject.to_string();
        };
        let sent: Vec<_> = sent.iter().map(|sent| format!("sent: {sent}")).collect();
        format!("{subject}\n{}\nexpected: {expected}\nreceived: {received}", sent.join("\n"))
    }
}

/// The first failure that is not accepted. It has details, as the first ones of each kind do.
fn first(verdict: &Verdict<'_>) -> String {
    let failure = verdict.failures.iter().find(|one| !one.accepted);
    let details = failure.and_then(|one| Some((&one.subject.label, one.details.as_ref()?)));
    details.map_or(String::new(), |(subject, Details { expected, received, .. })| {
        format!("{subject}: expected {expected}, received {received}")
    })
}

fn render(verdict: &Verdict<'_>, out: &mut Painted) {
    let scenario = verdict.scenario;
    let style = if scenario.level == Level::Must { RED } else { YELLOW };
    out.push(style, format!("{}[{}]", scenario.level.severity(), scenario.id));
    out.push(BOLD, format!(": {}\n", scenario.title));
    out.push(DIM, format!("   {}\n", scenario.citation()));
    let failures: Vec<_> = verdict.failures.iter().filter(|one| !one.accepted).collect();
    for failure in failures.iter().take(SHOWN_MAX) {
        out.push(BLUE, "  --> ");
        out.plain(format!("{}\n", failure.subject.label));
        let Some(Details { sent, expected, received }) = &failure.details else { continue };
        sent.iter().for_each(|sent| detail(out, "sent", sent));
        detail(out, "expected", expected);
        detail(out, "received", received);
    }
    let more = failures.len().saturating_sub(SHOWN_MAX);
    if more > 0 {
        out.plain(format!("   and {more} more; `--format json` lists their subjects\n"));
    }
    out.plain("\n");
}

fn detail(out: &mut Painted, label: &str, text: &str) {
    out.push(BLUE, "   = ");
    out.push(BOLD, format!("{label}: "));
    out.plain(format!("{text}\n"));
}

fn value(verdict: &Verdict<'_>) -> Value {
    let scenario = verdict.scenario;
    let failure = |failure: &Failure| {
        let details = failure.details.as_ref();
        json!({
            "subject": failure.subject.label,
            "subject_id": failure.subject.id,
            "sent": details.map(|details| &details.sent),
            "expected": details.map(|details| &details.expected),
            "received": details.map(|details| &details.received),
            "accepted": failure.accepted,
        })
    };
    json!({
        "id": scenario.id,
        "title": scenario.title,
        "requirements": scenario.requirements,
        "spec_notes": scenario.spec_notes,
        "section": scenario.section,
        "level": scenario.level.label(),
        "severity": scenario.level.severity(),
        "result": verdict.ending().label(),
        "checks": verdict.checks(),
        "reason": verdict.not_run,
        "failures": verdict.failures.iter().map(failure).collect::<Value>(),
    })
}
