//! `cargo a2t import`: imports a foreign catalog as an approved snapshot, with a report of what the
//! protocol cannot express.

mod document;
mod print;
mod versions;
mod yaml;

use std::path::{Path, PathBuf};

use a2t::dialect::import::{self, Imported, Kind, Options};
use a2t_codegen::Selection;
use a2t_codegen::snapshot::{self, Snapshot};
use a2t_core::ToolSignature;
use a2t_core::error::inert;
use a2t_core::signature::rule;
use a2t_schema::Source;
use clap::{Args, value_parser};

use super::fetch::summary::{advise, summary, updated};
use crate::catalog::{self, Picked, shown};
use crate::report::{CommandError, Format, Outcome, Report};
use document::Document;
use print::Findings;

/// The maximum of `--max-bytes`.
const BYTES_MAX: u64 = 256 << 20;
/// Maximum number of characters of a source's name.
const SOURCE_MAX: usize = 200;

#[derive(Args)]
#[command(
    about = "Import a foreign catalog (MCP, Anthropic, OpenAI, OpenAPI) into an approved snapshot",
    long_about = "Import the tools of an MCP server (the reply to `tools/list`), tool definitions \
                  of Anthropic or OpenAI, or the operations of an OpenAPI 3 description (JSON \
                  or YAML) into an approved snapshot, which `generate`, `lint`, `diff`, `mock` and build \
                  scripts read like any other. What the protocol cannot express (arrays, nested \
                  objects, numbers that are not whole, unions, …) is reported on standard error, with \
                  its place in FILE.\n\n\
                  Foreign tools have no versions: each begins with 1, and one that changed since \
                  it was approved gets the next. The `toolId` is derived from the name of the \
                  source and that of the tool, so it stays.\n\n\
                  Calls of a client that is generated from it are A2T: they need an A2T server in \
                  front of the foreign one.",
    after_help = "Exit status: 0 everything is expressed (--check: nothing changed), 1 something \
                  is not, or a broken promise (--check: any change), 2 FILE could not be read, or \
                  a snapshot that was edited."
)]
pub(crate) struct Import {
    /// The foreign catalog, in JSON or YAML
    file: PathBuf,
    #[arg(
        long,
        value_name = "KIND",
        help = "The kind of FILE: mcp, anthropic, openai or openapi [default: detected]"
    )]
    from: Option<String>,
    #[arg(
        short,
        long,
        value_name = "FILE",
        value_parser = catalog::file(),
        help = "The snapshot [default: approved/NAME.json, with the name of FILE]"
    )]
    output: Option<PathBuf>,
    #[arg(
        long,
        value_name = "NAME",
        help = "The name of the source, which is part of every toolId [default: that of the \
                snapshot, or the name of its file]"
    )]
    source: Option<String>,
    #[arg(
        long,
        value_name = "N",
        value_parser = value_parser!(u32).range(1..),
        help = "The version of every tool [default: 1, and one more for a tool that changed]"
    )]
    tool_version: Option<u32>,
    /// Convert inputs that the protocol cannot express: numbers to integers, nested values to JSON
    /// text
    #[arg(long)]
    lossy: bool,
    #[arg(
        long,
        value_name = "BYTES",
        value_parser = value_parser!(u64).range(1..=BYTES_MAX),
        help = "The maximum size of FILE [default: 8388608, maximum: 268435456]"
    )]
    max_bytes: Option<u64>,
    #[command(flatten)]
    picked: Picked,
    /// Forget what was selected: import every tool
    #[arg(long, conflicts_with_all = ["tool", "tag"])]
    all: bool,
    /// Write nothing; print what changed since the snapshot
    #[arg(long)]
    check: bool,
    /// With --tool-version: approve tools that changed under an unchanged version
    #[arg(long, conflicts_with = "check")]
    accept_broken_lock: bool,
}

impl Import {
    pub(super) fn run(&self, format: Format) -> Outcome {
        let file = &*self.file;
        let path = self.output()?;
        catalog::writable(&path)?;
        let approved = approved(&path, self.check)?;
        let options = self.options(approved.as_ref(), &path)?;
        let (document, imported) = read(file, &options)?;
        let name = format!("{}:{}", imported.kind, options.source);
        let selection = self.selected(approved.as_ref());
        let (tools, missing) = picked(&imported, &selection, file)?;
        let tools = versions::numbered(tools, approved.as_ref(), self.tool_version);
        let new = Snapshot::new(Source::Import { name }, tools).selected(selection);
        let findings = Findings::new(file, &document, &imported, &new, &missing);
        let mut report = findings.report(format);
        report.member("kind", imported.kind.id());
        report.member("source", options.source);
        report.member("dropped", findings.dropped.clone());
        match approved {
            Some(old) if self.check => Ok(compared(report, &old, &new, &path, file)),
            old => {
                let (accept, is_lossless) = (self.accept_broken_lock, findings.is_lossless);
                written(report, old.as_ref(), &new, &path, accept, is_lossless)
            }
        }
    }

    fn output(&self) -> Result<PathBuf, CommandError> {
        let named = || Path::new("approved").join(format!("{}.json", stem(&self.file)));
        let path = self.output.clone().unwrap_or_else(named);
        if path == self.file {
            let path = shown(&path);
            return Err(CommandError::new(format!(
                "{path}: the snapshot would replace what is imported; give another -o"
            )));
        }
        Ok(path)
    }

