//! `cargo a2t diff`: what changed between two states of a tool or a catalog, and whom it breaks.

mod change;
mod compare;
mod documents;
mod mcp;
mod place;
mod renamed;
mod since;

use a2t_core::evolution::Profile;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use serde_json::{Map, Value, json};

use crate::catalog::Headers;
use crate::diagnostic::{self, Diagnostic};
use crate::few::Few;
use crate::report::{Format, Outcome, Report};
use compare::Comparison;
use documents::Side;
pub(super) use since::since;

#[derive(Args)]
#[command(
    about = "Judge what changed between two versions, lists of versions or catalogs",
    long_about = "Judge every change from OLD to NEW twice: by the letter of the protocol, which \
                  allows additions only, and by what callers of OLD meet on the wire. Where a call \
                  breaks, one that breaks is shown.\n\n\
                  Each may be one signature, such as `published/add/v1.json`, a list or page of a \
                  tool's versions, a whole catalog, a snapshot, or a folder `published` with all \
                  its versions; as an address, the root of an API or any of its `/tools…` pages. \
                  Tools are paired by their id.

\
                  Or both are snapshots of MCP servers, whose schemas are compared: the letter is \
                  that of JSON Schema, and tools are paired by their name, or by what they take \
                  where they have another one.",
    after_help = "Exit status: 0 no finding is an error, 1 one is, 2 it could not be judged."
)]
pub(crate) struct Diff {
    /// Published side: a file, a folder `published` or an address
    old: String,
    /// Side to be published: a file, a folder `published` or an address
    new: String,
    /// Strictness: `letter` refuses new words for old parameters too
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
        let sides = (&*self.old, &*self.new);
        if let Some(outcome) = mcp::compared(sides, self.profile, format) {
            return outcome;
        }
        self.headers.for_one_server([&*self.old, &*self.new])?;
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
    let diagnostics = &comparison.diagnostics;
    let mut summary = Vec::new();
    if format == Format::Human && !comparison.added.is_empty() {
        let mut few = Few::default();
        let added = comparison.added.iter().filter(|_| few.shows("added"));
        summary.extend(added.map(|title| format!("added: {title}")));
        summary.extend(few.rest());
        summary.push(String::new());
    }
    let mut counted = diagnostic::counted(diagnostics, 0).join(", ");
    if counted.is_empty() {
        counted = "nothing changed".to_owned();
    }
    let (letter, wire) = (comparison.letter, comparison.wire);
    summary.push(format!("letter: {letter}, wire: {wire}; {counted}"));
    let mut report = diagnostic::report(diagnostics, format, &[], &summary);
    if format == Format::Json {
        report.document(verdict(comparison));
    }
    report
}

/// `{"verdict": {..}, "findings": [..]}`, as `docs/diff.schema.json` describes it.
fn verdict(comparison: &Comparison) -> Map<String, Value> {
    let (letter, wire) = (comparison.letter.name(), comparison.wire.name());
    let members = |diagnostic: &Diagnostic| {
        let mut members = diagnostic.members.clone();
        if !comparison.lists {
            members.retain(|name, _| !["tool", "from", "to"].contains(&name.as_str()));
        }
        Value::Object(members)
    };
    let findings: Value = comparison.diagnostics.iter().map(members).collect();
    let verdict = json!({"letter": letter, "wire": wire});
    Map::from_iter([("verdict".to_owned(), verdict), ("findings".to_owned(), findings)])
}
