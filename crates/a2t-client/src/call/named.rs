//! How logs and messages name a tool.

use a2t_core::{ToolId, ToolSignature};

/// A tool as spans and metrics name it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// The name on the wire.
    pub name: &'a str,
    /// Id and version, where the protocol has them.
    pub version: Option<(ToolId, u32)>,
}

impl<'a> From<&'a ToolSignature> for Named<'a> {
    fn from(signature: &'a ToolSignature) -> Self {
        let version = Some((signature.tool_id, signature.version));
        Self { name: &signature.name, version }
    }
}

/// A tool that has only a name.
impl<'a> From<&'a str> for Named<'a> {
    fn from(name: &'a str) -> Self {
        Self { name, version: None }
    }
}
