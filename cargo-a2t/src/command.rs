//! The subcommands, one file each: the arguments it takes and what it does with them.

mod call;
mod check;
mod completions;
mod diff;
mod explain;
mod export;
mod fetch;
mod generate;
mod import;
mod lint;
mod list;
mod man;
mod mock;
mod procedure;
mod publish;
mod queue;
mod show;

use clap::{Parser, Subcommand};

use crate::diagnostic::Colour;
use crate::report::{Format, Outcome};

#[derive(Parser)]
#[command(
    name = "cargo-a2t",
    bin_name = "cargo a2t",
    version,
    about = "Publish and check your own tools; fetch and approve catalogs of tools (A2T), generate \
             typed clients, look at tools, call them and judge how they change.",
    after_help = "Exit status: 0 it holds, 1 it does not hold, 2 it could not be judged (bad \
                  input, unreachable).",
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    /// Print text for people, one JSON object for programs, or (`check`, `diff`, `lint`,
    /// `procedure`) annotations or SARIF
    #[arg(long, global = true, default_value = "human")]
    pub(crate) format: Format,
    /// Colour what people read: `auto` does on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Colour,
    #[command(subcommand)]
    pub(crate) command: Command,
}

// In the order of the help; `///` on it or on arguments would be help.
#[derive(Subcommand)]
pub(crate) enum Command {
    Publish(publish::Publish),
    Check(check::Check),
    Fetch(fetch::Fetch),
    Import(import::Import),
    Generate(generate::Generate),
    Export(export::Export),
    Lint(lint::Lint),
    Procedure(procedure::Procedure),
    List(list::List),
    Show(show::Show),
    Call(call::Call),
    Mock(mock::Mock),
    Queue(queue::Queue),
    Diff(diff::Diff),
    Explain(explain::Explain),
    Completions(completions::Completions),
    Man(man::Man),
}

const FINDINGS: &[Format] = &[Format::Github, Format::Markdown, Format::Sarif];

impl Command {
    fn formats_of_findings(&self) -> &'static [Format] {
        match self {
            Self::Check(_) | Self::Diff(_) | Self::Lint(_) | Self::Procedure(_) => FINDINGS,
            Self::Fetch(fetch) if fetch.is_check() => FINDINGS,
            Self::Import(_) => &[Format::Github],
            _ => &[],
        }
    }

    pub(crate) fn takes(&self, format: Format) -> Result<(), String> {
        let more = self.formats_of_findings();
        if matches!(format, Format::Human | Format::Json) || more.contains(&format) {
            return Ok(());
        }
        let those =
            if more.is_empty() { "`human` or `json`" } else { "`human`, `json` or `github`" };
        Err(format!(
            "`github` and `sarif` are formats of `cargo a2t check`, `diff`, `lint`, `procedure`, \
             `fetch --check` and (`github`) `import`; use {those}"
        ))
    }

    pub(crate) fn run(&self, format: Format) -> Outcome {
        match self {
            Self::Publish(publish) => publish.run(format),
            Self::Check(check) => check.run(format),
            Self::Fetch(fetch) => fetch.run(format),
            Self::Import(import) => import.run(format),
            Self::Generate(generate) => generate.run(),
            Self::Export(export) => export.run(format),
            Self::Lint(lint) => lint.run(format),
            Self::Procedure(procedure) => procedure.run(format),
            Self::List(list) => list.run(),
            Self::Show(show) => show.run(),
            Self::Call(call) => call.run(),
            Self::Mock(mock) => mock.run(format),
            Self::Queue(queue) => queue.run(),
            Self::Diff(diff) => diff.run(format),
            Self::Explain(explain) => explain.run(),
            Self::Completions(completions) => completions.run(),
            Self::Man(man) => man.run(),
        }
    }
}
