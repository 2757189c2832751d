//! `cargo a2t`: a vendor's tools are published and checked, catalogs are fetched and approved, clients generated, tools looked at, called and
//! compared.
//!
//! Arguments come in, one [`report::Outcome`] comes out: a verdict with its text and its JSON, or
//! the reason why there is no verdict. `README.md` has the table of commands and exit statuses.

mod catalog;
mod command;
mod github;
mod published;
mod report;
mod sarif;
mod shown;
mod text;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Arg, Command};

use report::Format;

fn main() -> ExitCode {
    let arguments = arguments();
    let matches = match cli().try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        Err(error) => return usage(&error, Format::guess(&arguments)),
    };
    let format = Format::of(&matches);
    match matches.subcommand() {
        Some((name, _))
            if !matches!(name, "check" | "diff" | "import" | "lint" | "procedure")
                && format.is_of_findings() =>
        {
            let advice = "`github` and `sarif` are formats of `cargo a2t check`, `diff`, `lint`, `procedure` and (`github`) `import`; use `human` or `json`";
            report::refuse(Format::Human, &format!("error: {advice}"))
        }
        Some((name, matches)) => report::print(name, format, command::run(name, matches)),
        None => ExitCode::from(2),
    }
}

/// The arguments without the `a2t` that cargo puts in front of those of `cargo a2t …`.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|first| first == "a2t") {
        arguments.remove(1);
    }
    arguments
}

fn cli() -> Command {
    Command::new("cargo-a2t")
        .bin_name("cargo a2t")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Publish and check your own tools; fetch and approve catalogs of tools (A2T), generate typed clients, look at tools, call them and judge how they change.")
        .after_help("Exit status: 0 it holds, 1 it does not hold, 2 it could not be judged (bad input, unreachable).")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .arg(
            Arg::new("format")
                .long("format")
                .global(true)
                .value_name("FORMAT")
                .value_parser(["human", "json", "github", "sarif"])
                .default_value("human")
                .help("Print text for people, one JSON object for programs, or (`check`, `diff`, `lint`, `procedure`) annotations or SARIF"),
        )
        .subcommands(command::all())
}

/// Help and version were asked for; anything else is a mistake in the arguments.
fn usage(error: &clap::Error, format: Format) -> ExitCode {
    let text = error.render().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let told = report::out(&text);
            told.map_or_else(|failure| report::untold(&failure), |()| ExitCode::SUCCESS)
        }
        _ => report::refuse(format, text.trim_end()),
    }
}
