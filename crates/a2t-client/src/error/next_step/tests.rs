//! The table of the documentation, held to the code: every kind, and every problem.

use std::collections::BTreeMap;
use std::io;

use a2t_core::{ValidationError, Violations};

use super::*;

const TABLE: &str = include_str!("../next_steps.md");
const PAGE: &str = include_str!("../../../../../docs/client.md");

/// Kinds other than those with a problem, each once.
fn plain() -> Vec<Kind> {
    let cause = || io::Error::other("broken").into();
    let invalid = || ValidationError::from(Violations::default());
    let text = String::new;
    let kinds = vec![
        Kind::Invalid { tool: text(), violations: Violations::default() },
        Kind::Connect { cause: cause() },
        Kind::NotSent { cause: cause() },
        Kind::Token { cause: cause() },
        Kind::Timeout { after: Duration::from_secs(1) },
        Kind::Interrupted { cause: cause() },
        Kind::Malformed { invalid: invalid() },
        Kind::TooLarge { limit: 1 },
        Kind::Endless { fault: text() },
        Kind::Absent { output: text() },
        Kind::Redirected { status: 302, location: None },
        Kind::Generated { invalid: invalid() },
        Kind::IdempotencyKey { key: text() },
        Kind::InsideRuntime,
        Kind::NotRecorded { call: text(), recorded: Vec::new(), command: None },
        Kind::Url { url: text(), fault: "" },
        Kind::Header { name: text() },
        Kind::Unencrypted { name: text() },
        Kind::Setup { cause: cause() },
        Kind::Rpc { code: -32000, message: text(), data: None },
        Kind::Start { cause: cause() },
        Kind::Ended { status: None, stderr: text(), stdout: text() },
        Kind::Restarts { most: 5, within: Duration::from_secs(60), stderr: text(), stdout: text() },
        Kind::Handshake { fault: text() },
        Kind::Protocol { fault: text() },
        Kind::Schema { fault: text() },
        Kind::InputRequired { questions: Vec::new() },
        Kind::Task { id: None },
        Kind::Abandoned { fault: text() },
        Kind::Tool { reply: Box::default() },
        Kind::Output { violations: Violations::default(), reply: Box::default() },
        Kind::Changed { state: crate::schema::State::Gone },
    ];
    assert_eq!(kinds.iter().map(name).collect::<std::collections::BTreeSet<_>>().len(), COUNT - 2);
    kinds
}

/// Number of variants of [`Kind`]; the `match` below does not compile without a new one.
const COUNT: usize = 34;

fn name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Url { .. } => "Url",
        Kind::Header { .. } => "Header",
        Kind::Unencrypted { .. } => "Unencrypted",
        Kind::Setup { .. } => "Setup",
        Kind::IdempotencyKey { .. } => "IdempotencyKey",
        Kind::Invalid { .. } => "Invalid",
        Kind::Generated { .. } => "Generated",
        Kind::Refused { .. } => "Refused",
        Kind::Unavailable { .. } => "Unavailable",
        Kind::Redirected { .. } => "Redirected",
        Kind::Timeout { .. } => "Timeout",
        Kind::Connect { .. } => "Connect",
        Kind::NotSent { .. } => "NotSent",
        Kind::Token { .. } => "Token",
        Kind::Interrupted { .. } => "Interrupted",
        Kind::TooLarge { .. } => "TooLarge",
        Kind::Malformed { .. } => "Malformed",
        Kind::Endless { .. } => "Endless",
        Kind::InsideRuntime => "InsideRuntime",
        Kind::NotRecorded { .. } => "NotRecorded",
        Kind::Absent { .. } => "Absent",
        Kind::Rpc { .. } => "Rpc",
        Kind::Start { .. } => "Start",
        Kind::Ended { .. } => "Ended",
        Kind::Restarts { .. } => "Restarts",
        Kind::Handshake { .. } => "Handshake",
        Kind::Protocol { .. } => "Protocol",
        Kind::Schema { .. } => "Schema",
        Kind::InputRequired { .. } => "InputRequired",
        Kind::Task { .. } => "Task",
        Kind::Abandoned { .. } => "Abandoned",
        Kind::Tool { .. } => "Tool",
        Kind::Output { .. } => "Output",
        Kind::Changed { .. } => "Changed",
    }
}

fn of(problem: Problem) -> Kind {
    let problem = Box::new(problem);
    let retry_after = None;
    if problem.status < 500 {
        Kind::Refused { problem, retry_after }
    } else {
        Kind::Unavailable { problem, retry_after }
    }
}

