//! `cargo a2t conformance`: the scenarios of a package of JSON are run against any server of A2T, in any
//! language.

mod baseline;
mod bound;
mod check;
mod exchange;
mod package;
mod print;
mod run;
mod subject;

use std::path::PathBuf;
use std::time::Duration;

use a2t_codegen::fetch::{Limits, Probe};
use a2t_core::error::inert;
use clap::{Args, value_parser};

use crate::catalog::{Headers, file};
use crate::progress::Progress;
use crate::report::{CommandError, Format, Outcome};
use crate::text::meant;
use baseline::Baseline;
use exchange::{Client, hide};
use package::{Package, Scenario};
use print::Suite;
use run::Verdict;
use subject::Subjects;

#[derive(Args)]
#[command(
    about = "Check a server in any language against each requirement of the draft",
    long_about = "Run the conformance scenarios against a server of A2T in any language. Each scenario checks \
                  requirements of the draft; what a MUST demands is an error, what a SHOULD demands a warning.\n\n\
                  No tool is called unless --invoke names it and its inputs. It is then called with these inputs, and \
                  with wrong ones, which a correct server refuses.",
    after_help = "Exit status: 0 no MUST is broken, 1 a MUST is broken or the baseline has an accepted failure \
                  that no longer occurs, 2 unreachable, wrong arguments, or not everything was run in time."
)]
pub(crate) struct Conformance {
    /// The root of the API, the part before `/tools`
    url: String,
    #[arg(
        long,
        num_args = 1..,
        value_names = ["TOOL", "NAME=VALUE"],
        help = "Call this tool with these inputs, such as `--invoke lookup_weather city=Omaha`; may be repeated. \
                The calls may have effects"
    )]
    invoke: Vec<String>,
    /// Run only this scenario, or those of this requirement such as `A2T-50`; may be repeated
    #[arg(long, value_name = "SCENARIO|REQUIREMENT")]
    only: Vec<String>,
    /// Accept the failures of this file, each named by scenario and subject
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the failures of this run as a baseline, and exit with status 0; equal entries of the file keep their reasons
    #[arg(long, value_name = "FILE", value_parser = file(), conflicts_with_all = ["baseline", "only"])]
    write_baseline: Option<PathBuf>,
    #[command(flatten)]
    headers: Headers,
    #[command(flatten)]
    bounds: Bounds,
}

// The heading would be that of the headers as well, if they stood in one struct.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
struct Bounds {
    /// The maximum time of one reply
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = value_parser!(u64).range(1..=3_600))]
    timeout: u64,
    /// The maximum time of all replies together
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = value_parser!(u64).range(1..=86_400))]
    total_timeout: u64,
    /// The maximum number of tools that requests are sent for; the list is always checked as a whole
    #[arg(long, value_name = "COUNT", default_value = "20", value_parser = value_parser!(u64).range(1..=10_000))]
    max_tools: u64,
}

impl Conformance {
    pub(super) fn run(&self, format: Format) -> Outcome {
        let package = Package::read()?;
        let scenarios = self.chosen(&package)?;
        let baseline = match &self.baseline {
            Some(path) => Baseline::read(path, &package)?,
            None => Baseline::default(),
        };
        let replaced = self.write_baseline.as_deref().map(Baseline::replaced).transpose()?;
        let headers = self.headers.of(&self.url)?;
        hide(headers.iter().map(|(_, value)| &**value));
        let endpoint = self.headers.endpoint(&self.url)?.limits(self.bounds.limits());
        let mut client = Client::new(Probe::new(&endpoint)?);
        let examined = usize::try_from(self.bounds.max_tools).unwrap_or(usize::MAX);
        let mut subjects = Subjects::new(&*client.list()?, examined);
        subjects.allow(&self.invoke)?;
        let progress = Progress::new();
        let mut verdicts = Vec::new();
        for scenario in &scenarios {
            let (index, count) = (verdicts.len().saturating_add(1), scenarios.len());
            progress.show(&format!("scenario {index} of {count}: {}", scenario.id));
            verdicts.push(Verdict::of(scenario, &subjects, &mut client, &baseline));
        }
        drop(progress);
        let limit = client.limit_reached();
        let limit = limit.filter(|_| verdicts.iter().any(|verdict| verdict.limit_reached));
        if let (Some(path), Some(replaced)) = (&self.write_baseline, replaced) {
            if let Some(limit) = limit {
                return Err(CommandError::new(format!("the baseline is not written: {limit}")));
            }
            replaced.write(path, &mut verdicts)?;
        }
        let suite = Suite {
            package: &package,
            url: endpoint.url(),
            stale: baseline.stale(&verdicts),
            verdicts,
            tools: subjects.count(),
            examined: subjects.count().min(examined),
            requests: client.sent(),
            calls: !self.invoke.is_empty(),
            limit,
        };
        Ok(suite.report(format))
    }

    fn chosen<'p>(&self, package: &'p Package) -> Result<Vec<&'p Scenario>, CommandError> {
        let all = || package.scenarios.iter();
        for wanted in &self.only {
            if !all().any(|scenario| scenario.is_about(wanted)) {
                return Err(nothing_about(wanted, package));
            }
        }
        let is_chosen = |scenario: &&Scenario| {
            self.only.is_empty() || self.only.iter().any(|wanted| scenario.is_about(wanted))
        };
        Ok(all().filter(is_chosen).collect())
    }
}

fn nothing_about(wanted: &str, package: &Package) -> CommandError {
    let unseen = package.not_observable.iter();
    let mut unseen = unseen.filter(|one| one.requirement.eq_ignore_ascii_case(wanted));
    if let Some(one) = unseen.next() {
        let (requirement, reason) = (&one.requirement, &one.reason);
        return CommandError::new(format!("no request shows {requirement}: {reason}"));
    }
    let scenarios = package.scenarios.iter();
    let names = scenarios.flat_map(|scenario| scenario.requirements.iter().chain([&scenario.id]));
    let meant = meant(wanted, names.map(String::as_str));
    CommandError::new(format!("there is no scenario or requirement `{}`{meant}", inert(wanted)))
}

impl Bounds {
    fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        limits.attempt = Duration::from_secs(self.timeout);
        limits.total = Duration::from_secs(self.total_timeout);
        limits
    }
}
