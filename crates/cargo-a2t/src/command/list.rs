//! `cargo a2t list`: what tools are there?

use a2t::dialect::Described;
use a2t_core::ToolSignature;
use a2t_core::error::inert;
use a2t_schema::Tool;
use clap::Args;
use serde_json::{Value, json};

use crate::catalog::{Named, Opened, report_rejected};
use crate::diagnostic::{DIM, PLAIN, YELLOW};
use crate::mcp::signature;
use crate::report::{Outcome, Report};
use crate::table::Table;
use crate::text::{deprecation, first_sentence, hints, versioned};

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
        match self.named.source()?.open_sound()? {
            Opened::Described(document) => {
                Ok(report(document.snapshot.tools.iter().map(Described::from).collect()))
            }
            Opened::Signed(catalog) => {
                let mut report = report(catalog.tools.iter().map(Described::from).collect());
                report_rejected(&catalog.refused, &mut report);
                Ok(report)
            }
        }
    }
}

fn report(tools: Vec<Described<'_>>) -> Report {
    let (mut report, mut table) = (Report::new(true), Table::default());
    for tool in &tools {
        let (label, takes) = match tool {
            Described::Signature(tool) => (versioned(&tool.name, tool.version), shape(tool)),
            Described::Schema(tool) => (inert(&tool.name), signature(tool)),
            _ => continue,
        };
        let mut cells = vec![(PLAIN, takes)];
        cells.extend(tool.description().map(|text| (PLAIN, first_sentence(text))));
        cells.extend(hints(*tool).map(|hints| (DIM, hints)));
        cells.extend(deprecation(tool.deprecated()).map(|warning| (YELLOW, warning)));
        table.row(label, cells);
    }
    report.painted(table.painted());
    if tools.is_empty() {
        report.line("no tools");
    }
    report.member("tools", tools.into_iter().map(summary).collect::<Value>());
    report
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

fn summary(tool: Described<'_>) -> Value {
    match tool {
        Described::Signature(tool) => of_signature(tool),
        Described::Schema(tool) => of_schema(tool),
        _ => Value::Null,
    }
}

fn of_schema(tool: &Tool) -> Value {
    json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "digest": tool.digest().to_string(),
        "inputs": tool.input.as_value(),
        "outputs": tool.output.as_ref().map(|schema| schema.as_value()),
    })
}

fn of_signature(tool: &ToolSignature) -> Value {
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
