//! One tool of a selection: an approved signature of A2T, or an approved tool of MCP.

use std::sync::Arc;

use a2t_core::signature::Text;
use a2t_core::{Hints, InputParameter, ToolSignature};
use a2t_schema::Tool;

use crate::Dialect;
use crate::fit::SchemaTool;

/// One tool of a [`Selection`](crate::Selection).
#[derive(Clone, Debug)]
pub struct Selected {
    prefix: String,
    tool: Kept,
}

#[derive(Clone, Debug)]
enum Kept {
    Signature(Arc<ToolSignature>),
    Schema(Arc<SchemaTool>),
}

/// A tool as it was approved: by a signature of A2T, or by the JSON Schemas of MCP.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Described<'a> {
    /// A tool of A2T.
    Signature(&'a ToolSignature),
    /// A tool of MCP.
    Schema(&'a Tool),
}

impl Selected {
    pub(crate) fn signed(signature: ToolSignature) -> Self {
        Self { prefix: String::new(), tool: Kept::Signature(Arc::new(signature)) }
    }

    pub(crate) fn described(tool: Tool) -> Self {
        Self { prefix: String::new(), tool: Kept::Schema(Arc::new(SchemaTool::new(tool))) }
    }

    /// The tool as it was approved.
    pub fn tool(&self) -> Described<'_> {
        match &self.tool {
            Kept::Signature(signature) => Described::Signature(signature),
            Kept::Schema(tool) => Described::Schema(tool.tool()),
        }
    }

    /// The approved signature; `None` of a tool of MCP.
    pub fn signature(&self) -> Option<&ToolSignature> {
        match &self.tool {
            Kept::Signature(signature) => Some(signature),
            Kept::Schema(_) => None,
        }
    }

    pub(crate) fn schema(&self) -> Option<&SchemaTool> {
        match &self.tool {
            Kept::Signature(_) => None,
            Kept::Schema(tool) => Some(tool),
        }
    }

    /// The tool's own name, without the prefix.
    pub fn name(&self) -> &str {
        match self.tool() {
            Described::Signature(signature) => &signature.name,
            Described::Schema(tool) => &tool.name,
        }
    }

    /// The version; `None` of a tool of MCP, which has none.
    pub fn version(&self) -> Option<u32> {
        self.signature().map(|signature| signature.version)
    }

    /// The tags; a tool of MCP has none.
    pub fn tags(&self) -> &[Text] {
        self.signature().map(|signature| &*signature.tags).unwrap_or_default()
    }

    /// Effects of a call on the world, as the approved text says (reading AMB-41).
    pub fn hints(&self) -> Hints {
        self.tool().hints()
    }

    /// Prefix of the tool's name; empty where there is none.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    pub(crate) fn put_before(&mut self, prefix: &str) {
        self.prefix.insert_str(0, prefix);
    }

    /// The tool's name behind its prefix, before a dialect's limits.
    pub fn full_name(&self) -> String {
        format!("{}{}", self.prefix, self.name())
    }

    /// The input that a model means by `said`, the name that the dialect takes for it; `None` of a
    /// tool of MCP, whose inputs are those of a schema.
    pub fn input(&self, dialect: Dialect, said: &str) -> Option<&InputParameter> {
        let signature = self.signature()?;
        let names = dialect.input_names(signature);
        let index = names.iter().position(|name| name == said)?;
        signature.input_parameters.get(index)
    }

    pub(crate) fn is_other_version_of(&self, other: &Self) -> bool {
        match (self.signature(), other.signature()) {
            (Some(own), Some(other)) => {
                own.tool_id == other.tool_id && own.version != other.version
            }
            _ => false,
        }
    }
}

impl PartialEq for Selected {
    fn eq(&self, other: &Self) -> bool {
        let same = match (self.tool(), other.tool()) {
            (Described::Signature(own), Described::Signature(other)) => own == other,
            (Described::Schema(own), Described::Schema(other)) => own == other,
            _ => false,
        };
        same && self.prefix == other.prefix
    }
}

impl Eq for Selected {}

impl Described<'_> {
    /// Effects of a call on the world, as the approved text says (reading AMB-41). MCP's hints mean
    /// the same; by its terms a tool that only reads destroys nothing, whatever else it says.
    pub fn hints(self) -> Hints {
        match self {
            Self::Signature(signature) => signature.hints,
            Self::Schema(tool) => {
                let said = &tool.annotations;
                let read_only = said.read_only == Some(true);
                Hints {
                    read_only,
                    idempotent: said.idempotent == Some(true),
                    destructive: said.destructive.filter(|destroys| !(read_only && *destroys)),
                    long_running: false,
                }
            }
        }
    }
}
