//! Scenarios, each run for its subjects.

use super::check::Checked;
use super::exchange::{Client, short};
use super::package::Scenario;
use super::subject::{Subject, Subjects};

/// The most failures of one scenario that are kept.
const FAILURES_MAX: usize = 100;

/// The end of one scenario.
pub(super) struct Verdict<'p> {
    pub(super) scenario: &'p Scenario,
    /// The number of subjects that were checked.
    pub(super) checks: usize,
    pub(super) failures: Vec<Failure>,
    /// The number of failures that were not kept.
    pub(super) more: usize,
    /// The reason why nothing was checked.
    pub(super) not_run: Option<String>,
}

/// A single check that failed: one subject of a scenario.
pub(super) struct Failure {
    pub(super) subject: String,
    pub(super) sent: Vec<String>,
    pub(super) expected: String,
    pub(super) received: String,
    /// Whether the baseline has it.
    pub(super) accepted: bool,
}

/// The end of a scenario for one subject.
enum Single {
    Absent,
    Held,
    Failed(Failure),
}

impl<'p> Verdict<'p> {
    pub(super) fn of(scenario: &'p Scenario, subjects: &Subjects, client: &mut Client<'_>) -> Self {
        let mut verdict =
            Self { scenario, checks: 0, failures: Vec::new(), more: 0, not_run: None };
        if let Some(over) = client.is_over() {
            verdict.not_run = Some(over.to_owned());
            return verdict;
        }
        for subject in subjects.of(scenario, client) {
            let single = single(scenario, subject, client);
            // A limit of the run is no fault of the server.
            if let Some(over) = client.is_over() {
                verdict.not_run = Some(over.to_owned());
                break;
            }
            match single {
                Single::Absent => continue,
                Single::Held => {}
                Single::Failed(failure) if verdict.failures.len() < FAILURES_MAX => {
                    verdict.failures.push(failure);
                }
                Single::Failed(_) => verdict.more = verdict.more.saturating_add(1),
            }
            verdict.checks = verdict.checks.saturating_add(1);
        }
        if verdict.checks == 0 && verdict.not_run.is_none() {
            verdict.not_run = Some(format!("needs {}", scenario.needs()));
        }
        verdict
    }

    /// Returns whether something failed that the baseline does not have.
    pub(super) fn fails(&self) -> bool {
        self.more > 0 || self.failures.iter().any(|failure| !failure.accepted)
    }

    /// Returns `failed`, `accepted`, `not-run` or `passed`.
    pub(super) fn result(&self) -> &'static str {
        match () {
            () if self.fails() => "failed",
            () if !self.failures.is_empty() => "accepted",
            () if self.not_run.is_some() => "not-run",
            () => "passed",
        }
    }
}

fn single(scenario: &Scenario, subject: Subject, client: &mut Client<'_>) -> Single {
    let Subject { label, source, mut bound } = subject;
    for (path, schema) in &scenario.when {
        let values: Vec<_> = bound.select(path).into_iter().map(|(_, value)| value).collect();
        let matching = schema.matches(&bound, &values).unwrap_or_default();
        if !matching.contains(&true) {
            return Single::Absent;
        }
    }
    let failed = |sent: Vec<String>, expected: &str, received: String| {
        let expected = expected.to_owned();
        let subject = label.clone();
        Single::Failed(Failure { subject, sent, expected, received, accepted: false })
    };
    let mut sent = Vec::new();
    for step in &scenario.steps {
        let Some(exchange) = client.step(step, &bound) else { return Single::Absent };
        sent.push(short(&exchange.sent));
        match exchange.reply {
            Ok(reply) => bound.set(&step.name, reply),
            Err(reason) => return failed(sent, "a complete reply", reason),
        }
    }
    if sent.is_empty() {
        sent.push(source);
    }
    let mut holds = false;
    for expectation in &scenario.expect {
        match expectation.check(&bound) {
            Checked::Absent => {}
            Checked::Held => holds = true,
            Checked::Failed(received) => return failed(sent, &expectation.expected, received),
        }
    }
    if holds { Single::Held } else { Single::Absent }
}
