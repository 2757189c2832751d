//! `cargo a2t export`: an approved catalog becomes the value of a provider's `tools` field.

use std::path::Path;

use a2t_core::ToolSignature;
use a2t_dialect::{Dialect, Export, Fault, Mode, Note, Selected, Selection, check};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};

use super::argument;
use crate::catalog::{FILE, required, selection_arguments};
use crate::report::{self, Failure, Format, Outcome, Report};
use crate::{catalog, shown};

pub(super) fn command() -> Command {
    Command::new("export")
        .about("Write tools in the words of a provider of models or a framework")
        .long_about(
            "Write tools in the words of a provider of models or a framework: on standard output the value of the request's \
             `tools` field, or of what stands for it; on standard error what these words do not carry. With `--format json` both \
             stand in one object.\n\n\
             Models act on what they read, so FILE is one that was approved: see `cargo a2t fetch`.",
        )
        .after_help(
            "Exit status: 0 written, 1 written, but the provider takes fewer tools or values than these, \
             2 nothing could be written.",
        )
        .arg(Arg::new("catalog").value_name("FILE").required(true).help(FILE))
        .arg(
            Arg::new("dialect")
                .long("dialect")
                .value_name("NAME")
                .required(true)
                .help("The provider or framework, as `anthropic` or `openai-chat`"),
        )
        .arg(
            Arg::new("strict")
                .long("strict")
                .action(ArgAction::SetTrue)
                .help("In the provider's strict mode, which keeps models to the schemas"),
        )
        .args(selection_arguments())
        .arg(shown::prefix_argument())
}

pub(super) fn run(matches: &ArgMatches) -> Outcome {
    let file = argument(matches, "catalog");
    if file.contains("://") {
        return Err(Failure::new(
            "models are shown what was approved; approve the catalog with `cargo a2t fetch URL -o FILE` first",
        ));
    }
    let dialect = Dialect::find(argument(matches, "dialect")).map_err(Failure::new)?;
    let mode = match matches.get_flag("strict") {
        true => Mode::Strict,
        false => Mode::Open,
    };
    let catalog = catalog::read(Path::new(file)).map_err(required)?;
    let tools = shown::tools(&catalog, matches)?;
    let export = dialect.export(&tools, mode).map_err(Failure::new)?;
    let mut report = Report::new(takes(dialect, &tools));
    if Format::of(matches) == Format::Human {
        report::aside(&lines(&export));
        report.json(&export.value);
    }
    report.member("dialect", dialect.id());
    report.member("strict", mode == Mode::Strict);
    report.member("notes", export.notes.iter().map(note).collect::<Value>());
    report.member("tools", export.value);
    Ok(report)
}

/// Whether the provider takes as many as there are; all else that it does not take, an export
/// says in other words, or leaves open.
fn takes(dialect: Dialect, tools: &Selection) -> bool {
    let signatures: Vec<&ToolSignature> = tools.iter().map(Selected::signature).collect();
    let found = check(signatures, "", &[*dialect.limits()]);
    !found
        .iter()
        .any(|complaint| complaint.fault == Fault::Tools)
}

fn lines(export: &Export) -> String {
    let notes = export.notes.iter();
    notes.map(|note| format!("note: {note}\n")).collect()
}

fn note(note: &Note) -> Value {
    json!({"tool": note.tool, "parameter": note.parameter, "detail": note.words})
}
