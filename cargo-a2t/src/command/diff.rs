//! `cargo a2t diff`: what changed between two states of a tool or a catalog, and whom it breaks.

mod compare;
mod documents;
mod human;
mod place;
mod remark;
mod results;

use a2t_core::evolution::{Profile, Verdict};
use clap::{Arg, ArgMatches, Command};
use serde_json::{Value, json};

use super::argument;
use crate::catalog::header_argument;
use crate::report::{Format, Outcome, Report};
use compare::Comparison;
use documents::Side;

pub(super) fn command() -> Command {
    Command::new("diff")
        .about("Judge what changed between two versions, lists of versions or catalogs")
        .long_about(
            "Judge every change from OLD to NEW twice: by the letter of the protocol, which allows additions only, and by \
             what callers of OLD meet on the wire. Where a call breaks, one that breaks is shown.\n\n\
             Each may be one signature, such as `published/add/v1.json`, a list or page of a tool's versions, a whole \
             catalog, a snapshot, or a folder `published` with all its versions; as an address, the root of an API or any of \
             its `/tools…` pages. Tools are paired by their id.",
        )
        .after_help("Exit status: 0 no finding is an error, 1 one is, 2 it could not be judged.")
        .arg(
            Arg::new("old")
                .value_name("OLD")
                .required(true)
                .help("What was published: a file, a folder `published` or an address"),
        )
        .arg(
            Arg::new("new")
                .value_name("NEW")
                .required(true)
                .help("What is to be published: a file, a folder `published` or an address"),
        )
        .arg(
            Arg::new("profile")
                .long("profile")
                .value_name("PROFILE")
                .value_parser(["default", "letter"])
                .default_value("default")
                .help("How strict to be: `letter` refuses new words for old parameters too"),
        )
        .arg(header_argument())
}

pub(super) fn run(matches: &ArgMatches) -> Outcome {
    let old = Side::read(argument(matches, "old"), matches)?;
    let new = Side::read(argument(matches, "new"), matches)?;
    let profile = match argument(matches, "profile") {
        "letter" => Profile::Letter,
        _ => Profile::Default,
    };
    let comparison = compare::compare(&old, &new, profile)?;
    Ok(reported(&comparison, Format::of(matches)))
}

fn reported(comparison: &Comparison, format: Format) -> Report {
    let mut report = Report::new(!comparison.has_errors());
    match format {
        Format::Human => report.line(human::text(comparison)),
        Format::Github => remark::lines(comparison)
            .iter()
            .for_each(|line| report.line(line)),
        Format::Json => report.document(verdict(comparison)),
        Format::Sarif => report.document(results::log(comparison)),
    }
    report
}

/// `{"verdict": {..}, "findings": [..]}`, as `docs/diff.schema.json` describes it.
fn verdict(comparison: &Comparison) -> serde_json::Map<String, Value> {
    let name = Verdict::name;
    let verdict = json!({"letter": name(comparison.letter()), "wire": name(comparison.wire())});
    let findings = comparison.findings.iter();
    let findings: Value = findings
        .map(|judged| judged.to_json(comparison.lists))
        .collect();
    let members = [("verdict", verdict), ("findings", findings)];
    members
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect()
}
