//! A snapshot of an MCP server: rules, remarks, and texts that address the model.

use std::collections::HashSet;
use std::path::Path;

use a2t_core::error::inert;
use a2t_core::rule::Severity;
use a2t_dialect::{Limits, check_schemas, limits};
use a2t_schema::snapshot::Refused;
use a2t_schema::{Snapshot, Tool};

use super::suspicion::{self, words_of};
use super::{of, report, severity};
use crate::diagnostic::{self, Diagnostic};
use crate::mcp::{Document, refused};
use crate::report::{Format, Report};

/// Providers that the tools are held to; all of them, as warnings, where none is named.
pub(super) struct Held<'a> {
    pub(super) prefix: &'a str,
    pub(super) dialects: Option<&'a [Limits]>,
}

pub(super) fn sound(document: &Document, held: &Held<'_>, format: Format) -> Report {
    let mut found = exceeded(&document.snapshot, held);
    for (index, tool) in document.snapshot.tools.iter().enumerate() {
        for remark in &tool.remarks(&format!("/tools/{index}")) {
            let one = Diagnostic::violation(remark, remark.code.severity());
            found.push((remark.pointer.clone(), one));
        }
    }
    found.extend(suspected(&document.snapshot));
    let mut diagnostics = document.placed(found);
    diagnostic::sort(&mut diagnostics);
    report((&diagnostics, 0), document.snapshot.tools.len(), format)
}

fn exceeded(snapshot: &Snapshot, held: &Held<'_>) -> Vec<(String, Diagnostic)> {
    let found = check_schemas(&snapshot.tools, held.prefix, held.dialects.unwrap_or(limits::ALL));
    let level = held.dialects.map_or(Severity::Warning, |_| Severity::Error);
    let told = found.iter().filter_map(|one| {
        let level = severity(one.rule, level, held.dialects.is_some())?;
        let tool = one.tool.map_or("/tools".to_owned(), |tool| format!("/tools/{tool}"));
        let at = format!("{tool}{}", one.pointer);
        Some((at.clone(), of(one, level).under(&at)))
    });
    told.collect()
}

pub(super) fn broken(path: &Path, why: &Refused, format: Format) -> Report {
    let mut diagnostics = refused(path, why);
    diagnostic::sort(&mut diagnostics);
    report((&diagnostics, why.more()), 0, format)
}

/// Every text that a model may read, of the server and of each tool.
fn suspected(snapshot: &Snapshot) -> Vec<(String, Diagnostic)> {
    let names: HashSet<_> = snapshot.tools.iter().map(|tool| tool.name.to_lowercase()).collect();
    let mut found = Vec::new();
    let server = [
        ("/server/title", &snapshot.server.title),
        ("/server/instructions", &snapshot.server.instructions),
    ];
    for (at, text) in server {
        // Instructions are there to speak of the tools.
        found.extend(look(at.to_owned(), text.as_deref().unwrap_or_default(), |_| false));
    }
    for (index, tool) in snapshot.tools.iter().enumerate() {
        let own = tool.name.to_lowercase();
        let others = |word: &str| word != own && names.contains(word);
        for (at, text) in texts(tool, &format!("/tools/{index}")) {
            found.extend(look(at, &text, others));
        }
    }
    found
}

fn texts(tool: &Tool, at: &str) -> Vec<(String, String)> {
    let of = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut texts = vec![
        (format!("{at}/name"), tool.name.clone()),
        (format!("{at}/title"), of(&tool.title)),
        (format!("{at}/description"), of(&tool.description)),
        (format!("{at}/annotations/title"), of(&tool.annotations.title)),
    ];
    texts.extend(tool.input.texts(&format!("{at}/inputSchema")));
    let output = tool.output.as_ref().map(|schema| schema.texts(&format!("{at}/outputSchema")));
    texts.extend(output.unwrap_or_default());
    texts
}

fn look(
    at: String,
    text: &str,
    others: impl Fn(&str) -> bool + Copy,
) -> Option<(String, Diagnostic)> {
    // A name hides its words: `read_id_rsa`.
    let spelt = if text.contains(char::is_whitespace) { text.to_owned() } else { words_of(text) };
    let (kind, met) =
        suspicion::judge(text, others).or_else(|| suspicion::judge(&spelt, others))?;
    let message = format!("the text speaks to the model: `{}`", inert(&met));
    let one = Diagnostic::of(kind, message).under(&at);
    Some((at, one))
}
