//! Tools of a snapshot of an MCP server.

use a2t_core::error::inert;
use a2t_schema::{Annotations, Tool};
use serde_json::{Value, json};

use crate::diagnostic::{DIM, PLAIN, YELLOW};
use crate::mcp::{Document, signature};
use crate::report::Report;
use crate::table::Table;
use crate::text::{deprecation, first_sentence};

pub(super) fn report(document: &Document) -> Report {
    let mut report = Report::new(true);
    let mut table = Table::default();
    for tool in &document.snapshot.tools {
        let mut cells = vec![(PLAIN, signature(tool))];
        let description = tool.description.as_deref();
        cells.extend(description.map(|text| (PLAIN, first_sentence(text))));
        cells.extend(hints(&tool.annotations).map(|hints| (DIM, hints)));
        cells.extend(deprecation(tool.deprecated.as_ref()).map(|warning| (YELLOW, warning)));
        table.row(inert(&tool.name), cells);
    }
    report.painted(table.painted());
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
        "inputs": tool.input.as_value(),
        "outputs": tool.output.as_ref().map(|schema| schema.as_value()),
    })
}
