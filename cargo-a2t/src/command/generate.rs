//! `cargo a2t generate`: an approved catalog becomes the source of a typed client, byte for byte
//! what a build script generates.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use a2t_codegen::Builder;
use clap::{Arg, ArgAction, ArgMatches, Command};

use super::argument;
use crate::catalog::{FILE, selection, selection_arguments, shown};
use crate::report::{Failure, Outcome, Report};

pub(super) fn command() -> Command {
    Command::new("generate")
        .about("Generate a typed client from a catalog")
        .long_about(
            "Generate a typed client from a catalog, byte for byte what `a2t_codegen::Builder` generates in build.rs. \
             The program that includes it needs `a2t` with the feature `client`.",
        )
        .after_help(
            "Exit status: 0 written or unchanged (--check: up to date), 1 OUT.rs is not what FILE generates (--check), \
             2 no client can be generated or written.",
        )
        .arg(Arg::new("catalog").value_name("FILE").required(true).help(FILE))
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("OUT.rs")
                .required(true)
                .help("The file to write"),
        )
        .arg(Arg::new("module").long("module").value_name("NAME").help("The name of the module [default: that of FILE]"))
        .arg(
            Arg::new("crate-path")
                .long("crate-path")
                .value_name("PATH")
                .help("The path of the `a2t` crate where it has another name [default: ::a2t]"),
        )
        .args(selection_arguments())
        .args(wish_arguments())
        .arg(Arg::new("check").long("check").action(ArgAction::SetTrue).help("Write nothing; say whether OUT.rs is up to date"))
}

/// The arguments that name and derive as `Builder::rename`, `derive` and `derive_for` do.
fn wish_arguments() -> [Arg; 3] {
    let wish = |name: &'static str, value: &'static str, help: &'static str| {
        let argument = Arg::new(name).long(name).value_name(value);
        argument.action(ArgAction::Append).help(help)
    };
    [
        wish(
            "rename",
            "PATH=NAME",
            "Another Rust name for a tool (`add=sum`), `TOOL.inputs.ID`, `TOOL.outputs.ID`, or one of these with \
             `.enum` or `.enum.VALUE`; may be repeated",
        ),
        wish(
            "derive",
            "DERIVES",
            "Derive more for replies and enums: `serde::Serialize, serde::Deserialize`; may be repeated",
        ),
        wish(
            "derive-for",
            "PATH=DERIVES",
            "Derive more for the reply of a tool (`add=Eq`) or one enum; may be repeated",
        ),
    ]
}

pub(super) fn run(matches: &ArgMatches) -> Outcome {
    let catalog = argument(matches, "catalog");
    let output = Path::new(argument(matches, "output"));
    if catalog.contains("://") {
        return Err(Failure::new(
            "clients are generated from a file; approve the catalog with `cargo a2t fetch URL -o FILE` first",
        ));
    }
    let (source, warnings) = source(matches, catalog)?;
    // A device or a pipe has no end, or none yet.
    let is_stream = fs::metadata(output).is_ok_and(|found| !found.is_file());
    let read = if is_stream {
        Ok(Vec::new())
    } else {
        fs::read(output)
    };
    let found = match read {
        Ok(bytes) => Some(bytes).filter(|_| !is_stream),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => {
            return Err(Failure::new(format!(
                "cannot read {}: {error}",
                shown(output)
            )));
        }
    };
    let same = found.as_deref() == Some(source.as_bytes());
    if !matches.get_flag("check") {
        return Ok(warned(written(output, catalog, &source, same)?, warnings));
    }
    let state = match &found {
        None => "missing".to_owned(),
        Some(_) if same => "up to date".to_owned(),
        Some(bytes) => format!(
            "not up to date, first in line {}",
            first_difference(bytes, &source)
        ),
    };
    let mut report = reported(output, catalog, &state);
    if !same {
        report.line(format!(
            "to bring it up to date: cargo a2t generate {} -o {}",
            shown(Path::new(catalog)),
            shown(output)
        ));
    }
    report.member("written", false);
    report.hold(same);
    Ok(warned(report, warnings))
}

fn warned(mut report: Report, warnings: Vec<String>) -> Report {
    for warning in &warnings {
        report.line(format!("warning: {warning}"));
    }
    report.member("warnings", warnings);
    report
}

/// The client, and the warnings about its catalog.
fn source(matches: &ArgMatches, catalog: &str) -> Result<(String, Vec<String>), Failure> {
    let mut builder = Builder::new(catalog);
    if let Some(name) = matches.get_one::<String>("module") {
        builder = builder.module(name);
    }
    if let Some(path) = matches.get_one::<String>("crate-path") {
        builder = builder.crate_path(path);
    }
    let texts = |name| matches.get_many::<String>(name).into_iter().flatten();
    for text in texts("rename") {
        let (path, name) = pair("--rename add=sum", text)?;
        builder = builder.rename(path, name);
    }
    builder = texts("derive").fold(builder, Builder::derive);
    for text in texts("derive-for") {
        let (path, derives) = pair("--derive-for add=Eq", text)?;
        builder = builder.derive_for(path, derives);
    }
    let selection = selection(matches);
    builder = selection.tools().iter().fold(builder, Builder::tool);
    builder = selection.tags().iter().fold(builder, Builder::tag);
    builder.source_and_warnings().map_err(Failure::new)
}

/// What is before the last `=` and behind it: a tool's name may have one.
fn pair<'a>(example: &str, text: &'a str) -> Result<(&'a str, &'a str), Failure> {
    let pair = text
        .rsplit_once('=')
        .map(|(path, wish)| (path, wish.trim()));
    pair.ok_or_else(|| {
        Failure::new(format!(
            "`{}` has no `=`; expected such as `{example}`",
            a2t_core::error::inert(text)
        ))
    })
}

fn written(output: &Path, catalog: &str, source: &str, same: bool) -> Outcome {
    if !same {
        fs::write(output, source)
            .map_err(|error| Failure::new(format!("cannot write {}: {error}", shown(output))))?;
    }
    let mut report = reported(output, catalog, if same { "unchanged" } else { "written" });
    report.member("written", !same);
    Ok(report)
}

fn reported(output: &Path, catalog: &str, state: &str) -> Report {
    let mut report = Report::new(true);
    let catalog = shown(Path::new(catalog));
    report.line(format!("{}: {state}, client of {catalog}", shown(output)));
    report.member("file", shown(output));
    report.member("catalog", catalog);
    report
}

/// The first line, from 1, that differs.
fn first_difference(found: &[u8], source: &str) -> usize {
    let mut wanted = source.as_bytes().split(|byte| *byte == b'\n');
    let same = found
        .split(|byte| *byte == b'\n')
        .take_while(|line| wanted.next() == Some(line));
    same.count().saturating_add(1)
}
