//! `cargo a2t generate`: an approved catalog becomes the source of a typed client, byte for byte
//! what a build script generates.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use a2t_codegen::Builder;
use clap::Args;

use super::fetch::summary::{flag, flags};
use crate::catalog::{FILE, Picked, file, shown};
use crate::report::{CommandError, Outcome, Report};

#[derive(Args)]
#[command(
    about = "Generate a typed client from a catalog",
    long_about = "Generate a typed client from a catalog, byte for byte what \
                  `a2t_codegen::Builder` generates in build.rs. The program that includes it needs \
                  `a2t` with the feature `client`.",
    after_help = "Exit status: 0 written or unchanged (--check: up to date), 1 OUT.rs is not what \
                  FILE generates (--check), 2 no client can be generated or written."
)]
pub(crate) struct Generate {
    #[arg(value_name = "FILE", help = FILE)]
    catalog: String,
    /// The file to write
    #[arg(short, long, value_name = "OUT.rs", value_parser = file())]
    output: PathBuf,
    #[arg(long, value_name = "NAME", help = "The name of the module [default: that of FILE]")]
    module: Option<String>,
    #[arg(
        long,
        value_name = "PATH",
        help = "The path of the `a2t` crate where it has another name [default: ::a2t]"
    )]
    crate_path: Option<String>,
    #[command(flatten)]
    picked: Picked,
    /// Another Rust name for a tool (`add=sum`), `TOOL.inputs.ID`, `TOOL.outputs.ID`, or one of
    /// these with
    /// `.enum` or `.enum.VALUE`; may be repeated
    #[arg(long, value_name = "PATH=NAME")]
    rename: Vec<String>,
    /// Derive more for replies and enums: `serde::Serialize, serde::Deserialize`; may be repeated
    #[arg(long, value_name = "DERIVES")]
    derive: Vec<String>,
    /// Derive more for the reply of a tool (`add=Eq`) or one enum; may be repeated
    #[arg(long, value_name = "PATH=DERIVES")]
    derive_for: Vec<String>,
    /// Write nothing; check that OUT.rs is up to date
    #[arg(long)]
    check: bool,
}

impl Generate {
    pub(super) fn run(&self) -> Outcome {
        let (catalog, output) = (&*self.catalog, &*self.output);
        if catalog.contains("://") {
            return Err(CommandError::new(
                "clients are generated from a file; approve the catalog with `cargo a2t fetch URL -o FILE` first",
            ));
        }
        let (source, warnings) = self.source()?;
        // A device or a pipe has no end, or none yet.
        let is_stream = fs::metadata(output).is_ok_and(|found| !found.is_file());
        let read = if is_stream { Ok(Vec::new()) } else { fs::read(output) };
        let found = match read {
            Ok(bytes) => Some(bytes).filter(|_| !is_stream),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => {
                return Err(CommandError::new(format!("cannot read {}: {error}", shown(output))));
            }
        };
        let same = found.as_deref() == Some(source.as_bytes());
        if !self.check {
            return Ok(warned(written(output, catalog, &source, same)?, warnings));
        }
        let state = match &found {
            None => "missing".to_owned(),
            Some(_) if same => "up to date".to_owned(),
            Some(bytes) => {
                format!("not up to date, first in line {}", first_difference(bytes, &source))
            }
        };
        let mut report = reported(output, catalog, &state);
        if !same {
            report.line(format!("to bring it up to date: {}", self.again()));
        }
        report.member("written", false);
        report.hold(same);
        Ok(warned(report, warnings))
    }

    /// The command that writes what was checked.
    fn again(&self) -> String {
        let (catalog, output) = (shown(Path::new(&self.catalog)), shown(&self.output));
        let selection = self.picked.selection();
        let picked = if selection.is_everything() { String::new() } else { flags(&selection) };
        let more = [
            flag("module", &self.module),
            flag("crate-path", &self.crate_path),
            flag("rename", &self.rename),
            flag("derive", &self.derive),
            flag("derive-for", &self.derive_for),
        ];
        format!("cargo a2t generate {catalog} -o {output}{picked}{}", more.concat())
    }

    fn source(&self) -> Result<(String, Vec<String>), CommandError> {
        let mut builder = Builder::new(&self.catalog);
        if let Some(name) = &self.module {
            builder = builder.module(name);
        }
        if let Some(path) = &self.crate_path {
            builder = builder.crate_path(path);
        }
        for text in &self.rename {
            let (path, name) = pair("--rename add=sum", text)?;
            builder = builder.rename(path, name);
        }
        builder = self.derive.iter().fold(builder, Builder::derive);
        for text in &self.derive_for {
            let (path, derives) = pair("--derive-for add=Eq", text)?;
            builder = builder.derive_for(path, derives);
        }
        let selection = self.picked.selection();
        builder = selection.tools().iter().fold(builder, Builder::tool);
        builder = selection.tags().iter().fold(builder, Builder::tag);
        builder.source_and_warnings().map_err(CommandError::new)
    }
}

fn warned(mut report: Report, warnings: Vec<String>) -> Report {
    for warning in &warnings {
        report.line(format!("warning: {warning}"));
    }
    report.member("warnings", warnings);
    report
}

/// Splits at the last `=`, as a tool's name may have one.
fn pair<'a>(example: &str, text: &'a str) -> Result<(&'a str, &'a str), CommandError> {
    let pair = text.rsplit_once('=').map(|(path, wish)| (path, wish.trim()));
    pair.ok_or_else(|| {
        CommandError::new(format!(
            "`{}` has no `=`; expected such as `{example}`",
            a2t_core::error::inert(text)
        ))
    })
}

fn written(output: &Path, catalog: &str, source: &str, same: bool) -> Outcome {
    if !same {
        // A stream, such as a pipe or the file that `/dev/stdout` stands for, is written to as it is.
        let is_stream =
            output.starts_with("/dev/") || fs::metadata(output).is_ok_and(|found| !found.is_file());
        let written = if is_stream {
            fs::write(output, source)
        } else {
            a2t_codegen::file::replace(output, source.as_bytes())
        };
        written.map_err(|error| {
            CommandError::new(format!("cannot write {}: {error}", shown(output)))
        })?;
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
    let same = found.split(|byte| *byte == b'\n').take_while(|line| wanted.next() == Some(line));
    same.count().saturating_add(1)
}
