//! `cargo a2t list`: what tools are there?

mod mcp;

use a2t_core::ToolSignature;
use a2t_core::error::inert;
use clap::Args;
use serde_json::{Value, json};

use crate::catalog::{Named, tell};
use crate::diagnostic::{DIM, PLAIN, YELLOW};
use crate::mcp::Document;
use crate::report::{Outcome, Report};
use crate::table::Table;
use crate::text::{deprecation, first_sentence, hints, versioned};

pub(super) use mcp::hints as of_annotations;

#[derive(Args)]
#[command(
    about = "List the tools of a catalog",
    long_about = "List the tools of a catalog, or of a snapshot of an MCP server: name, version, \
                  inputs (optional ones with `?`) and outputs."
)]
pub(crate) struct List {
    #[command(flatten)]
    named: Named,
}

impl List {
    pub(super) fn run(&self) -> Outcome {
        if let Some(document) = Document::read(self.named.name())? {
            return Ok(mcp::report(&document));
        }
        let catalog = self.named.source()?.sound()?;
        let (mut report, mut table) = (Report::new(true), Table::default());
        for tool in &catalog.tools {
            let mut cells = vec![(PLAIN, shape(tool)), (PLAIN, first_sentence(&tool.description))];
            cells.extend(hints(tool).map(|hints| (DIM, hints)));
            cells.extend(deprecation(tool.deprecated.as_ref()).map(|warning| (YELLOW, warning)));
            table.row(versioned(&tool.name, tool.version), cells);
        }
        report.painted(table.painted());
        tell(&catalog.refused, &mut report);
        if catalog.tools.is_empty() {
            report.line("no tools");
        }
        report.member("tools", catalog.tools.iter().map(summary).collect::<Value>());
        Ok(report)
    }
}

/// `(City, Units?) -> Temperature`
fn shape(tool: &ToolSignature) -> String {
    let inputs = tool.input_parameters.iter();
    let inputs = inputs
        .map(|input| format!("{}{}", inert(&input.name), if input.required { "" } else { "?" }));
    let outputs = tool.output_parameters.iter().map(|output| inert(&output.name));
    let (inputs, outputs): (Vec<_>, Vec<_>) = (inputs.collect(), outputs.collect());
    format!("({}) -> {}", inputs.join(", "), outputs.join(", ")).trim_end().to_owned()
}

fn summary(tool: &ToolSignature) -> Value {
    let mut summary = json!({
        "toolId": tool.tool_id.to_string(),
        "name": tool.name,
        "version": tool.version,
        "description": tool.description,
        "tags": tool.tags,
        "inputs": tool.input_parameters,
        "outputs": tool.output_parameters,
    });
    if let Some(members) = summary.as_object_mut() {
        members.extend(tool.title.as_ref().map(|title| ("title".to_owned(), json!(title))));
        let hints = (!tool.hints.is_none()).then(|| json!(tool.hints));
        members.extend(hints.map(|hints| ("annotations".to_owned(), hints)));
        let needed = tool.preconditions.as_ref().filter(|needed| !needed.is_none());
        members.extend(needed.map(|needed| ("preconditions".to_owned(), json!(needed))));
    }
    summary
}
