//! Scenarios, each run for its subjects.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::baseline::Baseline;
use super::check::Checked;
use super::exchange::{Client, short};
use super::package::Scenario;
use super::subject::{Name, Subject, Subjects};

/// Maximum number of failures of one scenario that are kept with what was sent and received. It holds for
/// accepted failures and for others, so that a baseline hides no details of a new failure.
const DETAILS_MAX: usize = 100;

/// The end of one scenario.
pub(super) struct Verdict<'p> {
    pub(super) scenario: &'p Scenario,
    /// Subjects that were checked and did not fail: their labels by their ids.
    pub(super) held: BTreeMap<Rc<str>, Rc<str>>,
    pub(super) failures: Vec<Failure>,
    /// The reason why nothing was checked, or not everything.
    pub(super) not_run: Option<String>,
    /// Whether a limit of the run is the reason.
    pub(super) limit_reached: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Something failed that the baseline does not have.
    Failed,
    Accepted,
    NotRun,
    Passed,
}

/// A single check that failed: one subject of a scenario.
pub(super) struct Failure {
    pub(super) subject: Name,
    pub(super) details: Option<Details>,
    /// Whether the baseline has it.
    pub(super) accepted: bool,
}

pub(super) struct Details {
    pub(super) sent: Vec<String>,
    pub(super) expected: String,
    pub(super) received: String,
}

/// The end of a scenario for one subject.
enum Single {
    Absent,
    Held,
    Failed(Details),
    /// A limit of the run left a request without a reply, which is no fault of the server.
    Unanswered,
}

impl<'p> Verdict<'p> {
    pub(super) fn of(
        scenario: &'p Scenario,
        subjects: &Subjects,
        client: &mut Client<'_>,
        baseline: &Baseline,
    ) -> Self {
        let mut verdict = Self {
            scenario,
            held: BTreeMap::new(),
            failures: Vec::new(),
            not_run: None,
            limit_reached: false,
        };
        let unanswered = client.unanswered();
        let mut details = BTreeMap::from([(true, DETAILS_MAX), (false, DETAILS_MAX)]);
        for subject in subjects.of(scenario, client) {
            let name = subject.name.clone();
            match single(scenario, subject, client) {
                Single::Absent => {}
                Single::Held => {
                    verdict.held.insert(name.id, name.label);
                }
                Single::Failed(found) => {
                    let accepted = baseline.accepts(&scenario.id, &name.id);
                    let left = details.entry(accepted).or_default();
                    let details = (*left > 0).then_some(found);
                    *left = left.saturating_sub(1);
                    verdict.failures.push(Failure { subject: name, details, accepted });
                }
                Single::Unanswered => break,
            }
        }
        // The requests for the subjects can be unanswered, too.
        if let Some(limit) = client.limit_reached().filter(|_| client.unanswered() > unanswered) {
            verdict.not_run = Some(limit.to_owned());
            verdict.limit_reached = true;
        } else if verdict.checks() == 0 {
            verdict.not_run = Some(format!("needs {}", scenario.needs()));
        }
        verdict
    }

    /// Returns the number of subjects that were checked.
    pub(super) fn checks(&self) -> usize {
        self.held.len().saturating_add(self.failures.len())
    }

    pub(super) fn fails(&self) -> bool {
        self.ending() == Ending::Failed
    }

    pub(super) fn ending(&self) -> Ending {
        if self.failures.iter().any(|failure| !failure.accepted) {
            Ending::Failed
        } else if !self.failures.is_empty() {
            Ending::Accepted
        } else if self.not_run.is_some() {
            Ending::NotRun
        } else {
            Ending::Passed
        }
    }
}

impl Ending {
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Accepted => "accepted",
            Self::NotRun => "not-run",
            Self::Passed => "passed",
        }
    }
}

fn single(scenario: &Scenario, subject: Subject, client: &mut Client<'_>) -> Single {
    let Subject { source, mut bound, .. } = subject;
    for (path, schema) in &scenario.when {
        let values: Vec<_> = bound.select(path).into_iter().map(|(_, value)| value).collect();
        let matching = schema.matches(&bound, &values).unwrap_or_default();
        if matching.is_empty() || matching.contains(&false) {
            return Single::Absent;
        }
    }
    let failed = |sent: Vec<String>, expected: &str, received: String| {
        Single::Failed(Details { sent, expected: expected.to_owned(), received })
    };
    let mut sent = Vec::new();
    for step in &scenario.steps {
        let unanswered = client.unanswered();
        let Some(exchange) = client.step(step, &bound) else { return Single::Absent };
        sent.push(short(&exchange.sent));
        match exchange.reply {
            Ok(reply) => bound.set(&step.name, reply),
            Err(_) if client.unanswered() > unanswered => return Single::Unanswered,
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
