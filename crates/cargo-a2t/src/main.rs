//! `cargo a2t`: a vendor's tools are published and checked, catalogs are fetched and approved, clients generated, tools looked at, called and
//! compared.
//!
//! ```console
//! $ cargo a2t fetch https://api.weather.example -o approved/weather.json
//! $ cargo a2t fetch --check approved/weather.json
//! ```
//!
//! [Command line](https://github.com/a2t-rs/a2t/blob/main/docs/cli.md) has the help of every command, and the
//! [README](https://github.com/a2t-rs/a2t/blob/main/crates/cargo-a2t/README.md) explains them.
//!
//! Arguments come in, one [`report::Outcome`] comes out: a verdict with its text and its JSON, or
//! the reason why there is no verdict. `README.md` has the table of commands and exit statuses.

mod aliases;
mod catalog;
mod command;
mod comparison;
mod diagnostic;
mod few;
mod git;
mod mcp;
mod program;
mod progress;
mod published;
mod report;
mod shown;
mod story;
mod table;
mod text;
mod unreached;
mod visible;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches as _;
use clap::error::ErrorKind;

use command::Cli;
use report::Format;

fn main() -> ExitCode {
    let arguments = arguments();
    let parsed = Cli::whole()
        .try_get_matches_from(&arguments)
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return usage(&aliases::explained(error), Format::guess(&arguments)),
    };
    let Cli { format, color, command } = cli;
    color.choose();
    let name = matches.subcommand_name().unwrap_or_default();
    if let Err(advice) = command.takes(name, format) {
        return report::refuse(Format::Human, &format!("error: {advice}"));
    }
    report::print(name, format, command.run(format))
}

/// Returns the arguments without the `a2t` that cargo puts in front of those of `cargo a2t …`.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if program::is_of_cargo() && arguments.get(1).is_some_and(|first| first == "a2t") {
        arguments.remove(1);
    }
    arguments
}

/// Help and version were asked for; anything else is a mistake in the arguments.
fn usage(error: &clap::Error, format: Format) -> ExitCode {
    let text = error.render().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let result = report::out(&program::named(&text));
            result.map_or_else(|failure| report::not_printed(&failure), |()| ExitCode::SUCCESS)
        }
        _ => report::refuse(format, text.trim_end()),
    }
}
