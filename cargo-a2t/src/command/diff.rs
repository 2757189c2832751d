//! `cargo a2t diff`: what changed between two states of a tool or a catalog, and whom it breaks.

mod compare;
mod documents;
mod human;
mod place;
mod remark;
mod results;

use a2t_core::evolution::{Profile, Verdict};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use serde_json::{Value, json};

use crate::catalog::Headers;
use crate::report::{Format, Outcome, Report};
use compare::Comparison;
use documents::Side;

#[derive(Args)]
#[command(
    about = "Judge what changed between two versions, lists of versions or catalogs",
    long_about = "Judge every change from OLD to NEW twice: by the letter of the protocol, which \
                  allows additions only, and by what callers of OLD meet on the wire. Where a call \
                  breaks, one that breaks is shown.\n\n\
                  Each may be one signature, such as `published/add/v1.json`, a list or page of a \
                  tool's versions, a whole catalog, a snapshot, or a folder `published` with all \
                  its versions; as an address, the root of an API or any of its `/tools…` pages. \
                  Tools are paired by their id.",
    after_help = "Exit status: 0 no finding is an error, 1 one is, 2 it could not be judged."
)]
pub(crate) struct Diff {
    /// What was published: a file, a folder `published` or an address
    old: String,
    /// What is to be published: a file, a folder `published` or an address
    new: String,
    /// How strict to be: `letter` refuses new words for old parameters too
    #[arg(
        long,
        default_value = "default",
        value_parser = PossibleValuesParser::new(["default", "letter"]).map(|name| profile(&name))
    )]
    profile: Profile,
    #[command(flatten)]
    headers: Headers,
}

impl Diff {
    pub(super) fn run(&self, format: Format) -> Outcome {
        let old = Side::read(&self.old, &self.headers)?;
        let new = Side::read(&self.new, &self.headers)?;
        let comparison = compare::compare(&old, &new, self.profile)?;
        Ok(reported(&comparison, format))
    }
}

fn profile(name: &str) -> Profile {
    match name {
        "letter" => Profile::Letter,
        _ => Profile::Default,
    }
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
