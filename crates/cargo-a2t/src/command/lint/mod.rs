//! `cargo a2t lint`: does a catalog obey the rules of the draft, and do the providers of models
//! take its tools?

mod read;
mod suspicion;

use a2t::dialect::{Limit, Limits, check, limits};
use a2t_core::rule::Severity;
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::catalog::Bounded;
use crate::diagnostic::{self, Diagnostic, Lists, plural};
use crate::progress::Progress;
use crate::report::{Format, Outcome, Report};
use read::Linted;

#[derive(Args)]
#[command(
    about = "Check a catalog against the rules of the protocol and the limits of model providers",
    long_about = "Check a catalog against every rule of the protocol, and name each violation with \
                  file, line and column. What the providers of models do not take (names, lengths, \
                  counts) is a warning, and an error for those that --dialect names. Texts that \
                  address the model instead of describing the tool are noted; that nothing is \
                  noted does not mean that a text is safe.\n\n\
                  FILE is a snapshot, a page of `GET /tools` or of a tool's versions, a list of \
                  signatures, or one signature, such as `published/add/v1.json`; of a folder \
                  `published` the newest versions are checked. Of an API, the versions of each tool that \
                  has more than one are read too: no version may break callers of an earlier one. \
                  Members that the protocol does not define are warnings: readers ignore them.",
    after_help = "Exit status: 0 no finding is an error, 1 one is, 2 the catalog could not be \
                  read."
)]
pub(crate) struct Lint {
    /// The catalog, a folder `published`, or the root of the API that serves it
    #[arg(value_name = "FILE|URL")]
    catalog: String,
    #[arg(
        long,
        value_name = "NAME",
        value_parser = PossibleValuesParser::new(limits::ALL.iter().map(|limits| limits.id)),
        help = "Report what exceeds the limits of this provider as an error; may be repeated \
                [default: all providers, as warnings]"
    )]
    dialect: Vec<String>,
    /// Prefix that clients put before the names of tools, such as `mcp__weather__`; it counts for limits
    #[arg(long, value_name = "TEXT", default_value = "")]
    prefix: String,
    #[command(flatten)]
    server: Bounded,
}

impl Lint {
    pub(super) fn run(&self, format: Format) -> Outcome {
        let chosen = chosen(&self.dialect);
        let mut linted = read::read(&self.catalog, &self.server)?;
        let progress = Progress::new();
        progress.show(&format!("checking {}", plural(linted.tools.len(), "tool")));
        let tools: Vec<_> = linted.tools.iter().map(|located| located.tool.described()).collect();
        let dialects = chosen.as_deref().unwrap_or(limits::ALL);
        let exceeded = check(tools.iter().copied(), &self.prefix, dialects);
        let level = chosen.as_ref().map_or(Severity::Warning, |_| Severity::Error);
        let exceeded = exceeded.into_iter().filter_map(|one| {
            let level = severity(one.rule, level, chosen.is_some())?;
            let diagnostic = of(&one, level);
            Some((one.tool, one.pointer, diagnostic))
        });
        let found = exceeded.chain(suspicion::of_tools(&tools)).collect();
        let found = linted.located(found);
        linted.diagnostics.extend(found);
        diagnostic::sort(&mut linted.diagnostics);
        drop(progress);
        Ok(report(&linted, format))
    }
}

const LISTS: Lists<'static> = &[
    ("violations", &[Severity::Error]),
    ("warnings", &[Severity::Warning]),
    ("notes", &[Severity::Note]),
];

fn report(linted: &Linted, format: Format) -> Report {
    let (diagnostics, more) = (&*linted.diagnostics, linted.more);
    let mut parts = vec![plural(linted.tools.len(), "tool")];
    if !diagnostics.iter().any(Diagnostic::is_error) {
        parts.push("every rule holds".to_owned());
    }
    parts.extend(diagnostic::counted(diagnostics, more));
    let remainder = (more > 0 && format == Format::Human).then(|| format!("and {more} more"));
    let summary: Vec<_> = remainder.into_iter().chain([parts.join(", ")]).collect();
    // People read the first of each kind, programs all of them.
    let alike = (format == Format::Human).then(|| diagnostic::alike(diagnostics));
    let diagnostics = alike.as_deref().unwrap_or(diagnostics);
    let mut report = Report::from_diagnostics(diagnostics, format, LISTS, &summary);
    if format == Format::Json {
        report.member("tools", linted.tools.len());
        if more > 0 {
            report.member("more", more);
        }
    }
    report
}

/// The dialects that are named; `None` where none is.
fn chosen(names: &[String]) -> Option<Vec<Limits>> {
    let found = names.iter().filter_map(|name| limits::find(name).copied());
    (!names.is_empty()).then(|| found.collect())
}

/// Severity of a limit; `None` if it was not asked for.
fn severity(rule: Limit, level: Severity, asked: bool) -> Option<Severity> {
    match rule {
        Limit::Constraint => asked.then_some(Severity::Note),
        Limit::Parameters => asked.then_some(Severity::Warning),
        _ => Some(level),
    }
}

fn of(exceeded: &a2t::dialect::Diagnostic, severity: Severity) -> Diagnostic {
    let message = format!("{} ({})", exceeded.message, exceeded.dialects.join(", "));
    Diagnostic::from_rule(exceeded.rule, message)
        .severity(severity)
        .member("dialects", exceeded.dialects.clone())
}
