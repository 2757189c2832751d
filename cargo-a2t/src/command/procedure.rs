//! `cargo a2t procedure`: does an operating procedure name the tools that its model is shown?

use std::path::{Path, PathBuf};

use a2t_core::error::inert;
use a2t_dialect::procedure::{self, Diagnostic as Finding};
use clap::Args;
use serde_json::{Map, Value, json};

use crate::catalog::{self, Bounded, Source, shown};
use crate::report::{Failure, Format, Outcome, Report};
use crate::shown::Shown;
use crate::{github, sarif};

#[derive(Args)]
#[command(
    about = "Check that an operating procedure names the tools that its model is shown",
    long_about = "Check that an operating procedure names the tools that its model is shown. A \
                  procedure is the Markdown text that tells a model when and how to use its tools, \
                  which it names like `look_up_prescriptions()`. Tools that the model is not shown \
                  are errors, with what was probably meant; tools that it is shown and the \
                  procedure never mentions are warnings.",
    after_help = "Exit status: 0 every tool that is named is shown, 1 one is not, 2 it could not \
                  be judged.",
    mut_arg("tool", |tool| tool.visible_alias("only"))
)]
pub(crate) struct Procedure {
    /// The procedure, in Markdown
    #[arg(value_name = "FILE")]
    procedure: PathBuf,
    /// The catalog, a folder `published`, or the root of the API that serves it
    #[arg(long, value_name = "FILE|URL")]
    catalog: String,
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
            Failure::new(format!("{}: byte {at} is not UTF-8", shown(file)))
        })?;
        let catalog = Source::new(&self.catalog, |url| self.server.endpoint(url))?.required()?;
        let tools = self.shown.tools(&catalog)?;
        let found = procedure::check(&text, &tools);
        let mut report = Report::new(!found.diagnostics.iter().any(Finding::is_error));
        let printed = Printed {
            file,
            found: &found,
            tools: tools.len(),
        };
        match format {
            Format::Human => printed.human(&mut report),
            Format::Json => printed.members(&mut report),
            Format::Github => printed.annotations(&mut report),
            Format::Sarif => report.document(printed.log()),
        }
        Ok(report)
    }
}

struct Printed<'a> {
    file: &'a Path,
    found: &'a procedure::Report,
    tools: usize,
}

impl Printed<'_> {
    fn human(&self, report: &mut Report) {
        for found in &self.found.diagnostics {
            let place = match found.mention() {
                Some(mention) => {
                    format!("{}:{}:{}", shown(self.file), mention.line, mention.column)
                }
                None => shown(self.file),
            };
            let (level, slug) = (level(found), found.rule().slug());
            report.line(format!(
                "{place}: {level}[{slug}]: {found}; {}",
                found.rule().hint()
            ));
        }
        report.line(self.summary());
    }

    fn summary(&self) -> String {
        let count = |level_name: &str| {
            let findings = self.found.diagnostics.iter();
            findings.filter(|found| level(found) == level_name).count()
        };
        let plural = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            count => format!("{count} {what}s"),
        };
        let (errors, warnings) = (count("error"), count("warning"));
        let mut said = vec![
            plural(self.tools, "tool"),
            plural(self.found.mentions.len(), "mention"),
        ];
        match errors {
            0 => said.push("every tool that is named is shown".to_owned()),
            errors => said.push(plural(errors, "error")),
        }
        if warnings > 0 {
            said.push(plural(warnings, "warning"));
        }
        said.join(", ")
    }

    fn members(&self, report: &mut Report) {
        let findings = self.found.diagnostics.iter();
        let (errors, warnings): (Vec<_>, Vec<_>) = findings.partition(|found| found.is_error());
        let values = |found: Vec<&Finding>| found.into_iter().map(value).collect::<Value>();
        let mentions = self.found.mentions.iter();
        let mention = |mention: &procedure::Mention| json!({"tool": mention.name, "line": mention.line, "column": mention.column});
        report.member("file", shown(self.file));
        report.member("tools", self.tools);
        report.member("mentions", mentions.map(mention).collect::<Value>());
        report.member("errors", values(errors));
        report.member("warnings", values(warnings));
    }

    fn annotations(&self, report: &mut Report) {
        for found in &self.found.diagnostics {
            let mention = found.mention();
            let properties = [
                ("file", Some(self.file.display().to_string())),
                ("line", mention.map(|mention| mention.line.to_string())),
                ("col", mention.map(|mention| mention.column.to_string())),
                ("title", Some(found.rule().slug().to_owned())),
            ];
            let message = format!("{found}\nhelp: {}", found.rule().hint());
            report.line(github::annotation(level(found), &properties, &message));
        }
        report.line(self.summary());
    }

    fn log(&self) -> Map<String, Value> {
        let mut rules: Vec<_> = self
            .found
            .diagnostics
            .iter()
            .map(|found| (found.rule().slug(), found.rule().hint()))
            .collect();
        rules.sort_unstable();
        rules.dedup();
        let descriptor = |(slug, hint): &(&str, &str)| {
            json!({
                "id": slug,
                "name": slug,
                "shortDescription": {"text": slug.replace('-', " ")},
                "help": {"text": hint},
            })
        };
        let result = |found: &Finding| {
            let (line, column) = found
                .mention()
                .map_or((1, 1), |mention| (mention.line, mention.column));
            json!({
                "ruleId": found.rule().slug(),
                "ruleIndex": rules.iter().position(|(slug, _)| *slug == found.rule().slug()),
                "level": level(found),
                "message": {"text": found.to_string()},
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": sarif::uri(self.file)},
                    "region": {"startLine": line, "startColumn": column},
                }}],
            })
        };
        let results = self.found.diagnostics.iter().map(result).collect();
        sarif::log(rules.iter().map(descriptor).collect(), results)
    }
}

fn level(found: &Finding) -> &'static str {
    match found.is_error() {
        true => "error",
        false => "warning",
    }
}

fn value(found: &Finding) -> Value {
    let mut value = json!({
        "code": found.rule().slug(),
        "severity": level(found),
        "detail": found.to_string(),
        "hint": found.rule().hint(),
    });
    let more = match found {
        Finding::Unknown {
            mention,
            did_you_mean,
        } => json!({
            "name": inert(&mention.name),
            "line": mention.line,
            "column": mention.column,
            "did_you_mean": did_you_mean,
        }),
        Finding::Unmentioned { tool } => json!({"tool": tool}),
        _ => json!({}),
    };
    if let (Value::Object(members), Value::Object(more)) = (&mut value, more) {
        members.extend(more);
    }
    value
}
