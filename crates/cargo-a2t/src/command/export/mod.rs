//! `cargo a2t export`: an approved catalog becomes the value of a provider's `tools` field.

mod openapi;
mod server_json;

use std::path::Path;

use a2t::dialect::{Dialect, Mode, Note, Selection};
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use crate::catalog::{self, Catalog};
use crate::report::{self, CommandError, Format, Outcome, Report};
use crate::shown::Shown;
use openapi::About;
use server_json::Server;

const FILES: &str = "Snapshots, pages, lists of signatures, signatures such as `published/add/v1.json`, or folders \
                     `published`, whose newest versions are taken; of A2T and of MCP side by side";

#[derive(Args)]
#[command(
    about = "Write tools in the format of a provider of models or a framework",
    long_about = "Write tools in the format of a provider of models or a framework. Standard output \
                  is the value of the request's `tools` field, or of its equivalent. Standard error \
                  lists what the format cannot express. With `--format json` both are in one \
                  object.\n\n\
                  Models act on what they read, so approve FILE first: see `cargo a2t fetch`.\n\n\
                  `--dialect mcp-server-json` writes the `server.json` that registers a server of MCP \
                  in a registry, `--dialect openapi` the OpenAPI 3.1 document that a server of A2T \
                  has at `/tools/openapi.json`, with all versions of FILE.",
    after_help = "Exit status: 0 written, 1 written, but the provider accepts fewer tools or values \
                  than these, 2 nothing could be written."
)]
pub(crate) struct Export {
    #[arg(value_name = "FILE", help = FILES, required = true)]
    catalogs: Vec<String>,
    /// The provider or framework, or a document: `mcp-server-json`, `openapi`
    #[arg(long, value_name = "NAME", value_parser = dialects())]
    dialect: String,
    /// Use the provider's strict mode, in which models must follow the schemas
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    shown: Shown,
    #[command(flatten)]
    server: Server,
    #[command(flatten)]
    about: About,
}

fn dialects() -> PossibleValuesParser {
    let documents = [server_json::DIALECT, openapi::DIALECT];
    PossibleValuesParser::new(Dialect::ALL.iter().map(|dialect| dialect.id()).chain(documents))
}

impl Export {
    pub(super) fn run(&self, format: Format) -> Outcome {
        if self.catalogs.iter().any(|catalog| catalog.contains("://")) {
            return Err(CommandError::new(
                "models are shown what was approved; approve the catalog with `cargo a2t fetch URL -o FILE` first",
            ));
        }
        if self.dialect == server_json::DIALECT {
            return self.server_json(format);
        }
        if self.dialect == openapi::DIALECT {
            return self.openapi(format);
        }
        let dialect = Dialect::find(&self.dialect).map_err(CommandError::new)?;
        let mode = if self.strict { Mode::Strict } else { Mode::Open };
        let offered = self.catalogs.iter().map(|path| catalog::open(Path::new(path)));
        let tools = self.shown.all(&offered.collect::<Result<Vec<_>, _>>()?)?;
        let export = dialect.export(&tools, mode).map_err(CommandError::new)?;
        let mut report = Report::new(takes(dialect, &tools));
        if format == Format::Human {
            report::to_stderr(&lines(&export));
            report.json(&export.value);
        }
        report.member("dialect", dialect.id());
        report.member("strict", self.strict);
        report.member("notes", export.notes.iter().map(note).collect::<Value>());
        report.member("tools", export.value);
        Ok(report)
    }

    /// Returns the catalog of a document that describes one server.
    fn of_one_server(&self) -> Result<Catalog, CommandError> {
        match self.catalogs.as_slice() {
            [one] => catalog::open(Path::new(one))?.signed(Path::new(one)),
            _ => Err(CommandError::new(format!(
                "`--dialect {}` describes one server; give one FILE",
                self.dialect
            ))),
        }
    }

    fn server_json(&self, format: Format) -> Outcome {
        let catalog = self.of_one_server()?;
        let document = self.server.document(&self.shown.tools(&catalog)?)?;
        Ok(written(format, server_json::DIALECT, "server", document))
    }

    fn openapi(&self, format: Format) -> Outcome {
        if self.strict {
            return Err(CommandError::new(
                "`--strict` asks a provider of models; OpenAPI has no such mode",
            ));
        }
        let catalog = self.of_one_server()?;
        let document = self.about.document(&self.shown, &catalog)?;
        Ok(written(format, openapi::DIALECT, "document", document))
    }
}

fn written(format: Format, dialect: &str, member: &'static str, document: Value) -> Report {
    let mut report = Report::new(true);
    if format == Format::Human {
        report.json(&document);
    }
    report.member("dialect", dialect);
    report.member(member, document);
    report
}

/// Only the number decides; an export expresses everything else that a provider does not take in
/// another way, or leaves it open.
fn takes(dialect: Dialect, tools: &Selection) -> bool {
    dialect.limits().tools.is_none_or(|most| tools.len() <= most)
}

fn lines(export: &a2t::dialect::Export) -> String {
    let notes = export.notes.iter();
    notes.map(|note| format!("note: {note}\n")).collect()
}

fn note(note: &Note) -> Value {
    json!({"tool": note.tool, "parameter": note.parameter, "detail": note.words})
}
