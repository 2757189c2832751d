//! Tools of a snapshot of an MCP server.

use a2t_core::error::inert;
use a2t_schema::{Annotations, Tool};
use serde_json::{Value, json};

use crate::mcp::{Document, signature};
use crate::report::Report;
use crate::text::{first_sentence, wrapped};

pub(super) fn report(document: &Document) -> Report {
    let mut report = Report::new(true);
    for tool in &document.snapshot.tools {
        report.line(format!("{} {}", inert(&tool.name), signature(tool)));
        if let Some(description) = &tool.description {
            report.line(wrapped(&first_sentence(description), 4));
        }
        if let Some(hints) = hints(&tool.annotations) {
            report.line(format!("    {hints}"));
        }
    }
    if document.snapshot.tools.is_empty() {
        report.line("no tools");
    }
    report.member("tools", document.snapshot.tools.iter().map(summary).collect::<Value>());
    report
}

/// Hints as the server says them: `only reads, idempotent`.
pub(in crate::command) fn hints(annotations: &Annotations) -> Option<String> {
    let said = [
        (annotations.read_only == Some(true), "only reads"),
        (annotations.destructive == Some(true), "destroys"),
        (annotations.destructive == Some(false), "destroys nothing"),
        (annotations.idempotent == Some(true), "idempotent"),
        (annotations.open_world == Some(true), "reaches out"),
        (annotations.open_world == Some(false), "reaches nothing outside"),
    ];
    let said: Vec<_> =
        said.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

fn summary(tool: &Tool) -> Value {
    json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "digest": tool.digest().to_string(),
    })
}
