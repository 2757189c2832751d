//! `cargo a2t list`: what tools are there?

use a2t_core::ToolSignature;
use a2t_core::error::inert;
use clap::Args;
use serde_json::{Value, json};

use crate::catalog::{Named, tell};
use crate::report::{Outcome, Report};
use crate::text::{deprecation, first_sentence, wrapped};

#[derive(Args)]
#[command(
    about = "List the tools of a catalog",
    long_about = "List the tools of a catalog: name, version, inputs (optional ones with `?`) and \
                  outputs."
)]
pub(crate) struct List {
    #[command(flatten)]
    named: Named,
}

impl List {
    pub(super) fn run(&self) -> Outcome {
        let catalog = self.named.source()?.sound()?;
        let mut report = Report::new(true);
        for tool in &catalog.tools {
            report.line(format!("{} v{} {}", inert(&tool.name), tool.version, shape(tool)));
            report.line(wrapped(&first_sentence(&tool.description), 4));
            if let Some(warning) = deprecation(tool) {
                report.line(wrapped(&warning, 4));
            }
        }
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
    json!({
        "toolId": tool.tool_id.to_string(),
        "name": tool.name,
        "version": tool.version,
        "description": tool.description,
        "tags": tool.tags,
    })
}
