//! A file that a vendor gave becomes what a fetch would have found.

use std::path::Path;

use a2t_codegen::fetch::{self, PageDiagnostic};
use a2t_codegen::snapshot::Snapshot;
use a2t_codegen::{Selection, source};
use a2t_core::{ToolSignature, json};
use a2t_schema::Source;
use serde_json::Value;

use super::accepted;
use crate::catalog::{self, bytes, shown};
use crate::diagnostic::{self, Diagnostic};
use crate::report::{CommandError, Report};

/// The selected tools of a file, unless its versions deny each other. A snapshot keeps the address
/// that it came from.
pub(super) fn read(
    path: &Path,
    selection: &Selection,
    accept: bool,
    report: &mut Report,
) -> Result<Result<Snapshot, fetch::Error>, CommandError> {
    let name = shown(path);
    let read = catalog::open(path)?.signed(path)?;
    if read.goes_on {
        return Err(CommandError::new(format!(
            "{name}: one page of several; give the API's address, or the whole catalog"
        )));
    }
    let alike = diagnostic::alike(&read.warnings);
    let lines = alike.iter().map(|warning| format!("warning: {}", warning.noted()));
    report.lines("warnings", lines);
    let warnings = read.warnings.iter().map(Diagnostic::json);
    report.member("warnings", warnings.collect::<Value>());
    let denied = denied(path, &read.tools)?;
    if accept {
        accepted(&denied, report);
    } else if !denied.is_empty() {
        return Ok(Err(fetch::Error::Invalid {
            url: name,
            diagnostics: denied,
            more: 0,
            warnings: Vec::new(),
            sound: Vec::new(),
        }));
    }
    let source = read.origin.clone();
    let source = source.unwrap_or_else(|| Source::File { path: path.display().to_string() });
    let tools = selection.called(&read.tools).map_err(|unmatched| {
        let lines: Vec<_> = unmatched.iter().map(|line| format!("{name}: {line}")).collect();
        CommandError::new(lines.join("\n"))
    })?;
    let snapshot = Snapshot::new(source, tools);
    Ok(Ok(snapshot.selected(selection.clone())))
}

fn denied(path: &Path, tools: &[ToolSignature]) -> Result<Vec<PageDiagnostic>, CommandError> {
    let mut denied = fetch::broken_promises(tools);
    if denied.is_empty() || path.is_dir() {
        return Ok(Vec::new());
    }
    let text = bytes(path)?;
    let text = String::from_utf8_lossy(&text);
    let document = json::parse_document(text.as_bytes()).unwrap_or_default();
    if let Some((name, _)) = catalog::list(&document) {
        for violation in denied.iter_mut() {
            violation.pointer.insert_str(0, &format!("/{name}"));
        }
    }
    let found = source::located(&text, &denied).into_iter();
    Ok(found.map(PageDiagnostic::from).collect())
}
