//! One tool of a selection: an approved signature of A2T, or an approved tool of MCP.

use std::sync::Arc;

use a2t_core::signature::{Deprecated, Text};
use a2t_core::{Hints, InputParameter, ToolSignature};
use a2t_schema::Tool;

use serde_json::{Map, Value};

use crate::fit::SchemaTool;
use crate::options::Namespace;
use crate::{Dialect, Digest};

/// One tool of a [`Selection`](crate::Selection).
#[derive(Clone, Debug)]
pub struct Selected {
    prefix: String,
    tool: Kept,
    /// Example calls, under the tool's own names.
    pub(crate) examples: Arc<[Map<String, Value>]>,
    /// Examples of inputs, by their own names.
    pub(crate) values: Arc<[(String, Value)]>,
    /// The catalog that it belongs to, for namespaces.
    pub(crate) catalog: Option<Arc<Namespace>>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kept {
    Signature(Arc<ToolSignature>),
    Schema(Arc<SchemaTool>),
}

/// A tool as it was approved: by a signature of A2T, or by the JSON Schemas of MCP.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Described<'a> {
    /// A tool of A2T.
    Signature(&'a ToolSignature),
    /// A tool of MCP.
    Schema(&'a Tool),
}

impl Selected {
    pub(crate) fn signed(signature: ToolSignature) -> Self {
        Self::new(Kept::Signature(Arc::new(signature)))
    }

    pub(crate) fn described(tool: Tool) -> Self {
        Self::new(Kept::Schema(Arc::new(SchemaTool::new(tool))))
    }

    fn new(tool: Kept) -> Self {
        let (examples, values) = (Arc::default(), Arc::default());
        Self { prefix: String::new(), tool, examples, values, catalog: None }
    }

    /// Returns the tool as it was approved.
    pub fn tool(&self) -> Described<'_> {
        match &self.tool {
            Kept::Signature(signature) => Described::Signature(signature),
            Kept::Schema(tool) => Described::Schema(tool.tool()),
        }
    }

    /// Returns the approved signature; `None` of a tool of MCP.
    pub fn signature(&self) -> Option<&ToolSignature> {
        self.tool().signature()
    }

    pub(crate) fn kept(&self) -> &Kept {
        &self.tool
    }

    /// Returns the tool's own name, without the prefix.
    pub fn name(&self) -> &str {
        self.tool().name()
    }

    /// Returns the version; `None` of a tool of MCP, which has none.
    pub fn version(&self) -> Option<u32> {
        self.signature().map(|signature| signature.version)
    }

    /// Returns the tags; a tool of MCP has none.
    pub fn tags(&self) -> &[Text] {
        self.signature().map(|signature| &*signature.tags).unwrap_or_default()
    }

    /// Returns the effects of a call on the world, from the approved text (spec note AMB-41).
    pub fn hints(&self) -> Hints {
        self.tool().hints()
    }

    /// Returns the digest of what was approved, as snapshots have it next to each tool.
    pub fn digest(&self) -> Digest {
        match self.tool() {
            Described::Signature(signature) => Digest::of(&signature.canonical()),
            Described::Schema(tool) => tool.digest(),
        }
    }

    /// Returns the prefix of the tool's name; empty where there is none.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    pub(crate) fn put_before(&mut self, prefix: &str) {
        self.prefix.insert_str(0, prefix);
    }

    /// Returns the tool's name behind its prefix, before a dialect's limits.
    pub fn full_name(&self) -> String {
        format!("{}{}", self.prefix, self.name())
    }

    /// Returns the input that a model means by `given`, the name that the dialect takes for it;
    /// `None` of a tool of MCP, whose inputs are those of a schema.
    pub fn input(&self, dialect: Dialect, given: &str) -> Option<&InputParameter> {
        let signature = self.signature()?;
        let names = dialect.input_names(signature);
        let index = names.iter().position(|name| name == given)?;
        signature.input_parameters.get(index)
    }

    /// The inputs' own names, in their order.
    pub(crate) fn own_inputs(&self) -> Vec<&str> {
        match self.kept() {
            Kept::Signature(signature) => {
                signature.input_parameters.iter().map(|input| &*input.name).collect()
            }
            Kept::Schema(schema) => schema.input_names(),
        }
    }

    pub(crate) fn is_other_version_of(&self, other: &Self) -> bool {
        self.tool().is_same_tool(other.tool()) && self.version() != other.version()
    }
}

impl PartialEq for Selected {
    fn eq(&self, other: &Self) -> bool {
        self.tool() == other.tool() && self.prefix == other.prefix
    }
}

impl Eq for Selected {}

impl<'a> Described<'a> {
    /// Returns the approved signature; `None` of a tool of MCP.
    pub fn signature(self) -> Option<&'a ToolSignature> {
        match self {
            Self::Signature(signature) => Some(signature),
            Self::Schema(_) => None,
        }
    }

    /// Returns the name on the wire.
    pub fn name(self) -> &'a str {
        match self {
            Self::Signature(signature) => &signature.name,
            Self::Schema(tool) => &tool.name,
        }
    }

    /// Returns the description, if there is one.
    pub fn description(self) -> Option<&'a str> {
        match self {
            Self::Signature(signature) => Some(&signature.description),
            Self::Schema(tool) => tool.description.as_deref(),
        }
    }

    /// Returns the remark that this tool, or this version of it, should no longer be used.
    pub fn deprecated(self) -> Option<&'a Deprecated> {
        match self {
            Self::Signature(signature) => signature.deprecated.as_ref(),
            Self::Schema(tool) => tool.deprecated.as_ref(),
        }
    }

    /// Returns whether both are versions of one tool.
    pub(crate) fn is_same_tool(self, other: Self) -> bool {
        match (self, other) {
            (Self::Signature(own), Self::Signature(other)) => own.tool_id == other.tool_id,
            _ => false,
        }
    }

    /// Returns the effects of a call on the world, from the approved text (spec note AMB-41). MCP's
    /// hints mean the same; by its terms a tool that only reads destroys nothing, regardless of its
    /// other hints.
    pub fn hints(self) -> Hints {
        match self {
            Self::Signature(signature) => signature.hints,
            Self::Schema(tool) => {
                let annotations = &tool.annotations;
                let read_only = annotations.read_only == Some(true);
                Hints {
                    read_only,
                    idempotent: annotations.idempotent == Some(true),
                    destructive: annotations
                        .destructive
                        .filter(|destroys| !(read_only && *destroys)),
                    long_running: false,
                }
            }
        }
    }
}

impl<'a> From<&'a ToolSignature> for Described<'a> {
    fn from(signature: &'a ToolSignature) -> Self {
        Self::Signature(signature)
    }
}

impl<'a> From<&'a Tool> for Described<'a> {
    fn from(tool: &'a Tool) -> Self {
        Self::Schema(tool)
    }
}
