//! The subcommands, one file each: the arguments it takes and what it does with them.

mod call;
mod check;
mod completions;
mod conformance;
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

use clap::builder::{PossibleValuesParser, StyledStr, TypedValueParser as _};
use clap::{Arg, CommandFactory as _, Parser, Subcommand, ValueEnum};

use crate::diagnostic::Colour;
use crate::program;
use crate::report::{Format, Outcome};

#[derive(Parser)]
#[command(
    version,
    about = "Publish and check your own tools; fetch and approve catalogs of tools (A2T), generate \
             typed clients, look at tools, call them and check how they change.",
    after_help = "Exit status: 0 success, 1 a check failed, 2 it could not be checked (bad input, \
                  unreachable)."
)]
pub(crate) struct Cli {
    /// Print text, one JSON object, or another format of the command
    #[arg(long, global = true, default_value = "human")]
    pub(crate) format: Format,
    /// Use colours in text: `auto` does on a terminal unless NO_COLOR is set, and elsewhere if
    /// CLICOLOR_FORCE is set
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
    Fetch(Box<fetch::Fetch>),
    Import(import::Import),
    Generate(generate::Generate),
    Export(export::Export),
    Lint(lint::Lint),
    Procedure(procedure::Procedure),
    List(list::List),
    Show(show::Show),
    Call(call::Call),
    Mock(mock::Mock),
    Conformance(Box<conformance::Conformance>),
    Queue(queue::Queue),
    Diff(diff::Diff),
    Explain(explain::Explain),
    Completions(completions::Completions),
    Man(man::Man),
}

const PLAIN: &[Format] = &[Format::Human, Format::Json];
const FINDINGS: &[Format] =
    &[Format::Human, Format::Json, Format::Github, Format::Markdown, Format::Sarif];

const CHANGES: &[Format] =
    &[Format::Human, Format::Json, Format::Github, Format::Markdown, Format::Sarif, Format::Html];

/// The formats that a command has.
fn formats(command: &str) -> &'static [Format] {
    match command {
        "diff" => CHANGES,
        "check" | "fetch" | "lint" | "procedure" => FINDINGS,
        "conformance" => &[Format::Human, Format::Json, Format::Junit, Format::Sarif],
        "import" => &[Format::Human, Format::Json, Format::Github],
        _ => PLAIN,
    }
}

impl Cli {
    /// The program with its commands, each of which takes the formats that it has and no others.
    pub(crate) fn whole() -> clap::Command {
        let named = Self::command().name(program::file()).bin_name(program::command());
        let whole = named.mut_subcommands(|command| {
            let formats = formats(command.get_name());
            command.arg(format(formats))
        });
        if program::is_of_cargo() { whole } else { named_texts(whole) }
    }
}

/// Writes commands in the texts of this command, and of those below it, as users type them.
fn named_texts(mut command: clap::Command) -> clap::Command {
    let named = |text: &StyledStr| program::named(&text.to_string()).into_owned();
    if let Some(about) = command.get_about().map(named) {
        command = command.about(about);
    }
    if let Some(about) = command.get_long_about().map(named) {
        command = command.long_about(about);
    }
    if let Some(help) = command.get_after_help().map(named) {
        command = command.after_help(help);
    }
    let command = command.mut_args(|mut argument| {
        if let Some(help) = argument.get_help().map(named) {
            argument = argument.help(help);
        }
        if let Some(help) = argument.get_long_help().map(named) {
            argument = argument.long_help(help);
        }
        argument
    });
    command.mut_subcommands(named_texts)
}

