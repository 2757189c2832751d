//! The outcome of a run, for people, programs, test reports and scanners.

use std::collections::BTreeMap;

use a2t_codegen::few;
use serde_json::{Map, Value, json};

use super::package::{Level, Package};
use super::run::{Failure, Verdict};
use crate::diagnostic::{BLUE, BOLD, DIM, Painted, RED, YELLOW, plural, sarif_log, xml};
use crate::report::{Format, Report};

/// The failures of one scenario that people see.
const SHOWN_MAX: usize = 3;

pub(super) struct Suite<'p> {
    pub(super) package: &'p Package,
    pub(super) url: String,
    pub(super) verdicts: Vec<Verdict<'p>>,
    /// The entries of the baseline that hold now.
    pub(super) stale: Vec<String>,
    /// The tools of the list, and those that requests were sent for.
    pub(super) tools: (usize, usize),
    pub(super) requests: usize,
    /// Whether the user allowed a call.
    pub(super) calls: bool,
    /// The limit that ended the run.
    pub(super) is_over: Option<&'static str>,
}

impl Suite<'_> {
    pub(super) fn report(&self, format: Format) -> Report {
        let broken = self.failed(Level::Must) > 0 || !self.stale.is_empty();
        let mut report = Report::new(!broken);
        if self.is_over.is_some() && !broken {
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

    fn count(&self, result: &str) -> usize {
        self.verdicts.iter().filter(|one| one.result() == result).count()
    }

    fn human(&self, report: &mut Report) {
        let mut text = Painted::default();
        for verdict in self.verdicts.iter().filter(|one| one.fails()) {
            render(verdict, &mut text);
        }
        report.painted(text);
        self.summary().iter().for_each(|line| report.line(line));
    }

    fn summary(&self) -> Vec<String> {
        let counted = |count: usize, what: &str| (count > 0).then(|| format!("{count} {what}"));
        let parts = [
            counted(self.count("passed"), "hold"),
            counted(self.failed(Level::Must), "of a MUST fail"),
            counted(self.failed(Level::Should), "of a SHOULD fail"),
            counted(self.count("accepted"), "fail as in the baseline"),
            counted(self.count("not-run"), "not run"),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        let (scenarios, requests) =
            (plural(self.verdicts.len(), "scenario"), plural(self.requests, "request"));
        let mut lines =
            vec![format!("{}: {scenarios}, {requests}: {}", self.url, parts.join(", "))];
        if let (all, some) = self.tools
            && some < all
        {
            lines.push(format!("requests were sent for {some} of {all} tools; see `--max-tools`"));
        }
        lines.extend(self.not_run());
        let stale = self.stale.iter();
        lines.extend(stale.map(|entry| format!("{entry}: holds now; remove it from the baseline")));
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
            if !self.calls && self.is_over.is_none() && verdict.scenario.for_each.is_call() {
                calls = calls.saturating_add(1);
            } else {
                reasons.entry(reason).or_default().push(&verdict.scenario.id);
            }
        }
        let line = |(reason, ids): (&str, Vec<&str>)| {
            format!("not run: {} ({reason})", few(ids.into_iter().map(str::to_owned)))
        };
        let mut lines: Vec<_> = reasons.into_iter().map(line).collect();
        if calls > 0 {
            let scenarios = plural(calls, "scenario");
            lines.push(format!(
                "not run: {scenarios} of calls; `--invoke TOOL NAME=VALUE` allows one"
            ));
        }
        lines
    }

    fn json(&self, report: &mut Report) {
        let (tools, examined) = self.tools;
        report.member("url", self.url.clone());
        report.member("package", self.package.version.clone());
        report.member("draft", self.package.draft.clone());
        report.member("requests", self.requests);
        report.member("tools", tools);
        report.member("examined_tools", examined);
        report.member("scenarios", self.verdicts.iter().map(value).collect::<Value>());
        report.member("stale", self.stale.clone());
        let unseen = self.package.not_observable.iter();
        let unseen =
            unseen.map(|one| json!({"requirement": one.requirement, "reason": one.reason}));
        report.member("not_observable", unseen.collect::<Value>());
    }

    fn sarif(&self) -> Map<String, Value> {
        let rule = |verdict: &Verdict<'_>| {
            let scenario = verdict.scenario;
            json!({
                "id": scenario.id,
                "shortDescription": {"text": scenario.title},
                "fullDescription": {"text": format!("{} ({})", scenario.title, scenario.citation())},
                "defaultConfiguration": {"level": scenario.level.severity()},
                "properties": {"requirements": scenario.requirements, "section": scenario.section},
            })
        };
        let result = |(index, verdict): (usize, &Verdict<'_>), failure: &Failure| {
            let Failure { subject, expected, received, sent, .. } = failure;
            let id = &verdict.scenario.id;
            let text = format!(
                "{}: {subject}: expected {expected}\nreceived: {received}\nsent: {}",
                verdict.scenario.title,
                sent.join("\n")
            );
            let mut result = json!({
                "ruleId": id,
                "ruleIndex": index,
                "level": verdict.scenario.level.severity(),
                "message": {"text": text},
                "locations": [{
                    "physicalLocation": {"artifactLocation": {"uri": format!("{}/tools", self.url)}},
                    "logicalLocations": [{"fullyQualifiedName": subject, "kind": "member"}],
                }],
                "partialFingerprints": {"a2tConformance/v1": format!("{id} {subject}")},
            });
            if let (true, Some(members)) = (failure.accepted, result.as_object_mut()) {
                let known = json!([{"kind": "external", "justification": "in the baseline"}]);
                members.insert("suppressions".to_owned(), known);
            }
            result
        };
        let results = self
            .verdicts
            .iter()
            .enumerate()
            .flat_map(|one| one.1.failures.iter().map(move |failure| result(one, failure)));
        sarif_log(self.verdicts.iter().map(rule).collect(), results.collect())
    }

    /// A test case for each scenario. What a SHOULD demands fails no test, as it fails no run.
    fn junit(&self) -> String {
        let failures = self.failed(Level::Must);
        let count = self.verdicts.len();
        let skipped = self.count("not-run");
        let mut out = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"a2t-conformance\" \
             hostname=\"{}\" tests=\"{count}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">\n",
            xml(&self.url)
        );
        for verdict in &self.verdicts {
            let scenario = verdict.scenario;
            let class = format!("{} {}", scenario.section, scenario.requirements.join(" "));
            out.push_str(&format!(
                "    <testcase classname=\"{}\" name=\"{}: {}\">\n",
                xml(&class),
                xml(&scenario.id),
                xml(&scenario.title)
            ));
            let lines: Vec<_> = verdict.failures.iter().map(Failure::text).collect();
            let text = xml(&lines.join("\n\n"));
            match (verdict.result(), scenario.level, &verdict.not_run) {
                ("failed", Level::Must, _) => out.push_str(&format!(
                    "      <failure type=\"MUST\" message=\"{}\">{text}</failure>\n",
                    xml(&first(verdict))
                )),
                ("failed" | "accepted", level, _) => out.push_str(&format!(
                    "      <system-out>{}: {text}</system-out>\n",
                    level.severity()
                )),
                (_, _, Some(reason)) => {
                    out.push_str(&format!("      <skipped message=\"{}\"/>\n", xml(reason)));
                }
                _ => {}
            }
            out.push_str("    </testcase>\n");
        }
        out.push_str("  </testsuite>\n</testsuites>");
        out
    }
}

