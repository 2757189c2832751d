//! `cargo a2t lint`: does a catalog obey the rules of the draft?

use clap::{Arg, ArgMatches, Command};
use serde_json::Value;

use super::argument;
use crate::catalog::{Catalog, Mistake, Refusal, Source, header_argument};
use crate::report::{Outcome, Report};

pub(super) fn command() -> Command {
    Command::new("lint")
        .about("Check a catalog against the rules of the protocol")
        .long_about(
            "Check a catalog against every rule of the protocol, and name each violation with file, line and column.\n\n\
             FILE is a snapshot, a page of `GET /tools` or of a tool's versions, a list of signatures, or one signature. \
             Members that the protocol does not define are warnings: readers ignore them.",
        )
        .after_help("Exit status: 0 every rule holds, 1 a rule is broken, 2 the catalog could not be read.")
        .arg(Arg::new("catalog").value_name("FILE|URL").required(true).help("The catalog, or the root of the API that serves it"))
        .arg(header_argument())
}

pub(super) fn run(matches: &ArgMatches) -> Outcome {
    match Source::new(argument(matches, "catalog"), matches)?.read() {
        Ok(catalog) => Ok(clean(&catalog)),
        Err(Refusal::Rules {
            mistakes,
            more,
            warnings,
        }) => Ok(broken(&mistakes, more, &warnings)),
        Err(Refusal::Unread(failure)) => Err(failure),
    }
}

fn clean(catalog: &Catalog) -> Report {
    let mut report = Report::new(true);
    warn(&mut report, &catalog.warnings);
    let noun = if catalog.tools.len() == 1 {
        "tool"
    } else {
        "tools"
    };
    report.line(format!("{} {noun}, every rule holds", catalog.tools.len()));
    report.member("tools", catalog.tools.len());
    report.member("violations", Value::Array(Vec::new()));
    report
}

fn broken(mistakes: &[Mistake], more: usize, warnings: &[Mistake]) -> Report {
    let mut report = Report::new(false);
    for mistake in mistakes {
        report.line(&mistake.text);
    }
    if more > 0 {
        report.line(format!("and {more} more"));
        report.member("more", more);
    }
    report.member("violations", values(mistakes));
    warn(&mut report, warnings);
    report
}

fn warn(report: &mut Report, warnings: &[Mistake]) {
    for warning in warnings {
        report.line(format!("warning: {}", warning.text));
    }
    report.member("warnings", values(warnings));
}

fn values(mistakes: &[Mistake]) -> Value {
    mistakes
        .iter()
        .map(|mistake| mistake.json.clone())
        .collect()
}
