//! Hints of an MCP tool (`annotations`), in the words of a signature.

use a2t_core::Hints;

use super::node::Node;

/// The hints of an MCP tool. By MCP's terms a tool that only reads destroys nothing, regardless of
/// its other hints. MCP has no hint for a call that takes long.
pub(super) fn read(tool: &Node<'_>) -> Hints {
    let annotations = tool.member("annotations");
    let hint = |name| annotations.as_ref()?.value.get(name)?.as_bool();
    let [read_only, idempotent, destructive, _] = Hints::NAMES.map(hint);
    let read_only = read_only.unwrap_or_default();
    Hints {
        read_only,
        idempotent: idempotent.unwrap_or_default(),
        destructive: destructive.filter(|destructive| !(read_only && *destructive)),
        long_running: false,
    }
}
