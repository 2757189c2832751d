//! A file that a vendor gave becomes what a fetch would have found.

use std::path::Path;

use a2t_codegen::fetch::{self, PageDiagnostic};
use a2t_codegen::snapshot::Snapshot;
use a2t_codegen::{Selection, source};
use a2t_core::{ToolSignature, json};
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
    let read = catalog::read(path)?;
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
    let url = match &read.origin {
        Some(url) => url.clone(),
        None => format!("file:{}", path.display()),
    };
    let tools = selection.called(&read.tools).map_err(|unmatched| {
        let lines: Vec<_> = unmatched.iter().map(|line| format!("{name}: {line}")).collect();
        CommandError::new(lines.join("\n"))
    })?;
    let snapshot = Snapshot::new(url, tools);
    Ok(Ok(snapshot.selected(selection.clone())))
}

fn denied(path: &Path, tools: &[ToolSignature]) -> Result<Vec<PageDiagnostic>, CommandError> {
    let mut denied = fetch::broken_promises(tools);
    if denied.is_empty() || path.is_dir() {
        return Ok(Vec::new());
    }
    let text = bytes(path)?;
    let text = String::from_utf8_lossy(&text);
    if json::parse_document(text.as_bytes()).is_ok_and(|document| document.get("items").is_some()) {
        for violation in denied.iter_mut() {
            violation.pointer.insert_str(0, "/items");
        }
    }
    let found = source::located(&text, &denied).into_iter();
    Ok(found.map(PageDiagnostic::from).collect())
}
