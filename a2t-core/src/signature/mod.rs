//! The tool signature: the one type that the macros write as a constant and serde reads at run time.

mod blank;
mod canonical;
mod check;
mod day;
mod deprecated;
mod extension;
mod fast;
mod hints;
mod id;
mod input_type;
mod integer;
mod location;
mod member;
mod parse;
mod preconditions;
mod problem_type;
pub mod rule;
mod scalar;
mod shape;
mod spelling;
#[cfg(test)]
mod tests;
mod unicode;
mod unknown;

use std::borrow::Cow;

pub(crate) use canonical::Locked;
pub use check::check_catalog;
pub use day::unix_seconds;
pub use deprecated::Deprecated;
pub use hints::Hints;
pub use id::{ToolId, ToolIdError};
pub use input_type::{Constraints, InputType};
pub use integer::integer;
pub(crate) use integer::whole;
pub(crate) use parse::read_value;
pub use parse::{Parsed, parse, parse_value};
pub(crate) use preconditions::REQUIRED;
pub use preconditions::{Preconditions, SCOPES_MAX};
pub(crate) use problem_type::PROBLEM_TYPE_PREFIX;
pub use problem_type::{
    PROBLEM_MEMBERS, PROBLEM_STATUSES, PROBLEM_TYPES_MAX, ProblemType, default_type, problem_types,
    problem_types_value, vendor_type,
};
pub use shape::{
    JsonMember, JsonShape, Nested, Reader, SHAPE_DEPTH_MAX, SHAPE_SIZE_MAX, check_value,
};

/// Text that is `'static` when a macro wrote it and owned when it came off the wire.
pub type Text = Cow<'static, str>;
/// A list that is `'static` when a macro wrote it and owned when it came off the wire.
pub type List<T> = Cow<'static, [T]>;

/// The largest `int` a parameter without `max` takes (draft section 6.1).
pub const DEFAULT_MAX: i64 = 65_535;
/// The largest integer that every JSON reader keeps exactly: 2^53 - 1 (RFC 8259, section 6).
pub const SAFE_MAX: i64 = (1 << 53) - 1;

/// A tool's signature: what it is called, what it takes, what it returns (draft section 6.1).
///
/// A value that came from [`parse`] or from a macro obeys every rule of the draft. Check a value
/// that you put together by hand with [`ToolSignature::check`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToolSignature {
    /// Identifies the tool on its server permanently (`toolId`).
    pub tool_id: ToolId,
    /// Unique on its server; 1 to 254 characters, snake case by convention.
    pub name: Text,
    /// The name that people are shown; one line of 1 to 254 characters. An extension (spec note
    /// AMB-42).
    pub title: Option<Text>,
    /// Purpose of the tool, for a model to read; at most 1999 characters.
    pub description: Text,
    /// URL of a picture of the tool.
    pub img: Option<Text>,
    /// This signature's version, from 1.
    pub version: u32,
    /// The version that the tool's server calls current (`currentVersion`); below `version` while
    /// a new version is staged or after one was withdrawn.
    pub current_version: u32,
    /// The server's remark that this version is on its way out (`deprecated`); an extension.
    pub deprecated: Option<Deprecated>,
    /// Effects of a call, as declared by the vendor (`annotations`); an extension.
    pub hints: Hints,
    /// What a call needs in addition to its inputs (`preconditions`); an extension. `None` if it is not known:
    /// published files of earlier releases lack preconditions, formats and hints.
    pub preconditions: Option<Preconditions>,
    /// Errors that a call may be answered with, as far as the vendor declares them (`errors`); an
    /// extension.
    pub errors: List<ProblemType>,
    /// Free labels to filter by.
    pub tags: List<Text>,
    /// Inputs of an invocation (`input_parameters`).
    pub input_parameters: List<InputParameter>,
    /// Outputs of a reply (`output_parameters`).
    pub output_parameters: List<OutputParameter>,
}

/// One input of a tool (draft section 6.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InputParameter {
    /// Identifies the parameter across versions; unique among the tool's inputs.
    pub id: Text,
    /// Name in an invocation; unique among the tool's inputs.
    pub name: Text,
    /// The values it takes.
    pub kind: InputType,
    /// Meaning, for a model to read.
    pub description: Text,
    /// Whether an invocation must carry it, as it must if the document is silent.
    pub required: bool,
    /// The format of a string that accepts only some texts, such as `uuid` (`format`); an extension
    /// (spec note AMB-49).
    pub format: Option<Text>,
}

/// One choice of an `enum` (draft section 6.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AllowedValue {
    /// Capitalised snake case, at most 255 characters.
    pub name: Text,
    /// Meaning of the choice; at most 2000 characters.
    pub description: Text,
}

/// One output of a tool (draft section 6.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OutputParameter {
    /// Identifies the parameter across versions; unique among the tool's outputs.
    pub id: Text,
    /// Name in a reply; unique among the tool's outputs.
    pub name: Text,
    /// The values it takes.
    pub kind: OutputType,
    /// Meaning, for a model to read.
    pub description: Text,
}

/// The values an output takes: those of an input, any JSON, and JSON of a shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OutputType {
    /// A JSON string.
    String,
    /// A JSON integer.
    Int,
    /// `true` or `false`.
    Boolean,
    /// One of the names listed; any name where none is listed (spec note AMB-23).
    Enum {
        /// The choices (`allowed-values`), possibly none.
        allowed_values: List<AllowedValue>,
    },
    /// Any JSON value.
    Json,
    /// JSON of this shape, `json` on the wire; an extension (`schema`, spec note AMB-46).
    Described {
        /// The shape, which is not [`JsonShape::Any`].
        shape: Nested,
    },
}

impl OutputType {
    /// Returns the wire name: `string`, `int`, `boolean`, `enum` or `json`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Int => "int",
            Self::Boolean => "boolean",
            Self::Enum { .. } => "enum",
            Self::Json | Self::Described { .. } => "json",
        }
    }
}
