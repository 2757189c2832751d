//! `cargo a2t show`: what does one tool take and return?

mod mcp;

use a2t_codegen::few;
use a2t_core::error::inert;
use a2t_core::signature::Deprecated;
use a2t_core::{AllowedValue, InputType, JsonShape, OutputType, ProblemType, ToolSignature};
use clap::Args;
use serde_json::json;

use crate::catalog::{self, Catalog, Named, Opened, Source};
use crate::diagnostic::{BOLD, Painted, YELLOW};
use crate::report::{CommandError, Outcome, Report};
use crate::text::{deprecation, hints, needs, versioned, wrapped};

#[derive(Args)]
#[command(
    about = "Show one tool: its description, inputs and outputs",
    long_about = "Show one tool: its description, inputs and outputs, and which versions of it there are. \
                  A server lists its newest version, and the others on request: \
                  TOOL@N shows one of them, --versions all.",
    after_help = "Exit status: 0 shown, 2 no such tool, or no catalog that can be read."
)]
pub(crate) struct Show {
    #[command(flatten)]
    named: Named,
    /// The tool's name or id, with `@N` for its version N
    #[arg(value_name = "TOOL[@N]")]
    tool: String,
    /// Every version of it, the newest first
    #[arg(long)]
    versions: bool,
}

impl Show {
    pub(super) fn run(&self) -> Outcome {
        match self.opened()? {
            Opened::Described(document) => Ok(mcp::report(&document, document.tool(&self.tool)?)),
            Opened::Signed(catalog) => self.signature(&catalog),
        }
    }

    fn opened(&self) -> Result<Opened, CommandError> {
        let source = self.named.source()?;
        match &source {
            Source::Url(endpoint) if self.versions || self.tool.contains('@') => {
                catalog::versions(endpoint, &self.tool).map(Opened::Signed)
            }
            _ => source.open_sound(),
        }
    }

    fn signature(&self, catalog: &Catalog) -> Outcome {
        let newest = catalog.tool(&self.tool)?;
        let all = catalog.versions(&newest.tool_id.to_string());
        let shown = if self.versions { all.clone() } else { vec![newest] };
        let mut report = Report::new(true);
        for (index, tool) in shown.iter().enumerate() {
            if index > 0 {
                report.line("");
            }
            head(tool, &all, &mut report);
            inputs(tool, &mut report);
            outputs(tool, &mut report);
            errors(&tool.errors, &mut report);
        }
        report.member("tool", json!(newest));
        let numbers = all.iter().map(|tool| tool.version);
        report.member("versions", numbers.collect::<Vec<_>>());
        if self.versions {
            report.member("signatures", json!(all));
        }
        Ok(report)
    }
}

fn head(tool: &ToolSignature, all: &[&ToolSignature], report: &mut Report) {
    let mut title = Painted::default();
    title.push(BOLD, versioned(&tool.name, tool.version));
    title.plain("\n");
    report.painted(title);
    if let Some(title) = &tool.title {
        report.line(wrapped(&format!("title {title}"), 0));
    }
    report.line(format!("id {}", tool.tool_id));
    if all.len() > 1 {
        let names = all.iter().map(|tool| versioned(&tool.name, tool.version));
        report.line(wrapped(&format!("versions {}", few(names)), 0));
    }
    if let Some(hints) = hints(tool.into()) {
        report.line(format!("hints {hints}"));
    }
    if let Some(needs) = needs(tool) {
        report.line(wrapped(&format!("needs {needs}"), 0));
    }
    if !tool.tags.is_empty() {
        report.line(wrapped(&format!("tags {}", tool.tags.join(", ")), 0));
    }
    if let Some(img) = &tool.img {
        report.line(format!("img {}", inert(img)));
    }
    deprecated(tool.deprecated.as_ref(), report);
    report.line("");
    report.line(wrapped(&tool.description, 0));
}

fn deprecated(remarked: Option<&Deprecated>, report: &mut Report) {
    if let Some(warning) = deprecation(remarked) {
        let mut text = Painted::default();
        text.push(YELLOW, wrapped(&warning, 0));
        text.plain("\n");
        report.painted(text);
    }
}

fn errors(errors: &[ProblemType], report: &mut Report) {
    if errors.is_empty() {
        return;
    }
    report.line("\nerrors");
    for error in errors {
        let members: Vec<_> = error.members.iter().map(|member| inert(&member.name)).collect();
        let members = if members.is_empty() {
            String::new()
        } else {
            format!(", with {}", members.join(", "))
        };
        report.painted(parameter(&error.name, &format!("{}{members}", error.status)));
        report.line(wrapped(&error.description, 6));
    }
}

fn inputs(tool: &ToolSignature, report: &mut Report) {
    report.line("\ninputs");
    for input in tool.input_parameters.iter() {
        let need = if input.required { "required" } else { "optional" };
        let format = input.format.as_ref();
        let format = format.map_or(String::new(), |format| format!(", {}", inert(format)));
        let text = format!("{}{format}, {need}", kind(&input.kind));
        report.painted(parameter(&input.name, &text));
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
        report.painted(parameter(&output.name, output.kind.name()));
        report.line(wrapped(&output.description, 6));
        if let OutputType::Enum { allowed_values } = &output.kind {
            choices(allowed_values, report);
        }
        if let OutputType::Described { shape } = &output.kind {
            members(shape, 6, report);
        }
    }
    if tool.output_parameters.is_empty() {
        report.line("  none");
    }
}

/// `  city: string, required`
fn parameter(name: &str, text: &str) -> Painted {
    let mut line = Painted::default();
    line.plain("  ");
    line.push(BOLD, inert(name));
    line.plain(format!(": {text}\n"));
    line
}

/// The members of a record, and of each item of a list, one below the other.
fn members(shape: &JsonShape, indent: usize, report: &mut Report) {
    match shape.bare() {
        JsonShape::List { items } => members(items, indent, report),
        JsonShape::Enum { allowed_values } => choices(allowed_values, report),
        JsonShape::Record { members: inner } => {
            for member in inner.iter() {
                let (optional, null) = (!member.required, member.shape.takes_null());
                let optional = if optional { ", optional" } else { "" };
                let null = if null { ", or null" } else { "" };
                let (name, kind) = (inert(&member.name), member.shape.name());
                report.line(format!("{:indent$}{name}: {kind}{null}{optional}", ""));
                report.line(wrapped(&member.description, indent.saturating_add(4)));
                members(&member.shape, indent.saturating_add(4), report);
            }
        }
        _ => {}
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