impl Failure {
    fn text(&self) -> String {
        let sent: Vec<_> = self.sent.iter().map(|sent| format!("sent: {sent}")).collect();
        let Self { subject, expected, received, .. } = self;
        format!("{subject}\n{}\nexpected: {expected}\nreceived: {received}", sent.join("\n"))
    }
}

fn first(verdict: &Verdict<'_>) -> String {
    let failure = verdict.failures.iter().find(|one| !one.accepted);
    failure.map_or(String::new(), |Failure { subject, expected, received, .. }| {
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
        out.plain(format!("{}\n", failure.subject));
        let sent = failure.sent.iter().map(|sent| ("sent", sent));
        let others = [("expected", &failure.expected), ("received", &failure.received)];
        for (label, text) in sent.chain(others) {
            out.push(BLUE, "   = ");
            out.push(BOLD, format!("{label}: "));
            out.plain(format!("{text}\n"));
        }
    }
    let more = failures.len().saturating_sub(SHOWN_MAX).saturating_add(verdict.more);
    if more > 0 {
        out.plain(format!("   and {more} more, which `--format json` lists\n"));
    }
    out.plain("\n");
}

fn value(verdict: &Verdict<'_>) -> Value {
    let scenario = verdict.scenario;
    let failure = |failure: &Failure| {
        let Failure { subject, sent, expected, received, accepted } = failure;
        json!({
            "subject": subject,
            "sent": sent,
            "expected": expected,
            "received": received,
            "accepted": accepted,
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
        "result": verdict.result(),
        "checks": verdict.checks,
        "reason": verdict.not_run,
        "failures": verdict.failures.iter().map(failure).collect::<Value>(),
        "more_failures": verdict.more,
    })
}