    fn options(&self, approved: Option<&Snapshot>, path: &Path) -> Result<Options, CommandError> {
        let known = approved.and_then(|old| match &old.source {
            Source::Import { name } => Some(name.split_once(':')?.1.to_owned()),
            _ => None,
        });
        let given = self.source.clone();
        if let (Some(known), Some(given)) = (&known, &given)
            && known != given
        {
            let (path, known) = (shown(path), inert(known));
            return Err(CommandError::new(format!(
                "{path}: imported from `{known}`; under another name every toolId would be another: give another -o, or delete the file"
            )));
        }
        let source = given.or(known).unwrap_or_else(|| stem(path));
        let is_named = rule::one_line(&source).is_ok() && !source.trim().is_empty();
        if !is_named || source.chars().count() > SOURCE_MAX {
            let source = inert(&source);
            return Err(CommandError::new(format!(
                "`{source}` is no name of a source: expected 1 to {SOURCE_MAX} visible characters, with `--source NAME`"
            )));
        }
        let mut options = Options::new(source).lossy(self.lossy);
        if let Some(bytes) = self.max_bytes {
            options = options.max_bytes(usize::try_from(bytes).unwrap_or(usize::MAX));
        }
        if let Some(kind) = &self.from {
            options = options.kind(Kind::find(kind).map_err(CommandError::new)?);
        }
        Ok(options)
    }

    fn selected(&self, approved: Option<&Snapshot>) -> Selection {
        let given = self.picked.selection();
        match approved {
            Some(old) if given.is_everything() && !self.all => old.selection.clone(),
            _ => given,
        }
    }
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn approved(path: &Path, required: bool) -> Result<Option<Snapshot>, CommandError> {
    let name = shown(path);
    if !path.exists() {
        return if required {
            Err(CommandError::new(format!(
                "{name}: no snapshot; approve one with `cargo a2t import FILE -o {name}`"
            )))
        } else {
            Ok(None)
        };
    }
    let found = catalog::approved(path)?;
    if !matches!(found.source, Source::Import { .. }) {
        let url = inert(&found.source.to_string());
        return Err(CommandError::new(format!(
            "{name}: approved from {url}, not imported; give another -o"
        )));
    }
    Ok(Some(found))
}

fn read(file: &Path, options: &Options) -> Result<(Document, Imported), CommandError> {
    let (document, value) = Document::read(file, options.limit)?;
    let imported = import::read(&value, options).map_err(|refusal| {
        let location = document.locations(std::iter::once(&*refusal.pointer));
        let (line, column) = location.first().copied().unwrap_or((1, 1));
        CommandError::new(format!("{}:{line}:{column}: {refusal}", shown(file)))
    })?;
    Ok((document, imported))
}

fn picked(
    imported: &Imported,
    selection: &Selection,
    file: &Path,
) -> Result<(Vec<ToolSignature>, Vec<String>), CommandError> {
    let is_there = |name: &String| imported.tools.iter().any(|tool| tool.name == **name);
    let is_lost = |name: &&String| imported.dropped.contains(name) && !is_there(name);
    let missing: Vec<_> = selection.tools().iter().filter(is_lost).cloned().collect();
    let found = selection.tools().iter().filter(|name| !missing.contains(name));
    let left = found.fold(Selection::default(), |left, name| left.tool(name));
    let left = selection.tags().iter().fold(left, |left, tag| left.tag(tag));
    if left.is_everything() && !missing.is_empty() {
        return Ok((Vec::new(), missing));
    }
    let tools = left.pick(&imported.tools).map_err(|unmatched| {
        let file = shown(file);
        let lines: Vec<_> = unmatched.iter().map(|line| format!("{file}: {line}")).collect();
        CommandError::new(lines.join("\n"))
    })?;
    Ok((tools, missing))
}

fn compared(
    mut report: Report,
    old: &Snapshot,
    new: &Snapshot,
    path: &Path,
    file: &Path,
) -> Report {
    let changes = snapshot::compare(old, new);
    let same = old.tools == new.tools && old.source == new.source && old.selection == new.selection;
    let state = match (same, changes.is_empty()) {
        (true, _) => "up to date",
        (false, true) => "another kind or selection",
        (false, false) => "the tools changed",
    };
    summary(&mut report, path, state, Some(old), new, &changes);
    if !same {
        let (file, path) = (shown(file), shown(path));
        let command = format!("cargo a2t import {file} -o {path}");
        advise(&mut report, &command, &changes);
    }
    report.member("written", false);
    report.hold(same);
    report
}

fn written(
    mut report: Report,
    old: Option<&Snapshot>,
    new: &Snapshot,
    path: &Path,
    accept: bool,
    is_lossless: bool,
) -> Outcome {
    if new.tools.is_empty() {
        let path = shown(path);
        report.line(format!("{path}: not written, as there is no tool that has a signature"));
        report.member("written", false);
        report.hold(false);
        return Ok(report);
    }
    let advice = "a version does not change (A2T-28): leave out --tool-version, which gives what changed the next one, or approve it all the same with --accept-broken-lock";
    let kept = updated(&mut report, old, new, path, accept, advice)?;
    report.hold(kept && is_lossless);
    Ok(report)
}