fn format(formats: &[Format]) -> Arg {
    let values = formats.iter().filter_map(ValueEnum::to_possible_value);
    let parser = PossibleValuesParser::new(values)
        .map(|name| Format::from_str(&name, false).unwrap_or(Format::Human));
    let others = match formats {
        _ if formats.contains(&Format::Html) => {
            ", findings for workflows and scanners, or a page of HTML"
        }
        _ if formats.len() > PLAIN.len() => ", or findings for workflows and scanners",
        _ => "",
    };
    Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .global(true)
        .default_value("human")
        .value_parser(parser)
        // Otherwise it stands under the last heading of the command.
        .help_heading(None::<&'static str>)
        .help(format!("Print text or one JSON object{others}"))
}

impl Command {
    /// Refuses a format that stands before the command, which has it not.
    pub(crate) fn takes(&self, name: &str, format: Format) -> Result<(), String> {
        let formats = match self {
            Self::Fetch(fetch) if !fetch.is_check() => PLAIN,
            _ => formats(name),
        };
        if formats.contains(&format) {
            return Ok(());
        }
        let names = formats.iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<_> = names.map(|value| format!("`{}`", value.get_name())).collect();
        let what = if name == "fetch" { "fetch` without `--check" } else { name };
        Err(format!("the formats of `cargo a2t {what}` are {}", names.join(", ")))
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
            Self::Conformance(conformance) => conformance.run(format),
            Self::Queue(queue) => queue.run(),
            Self::Diff(diff) => diff.run(format),
            Self::Explain(explain) => explain.run(),
            Self::Completions(completions) => completions.run(),
            Self::Man(man) => man.run(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The page of the documentation that has the help of every command.
    fn page() -> String {
        let mut page =
            "# Command line\n\nThe help of `cargo a2t` and of each of its commands, as they print it in 100 columns. The \
             [README of `cargo-a2t`](https://github.com/a2t-rs/a2t/blob/main/crates/cargo-a2t/README.md)\n\
             shows how the commands work together. [`cli.schema.json`](cli.schema.json) describes what they \
             print with `--format json`,\n[`diff.schema.json`](diff.schema.json) what `diff` prints. This page \
             is generated:\n`UPDATE_GOLDEN=1 cargo test -p cargo-a2t --bins` writes it.\n"
                .to_owned();
        let mut whole = Cli::whole().term_width(100);
        whole.build();
        let mut section = |title: &str, command: &mut clap::Command| {
            let help = command.render_long_help().to_string();
            let lines: Vec<_> = help.trim_end().lines().map(str::trim_end).collect();
            page.push_str(&format!("\n## {title}\n\n```text\n{}\n```\n", lines.join("\n")));
        };
        section("cargo a2t", &mut whole.clone());
        for command in whole.get_subcommands_mut().filter(|command| command.get_name() != "help") {
            let title = format!("cargo a2t {}", command.get_name());
            section(&title, command);
        }
        page
    }

    #[test]
    fn the_documentation_has_the_help_of_every_command() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, page()).unwrap();
        }
        let is = fs::read_to_string(path).unwrap();
        assert_eq!(is, page(), "`UPDATE_GOLDEN=1 cargo test -p cargo-a2t --bins` writes it again");
    }

    #[test]
    fn arguments_make_sense_and_each_command_has_its_formats() {
        Cli::whole().debug_assert();
        let parsed = |words: &str| {
            let words: Vec<_> = ["cargo-a2t"].into_iter().chain(words.split(' ')).collect();
            let matches = Cli::whole().try_get_matches_from(words)?;
            <Cli as clap::FromArgMatches>::from_arg_matches(&matches)
        };
        assert_eq!(parsed("lint x --format sarif").unwrap().format, Format::Sarif);
        assert_eq!(parsed("--format json list x").unwrap().format, Format::Json);
        assert_eq!(parsed("list x --format json").unwrap().format, Format::Json);
        for words in
            ["list x --format sarif", "import x --format sarif", "call u t --format github"]
        {
            let error = parsed(words).err().unwrap().to_string();
            assert!(error.contains("[possible values: human, json"), "{words}: {error}");
        }
        let before = parsed("--format sarif list x").unwrap();
        assert!(before.command.takes("list", before.format).is_err());
    }
}