/// Cells after the kind: what the retries do, if the tool may have run, and the next step.
fn cells(kind: Kind) -> String {
    let ran = kind.may_have_run();
    // The second attempt of a call that was lost once, for `IdempotencyKeyInUse`.
    let error = Error::new(kind);
    let retried = match error.failure(true).outcome {
        Outcome::NotRun => "yes",
        Outcome::Unknown => "if it may run twice",
        Outcome::Final => "",
    };
    let step = format!("{:?}", error.next_step());
    let step = step.split(' ').next().unwrap_or_default();
    format!("| {retried} | {} | `{step}` |", if ran { "yes" } else { "" })
}

/// The rows as the code has them: of each kind, its problems by what is done about them.
fn rows() -> Vec<String> {
    let mut rows: Vec<_> =
        plain().into_iter().map(|kind| format!("| `{}` {}", name(&kind), cells(kind))).collect();
    let mut problems = BTreeMap::<_, Vec<_>>::new();
    for known in ProblemKind::ALL {
        let kind = of(Problem::new(*known, ""));
        problems.entry((name(&kind), cells(kind))).or_default().push(format!("`{known:?}`"));
    }
    for status in [400, 401, 403, 404, 405, 408, 409, 410, 413, 418, 422, 429, 500, 502, 503, 504] {
        let kind = of(Problem::parse(status, b"<html>"));
        problems.entry((name(&kind), cells(kind))).or_default().push(format!("{status}"));
    }
    let of_problems = problems
        .iter()
        .flat_map(|(cells, kinds)| kinds.chunks(7).map(move |kinds| (cells, kinds)))
        .map(|((name, cells), kinds)| format!("| `{name}`: {} {cells}", kinds.join(", ")));
    rows.extend(of_problems);
    rows
}

#[test]
fn the_table_has_a_row_for_each_kind_and_problem() {
    let listed: Vec<_> = TABLE.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(
        listed,
        rows(),
        "src/error/next_steps.md is not what the code does:\n{}",
        rows().join("\n")
    );
    assert!(
        PAGE.contains(TABLE.trim()),
        "docs/client.md lacks the table of src/error/next_steps.md"
    );
}

#[test]
fn each_kind_has_a_text() {
    for kind in plain() {
        let name = name(&kind);
        assert!(!Error::new(kind).to_string().is_empty(), "{name}");
    }
}

#[test]
fn numbers_of_json_rpc_have_the_next_step_of_their_cause() {
    for (code, step) in [
        (-32602, NextStep::FixArguments),
        (-32601, NextStep::NotFound),
        (-32603, NextStep::ReportToVendor),
    ] {
        let error = Error::new(Kind::Rpc { code, message: String::new(), data: None });
        assert_eq!(error.next_step(), step, "{error}");
        assert_eq!(error.after_run().next_step(), NextStep::MayHaveRun);
    }
}

#[test]
fn a_failure_before_the_connection_was_up_cannot_have_run_the_tool() {
    let interrupted = || Kind::Interrupted { cause: io::Error::other("broken").into() };
    let ended = || Kind::Ended { status: None, stderr: String::new(), stdout: String::new() };
    assert!(Error::new(interrupted()).may_have_run() && Error::new(ended()).may_have_run());
    // A process that ends before the handshake will end there again.
    for (kind, outcome) in [(interrupted(), Outcome::NotRun), (ended(), Outcome::Final)] {
        let error = Error::new(kind).before();
        assert!(!error.may_have_run());
        assert_eq!(error.failure(false).outcome, outcome, "{error}");
    }
}

#[test]
fn a_call_that_may_have_run_is_reported_whatever_came_last() {
    for kind in [of(Problem::new(ProblemKind::InvalidInvocation, "")), of(Problem::parse(429, b""))]
    {
        assert_eq!(Error::new(kind).after_run().next_step(), NextStep::MayHaveRun);
    }
    let mut error = Error::new(of(Problem::parse(503, b""))).after_run();
    assert_eq!(error.next_step(), NextStep::MayHaveRun);
    error.inner.repeatable = true;
    assert_eq!(error.next_step(), NextStep::RetryLater { after: None });
}

#[test]
fn the_wait_that_a_server_asks_for_is_in_the_next_step() {
    let after = Some(Duration::from_secs(7));
    let problem = Box::new(Problem::new(ProblemKind::RateLimited, ""));
    let error = Error::new(Kind::Refused { problem, retry_after: after });
    assert_eq!(error.next_step(), NextStep::RetryLater { after });
}
