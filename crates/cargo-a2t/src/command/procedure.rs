//! `cargo a2t procedure`: does an operating procedure name the tools that its model is shown?

use std::path::PathBuf;
use std::rc::Rc;

use a2t::dialect::procedure::{self, Mention};
use a2t_core::error::inert;
use a2t_core::rule::Severity;
use clap::Args;
use serde_json::{Value, json};

use crate::catalog::{self, Bounded, Source, shown};
use crate::diagnostic::{self, Diagnostic, Lists, Location, plural};
use crate::report::{CommandError, Format, Outcome, Report};
use crate::shown::Shown;

#[derive(Args)]
#[command(
    about = "Check that an operating procedure names the tools that its model is shown",
    long_about = "Check that an operating procedure names the tools that its model is shown. A \
                  procedure is the Markdown text that describes to a model when and how to use its tools, \
                  which it names like `look_up_prescriptions()`. Tools that the model is not shown \
                  are errors, with what was probably meant; tools that it is shown and the \
                  procedure never mentions are warnings.",
    after_help = "Exit status: 0 every tool that is named is shown, 1 one is not, 2 it could not \
                  be checked.",
    mut_arg("tool", |tool| tool.visible_alias("only"))
)]
pub(crate) struct Procedure {
    /// The procedure, in Markdown
    #[arg(value_name = "FILE")]
    procedure: PathBuf,
    /// The catalog, a folder `published`, or the root of the API that serves it; may be repeated
    #[arg(long = "catalog", value_name = "FILE|URL", required = true)]
    catalogs: Vec<String>,
    #[command(flatten)]
    shown: Shown,
    #[command(flatten)]
    server: Bounded,
}

impl Procedure {
    pub(super) fn run(&self, format: Format) -> Outcome {
        let file = &*self.procedure;
        let bytes = catalog::bytes(file)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            CommandError::new(format!("{}: byte {at} is not UTF-8", shown(file)))
        })?;
        self.server.for_one_server(self.catalogs.iter().map(String::as_str))?;
        let mut offered = Vec::new();
        for text in &self.catalogs {
            offered.push(Source::new(text, |url| self.server.endpoint(url))?.open()?);
        }
        let tools = self.shown.all(&offered)?;
        let found = procedure::check(&text, &tools);
        let source = Rc::new(diagnostic::Source::File(file.to_owned()));
        let diagnostics = found.diagnostics.iter();
        let mut diagnostics: Vec<_> = diagnostics.map(|one| diagnostic(one, &source)).collect();
        diagnostic::sort(&mut diagnostics);
        let mut summary =
            vec![plural(tools.len(), "tool"), plural(found.mentions.len(), "mention")];
        if !diagnostics.iter().any(Diagnostic::is_error) {
            summary.push("every tool that is named is shown".to_owned());
        }
        summary.extend(diagnostic::counted(&diagnostics, 0));
        let mut report =
            Report::from_diagnostics(&diagnostics, format, LISTS, &[summary.join(", ")]);
        if format == Format::Json {
            let mention =
                |one: &Mention| json!({"tool": one.name, "line": one.line, "column": one.column});
            report.member("file", shown(file));
            report.member("tools", tools.len());
            report.member("mentions", found.mentions.iter().map(mention).collect::<Value>());
        }
        Ok(report)
    }
}

const LISTS: Lists<'static> = &[("errors", &[Severity::Error]), ("warnings", &[Severity::Warning])];

fn diagnostic(found: &procedure::Diagnostic, source: &Rc<diagnostic::Source>) -> Diagnostic {
    let message = found.to_string();
    let diagnostic = Diagnostic::from_rule(found.rule(), message.clone()).member("detail", message);
    let location = |line, column| Location { source: Rc::clone(source), line, column };
    match found {
        procedure::Diagnostic::Unknown { mention, did_you_mean } => diagnostic
            .at(location(Some(mention.line), Some(mention.column)))
            .member("name", inert(&mention.name))
            .member("did_you_mean", did_you_mean.clone()),
        procedure::Diagnostic::Unmentioned { tool } => {
            diagnostic.at(location(None, None)).member("tool", tool.clone())
        }
        _ => diagnostic,
    }
}
