//! `cargo a2t show`: what does one tool take and return?

mod mcp;

use a2t_core::error::inert;
use a2t_core::{AllowedValue, InputType, OutputType, ToolSignature};
use clap::Args;
use serde_json::json;

use crate::catalog::Named;
use crate::mcp::Document;
use crate::report::{Outcome, Report};
use crate::text::{deprecation, hints, wrapped};

#[derive(Args)]
#[command(about = "Show one tool: its description, inputs and outputs")]
pub(crate) struct Show {
    #[command(flatten)]
    named: Named,
    /// The tool's name or id
    tool: String,
}

impl Show {
    pub(super) fn run(&self) -> Outcome {
        if let Some(document) = Document::read(self.named.name())? {
            return Ok(mcp::report(&document, document.tool(&self.tool)?));
        }
        let catalog = self.named.source()?.sound()?;
        let tool = catalog.tool(&self.tool)?;
        let mut report = Report::new(true);
        head(tool, &mut report);
        inputs(tool, &mut report);
        outputs(tool, &mut report);
        report.member("tool", json!(tool));
        Ok(report)
    }
}

fn head(tool: &ToolSignature, report: &mut Report) {
    report.line(format!("{} version {}", inert(&tool.name), tool.version));
    if let Some(title) = &tool.title {
        report.line(format!("title {}", inert(title)));
    }
    report.line(format!("id {}", tool.tool_id));
    if let Some(hints) = hints(tool) {
        report.line(format!("hints {hints}"));
    }
    if !tool.tags.is_empty() {
        let tags: Vec<_> = tool.tags.iter().map(|tag| inert(tag)).collect();
        report.line(format!("tags {}", tags.join(", ")));
    }
    if let Some(img) = &tool.img {
        report.line(format!("img {}", inert(img)));
    }
    if let Some(warning) = deprecation(tool) {
        report.line(wrapped(&warning, 0));
    }
    report.line("");
    report.line(wrapped(&tool.description, 0));
}

fn inputs(tool: &ToolSignature, report: &mut Report) {
    report.line("\ninputs");
    for input in tool.input_parameters.iter() {
        let need = if input.required { "required" } else { "optional" };
        report.line(format!("  {}: {}, {need}", inert(&input.name), kind(&input.kind)));
        report.line(wrapped(&input.description, 6));
        if let InputType::Enum { allowed_values } = &input.kind {
            choices(allowed_values, report);
        }
    }
    if tool.input_parameters.is_empty() {
        report.line("  none");
    }
}

fn outputs(tool: &ToolSignature, report: &mut Report) {
    report.line("\noutputs");
    for output in tool.output_parameters.iter() {
        report.line(format!("  {}: {}", inert(&output.name), output.kind.name()));
        report.line(wrapped(&output.description, 6));
        if let OutputType::Enum { allowed_values } = &output.kind {
            choices(allowed_values, report);
        }
    }
    if tool.output_parameters.is_empty() {
        report.line("  none");
    }
}

fn choices(values: &[AllowedValue], report: &mut Report) {
    for value in values {
        report.line(format!("      {}", inert(&value.name)));
        report.line(wrapped(&value.description, 10));
    }
}

/// A type with its constraints: `int from 0 to 14`.
fn kind(kind: &InputType) -> String {
    match kind {
        InputType::String { max_length: Some(max) } => {
            format!("string of at most {max} characters")
        }
        InputType::Int { min: Some(min), max } => format!("int from {min} to {max}"),
        InputType::Int { min: None, max } => format!("int up to {max}"),
        other => other.name().to_owned(),
    }
}
