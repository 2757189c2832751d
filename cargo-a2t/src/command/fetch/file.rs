//! A file that a vendor gave becomes what a fetch would have found.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use a2t_codegen::Selection;
use a2t_codegen::snapshot::Snapshot;
use a2t_core::ToolSignature;
use serde_json::Value;

use crate::catalog::{self, Mistake, shown};
use crate::report::{Failure, Report};

/// The selected tools of a file. A snapshot keeps the address that it came from.
pub(super) fn read(
    path: &Path,
    selection: &Selection,
    report: &mut Report,
) -> Result<Snapshot, Failure> {
    let name = shown(path);
    let read = catalog::read(path).map_err(catalog::required)?;
    if read.goes_on {
        return Err(Failure::new(format!(
            "{name}: one page of several; give the API's address, or the whole catalog"
        )));
    }
    for warning in &read.warnings {
        report.line(format!("warning: {}", warning.text));
    }
    let warnings = read
        .warnings
        .iter()
        .map(|found: &Mistake| found.json.clone());
    report.member("warnings", warnings.collect::<Value>());
    let url = match &read.origin {
        Some(url) => url.clone(),
        None => format!("file:{}", path.display()),
    };
    let tools = selection.pick(&read.tools).map_err(|unmatched| {
        let lines: Vec<_> = unmatched
            .iter()
            .map(|line| format!("{name}: {line}"))
            .collect();
        Failure::new(lines.join("\n"))
    })?;
    let tools = match selection.has_all_versions() {
        true => tools,
        false => newest(tools),
    };
    Ok(Snapshot::new(url, SystemTime::now(), tools).selected(selection.clone()))
}

/// The newest version of each tool.
fn newest(tools: Vec<ToolSignature>) -> Vec<ToolSignature> {
    let mut found: BTreeMap<_, ToolSignature> = BTreeMap::new();
    for tool in tools {
        let newer = found
            .get(&tool.tool_id)
            .is_none_or(|known| known.version < tool.version);
        if newer {
            found.insert(tool.tool_id, tool);
        }
    }
    found.into_values().collect()
}
