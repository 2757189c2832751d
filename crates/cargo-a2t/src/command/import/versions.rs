//! Foreign tools have no versions; they get them here.

use a2t_codegen::snapshot::Snapshot;
use a2t_core::ToolSignature;

/// The tools with their versions: `fixed`, or that of the approved one, or the next where the tool is
/// not what was approved.
pub(super) fn numbered(
    tools: Vec<ToolSignature>,
    approved: Option<&Snapshot>,
    fixed: Option<u32>,
) -> Vec<ToolSignature> {
    let number = |tool: ToolSignature| {
        let old = approved.and_then(|old| {
            let mut known = old.tools.iter();
            known.find(|known| known.tool_id == tool.tool_id)
        });
        let version = match (fixed, old) {
            (Some(version), _) => version,
            (None, None) => tool.version,
            (None, Some(old)) if at(tool.clone(), old.version) == at(old.clone(), old.version) => {
                old.version
            }
            (None, Some(old)) => old.version.saturating_add(1),
        };
        at(tool, version)
    };
    tools.into_iter().map(number).collect()
}

fn at(mut tool: ToolSignature, version: u32) -> ToolSignature {
    tool.version = version;
    tool.current_version = version;
    tool
}
