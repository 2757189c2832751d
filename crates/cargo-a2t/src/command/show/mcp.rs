//! One tool of a snapshot of an MCP server.

use a2t_core::error::inert;
use a2t_schema::shape::{Object, Property, Rest, Shape};
use a2t_schema::{Schema, Tool};
use serde_json::json;

use crate::mcp::{Document, kind, location};
use crate::report::Report;
use crate::text::{hints, wrapped};

/// Levels of nested objects that are shown; `--format json` has all.
const DEPTH_MAX: usize = 5;

pub(super) fn report(document: &Document, tool: &Tool) -> Report {
    let mut report = Report::new(true);
    let snapshot = &document.snapshot;
    report.line(inert(&tool.name));
    if let Some(title) = tool.title.as_ref().or(tool.annotations.title.as_ref()) {
        report.line(wrapped(title, 0));
    }
    let server = format!("{} {}", inert(&snapshot.server.name), inert(&snapshot.server.version));
    report.line(format!("of {server}, {}", location(&snapshot.source)));
    if let Some(hints) = hints(tool.into()) {
        report.line(format!("hints {hints}"));
    }
    super::deprecated(tool.deprecated.as_ref(), &mut report);
    report.line("");
    report.line(wrapped(tool.description.as_deref().unwrap_or("no description"), 0));
    report.line("\ninputs");
    schema(&tool.input, &mut report);
    report.line("\noutputs");
    match &tool.output {
        Some(output) => schema(output, &mut report),
        None => report.line("  not said"),
    }
    super::errors(&tool.errors, &mut report);
    report.member("tool", json!(tool.to_value()));
    report.member("digest", tool.digest().to_string());
    report
}

fn schema(schema: &Schema, report: &mut Report) {
    match schema.shape() {
        Shape::Object(inner) => object(&inner, 2, DEPTH_MAX, report),
        shape => {
            report.line(format!("  {}", kind(&shape)));
            nested(&shape, 6, DEPTH_MAX - 1, report);
        }
    }
}

fn object(object: &Object, indent: usize, depth: usize, report: &mut Report) {
    let pad = " ".repeat(indent);
    for property in &object.properties {
        member(property, indent, depth, report);
    }
    match &object.rest {
        Rest::Each(rest) => report.line(format!("{pad}others: {}", kind(rest))),
        _ if object.properties.is_empty() => report.line(format!("{pad}none")),
        _ => {}
    }
}

fn member(property: &Property, indent: usize, depth: usize, report: &mut Report) {
    let (pad, name) = (" ".repeat(indent), inert(&property.name));
    let need = if property.required { "required" } else { "optional" };
    let default =
        property.default.as_ref().map(|value| format!(", {} if absent", inert(&value.to_string())));
    let default = default.unwrap_or_default();
    report.line(format!("{pad}{name}: {}, {need}{default}", kind(&property.shape)));
    if let Some(description) = &property.description {
        report.line(wrapped(description, indent + 4));
    }
    if let Some(depth) = depth.checked_sub(1) {
        nested(&property.shape, indent + 4, depth, report);
    }
}

/// Reports the objects that a property has, lists or maps names to.
fn nested(shape: &Shape, indent: usize, depth: usize, report: &mut Report) {
    match shape {
        Shape::Object(inner) if !inner.properties.is_empty() => {
            object(inner, indent, depth, report);
        }
        Shape::Object(Object { rest: Rest::Each(value), .. }) => {
            nested(value, indent, depth, report);
        }
        Shape::Union(union) => {
            union
                .variants
                .iter()
                .for_each(|variant| object(&variant.object, indent, depth, report));
        }
        Shape::Nullable(inner) => nested(inner, indent, depth, report),
        Shape::Array(array) => nested(&array.items, indent, depth, report),
        _ => {}
    }
}
