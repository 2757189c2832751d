//! `cargo a2t export`: an approved catalog becomes the value of a provider's `tools` field.

use std::path::Path;

use a2t_core::ToolSignature;
use a2t_dialect::{Dialect, Limit, Mode, Note, Selected, Selection, check};
use clap::Args;
use serde_json::{Value, json};

use crate::catalog::{self, FILE};
use crate::report::{self, Failure, Format, Outcome, Report};
use crate::shown::Shown;

#[derive(Args)]
#[command(
    about = "Write tools in the words of a provider of models or a framework",
    long_about = "Write tools in the words of a provider of models or a framework: on standard \
                  output the value of the request's `tools` field, or of what stands for it; on \
                  standard error what these words do not carry. With `--format json` both stand in \
                  one object.\n\n\
                  Models act on what they read, so FILE is one that was approved: see `cargo a2t \
                  fetch`.",
    after_help = "Exit status: 0 written, 1 written, but the provider takes fewer tools or values \
                  than these, 2 nothing could be written."
)]
pub(crate) struct Export {
    #[arg(value_name = "FILE", help = FILE)]
    catalog: String,
    /// The provider or framework, as `anthropic` or `openai-chat`
    #[arg(long, value_name = "NAME")]
    dialect: String,
    /// In the provider's strict mode, which keeps models to the schemas
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    shown: Shown,
}

impl Export {
    pub(super) fn run(&self, format: Format) -> Outcome {
        if self.catalog.contains("://") {
            return Err(Failure::new(
                "models are shown what was approved; approve the catalog with `cargo a2t fetch URL -o FILE` first",
            ));
        }
        let dialect = Dialect::find(&self.dialect).map_err(Failure::new)?;
        let mode = if self.strict { Mode::Strict } else { Mode::Open };
        let catalog = catalog::read(Path::new(&self.catalog))?;
        let tools = self.shown.tools(&catalog)?;
        let export = dialect.export(&tools, mode).map_err(Failure::new)?;
        let mut report = Report::new(takes(dialect, &tools));
        if format == Format::Human {
            report::aside(&lines(&export));
            report.json(&export.value);
        }
        report.member("dialect", dialect.id());
        report.member("strict", self.strict);
        report.member("notes", export.notes.iter().map(note).collect::<Value>());
        report.member("tools", export.value);
        Ok(report)
    }
}

/// The number alone decides; all else that a provider does not take, an export says in other words,
/// or leaves open.
fn takes(dialect: Dialect, tools: &Selection) -> bool {
    let signatures: Vec<&ToolSignature> = tools.iter().map(Selected::signature).collect();
    let found = check(signatures, "", &[*dialect.limits()]);
    !found.iter().any(|found| found.rule == Limit::Tools)
}

fn lines(export: &a2t_dialect::Export) -> String {
    let notes = export.notes.iter();
    notes.map(|note| format!("note: {note}\n")).collect()
}

fn note(note: &Note) -> Value {
    json!({"tool": note.tool, "parameter": note.parameter, "detail": note.words})
}
