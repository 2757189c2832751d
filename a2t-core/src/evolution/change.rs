//! One change between two signatures: the rule, the location, what was there and what is there now.

use std::fmt;

use super::rule::Rule;
use super::shape_path::{PIECES, ShapePath};
use super::witness::Witness;
use crate::signature::{
    AllowedValue, Hints, InputParameter, OutputParameter, ProblemType, Text, ToolId,
};

/// One change from an earlier signature to a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<'a> {
    /// The rule that speaks of changes of this kind.
    pub rule: Rule,
    /// Location in the signature.
    pub path: Path<'a>,
    /// Value in the earlier signature.
    pub old: Quoted<'a>,
    /// Value in the later signature.
    pub new: Quoted<'a>,
    /// Call or reply that stopped working, if the wire breaks and one value shows it.
    pub witness: Option<Witness<'a>>,
}

/// One of the two lists of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `input_parameters`.
    Inputs,
    /// `output_parameters`.
    Outputs,
}

/// A member of a signature, of a parameter or of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Member {
    /// `toolId`.
    ToolId,
    /// `id`.
    Id,
    /// `name`.
    Name,
    /// `description`.
    Description,
    /// `img`.
    Img,
    /// `title`.
    Title,
    /// `annotations`.
    Annotations,
    /// `version`.
    Version,
    /// `currentVersion`.
    CurrentVersion,
    /// `tags`.
    Tags,
    /// `type`.
    Type,
    /// `required`.
    Required,
    /// `min`.
    Min,
    /// `max`.
    Max,
    /// `max-length`.
    MaxLength,
    /// `allowed-values`.
    AllowedValues,
    /// `status`.
    Status,
    /// `format`.
    Format,
    /// `scopes`.
    Scopes,
    /// `idempotencyKey`.
    IdempotencyKey,
}

/// A location in a signature. Parameters are named by the id that the earlier signature gave them, errors by the
/// name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path<'a> {
    /// A member of the tool: `version`.
    Tool(Member),
    /// A precondition: `preconditions.scopes`.
    Precondition(Member),
    /// All parameters of a side: `inputs`.
    Parameters(Side),
    /// A parameter: `inputs[i2]`.
    Parameter(Side, &'a str),
    /// A member of a parameter: `inputs[i2].max`.
    Member(Side, &'a str, Member),
    /// A choice: `inputs[i3].allowed-values[ECONOMY]`.
    AllowedValue(Side, &'a str, &'a str),
    /// The description of a choice: `inputs[i3].allowed-values[ECONOMY].description`.
    AllowedValueDescription(Side, &'a str, &'a str),
    /// A location within the shape of an output: `outputs[days].schema[].high.description`.
    Shape(Side, &'a str, ShapePath<'a>),
    /// All errors: `errors`.
    Errors,
    /// An error: `errors[ALREADY_LENT]`.
    Error(&'a str),
    /// A member of an error: `errors[ALREADY_LENT].status`.
    ErrorMember(&'a str, Member),
    /// A location within the members of the problem: `errors[ALREADY_LENT].schema.until.description`.
    ErrorShape(&'a str, ShapePath<'a>),
}

/// Value of a signature at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quoted<'a> {
    /// Nothing.
    Absent,
    /// A text, a name or an id.
    Text(&'a str),
    /// A bound.
    Integer(i64),
    /// A length.
    Length(u64),
    /// A version.
    Version(u32),
    /// `true` or `false`.
    Boolean(bool),
    /// Effects of a call on the world, as declared by the vendor.
    Hints(Hints),
    /// The id of a tool.
    ToolId(ToolId),
    /// A type, by its wire name.
    Type(&'static str),
    /// Tags.
    Tags(&'a [Text]),
    /// Scopes that a caller needs.
    Scopes(&'a [Text]),
    /// Choices, in their order.
    AllowedValues(&'a [AllowedValue]),
    /// An input as a whole.
    Input(&'a InputParameter),
    /// An output as a whole.
    Output(&'a OutputParameter),
    /// Inputs, in their order.
    Inputs(&'a [InputParameter]),
    /// Outputs, in their order.
    Outputs(&'a [OutputParameter]),
    /// The `type` of an error of this tool.
    ErrorType(ToolId, &'a ProblemType),
    /// Errors, in their order.
    Errors(&'a [ProblemType]),
}

impl<'a> Change<'a> {
    pub(super) const fn new(rule: Rule, path: Path<'a>, old: Quoted<'a>, new: Quoted<'a>) -> Self {
        Self { rule, path, old, new, witness: None }
    }
}

impl Side {
    /// Returns `inputs` or `outputs`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inputs => "inputs",
            Self::Outputs => "outputs",
        }
    }
}

impl Member {
    /// Returns the member's name in a document.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ToolId => "toolId",
            Self::Id => "id",
            Self::Name => "name",
            Self::Description => "description",
            Self::Img => "img",
            Self::Title => "title",
            Self::Annotations => "annotations",
            Self::Version => "version",
            Self::CurrentVersion => "currentVersion",
            Self::Tags => "tags",
            Self::Type => "type",
            Self::Required => "required",
            Self::Min => "min",
            Self::Max => "max",
            Self::MaxLength => "max-length",
            Self::AllowedValues => "allowed-values",
            Self::Status => "status",
            Self::Format => "format",
            Self::Scopes => "scopes",
            Self::IdempotencyKey => "idempotencyKey",
        }
    }
}

impl<'a> Path<'a> {
    /// Returns the side and the id of the parameter concerned, if one is.
    pub const fn parameter(self) -> Option<(Side, &'a str)> {
        match self {
            Self::Tool(_)
            | Self::Precondition(_)
            | Self::Parameters(_)
            | Self::Errors
            | Self::Error(_)
            | Self::ErrorMember(..)
            | Self::ErrorShape(..) => None,
            Self::Parameter(side, id)
            | Self::Member(side, id, _)
            | Self::AllowedValue(side, id, _)
            | Self::AllowedValueDescription(side, id, _)
            | Self::Shape(side, id, _) => Some((side, id)),
        }
    }

    /// Returns the name of the error concerned, if one is.
    pub const fn error(self) -> Option<&'a str> {
        match self {
            Self::Error(name) | Self::ErrorMember(name, _) | Self::ErrorShape(name, _) => {
                Some(name)
            }
            _ => None,
        }
    }

    /// Texts that follow the pieces of a location within a shape.
    pub(super) const fn shape_path(self) -> [&'a str; PIECES] {
        match self {
            Self::Shape(_, _, location) | Self::ErrorShape(_, location) => location.pieces(),
            _ => [""; PIECES],
        }
    }

    pub(super) const fn pieces(self) -> [&'a str; 8] {
        match self {
            Self::Tool(member) => [member.name(), "", "", "", "", "", "", ""],
            Self::Precondition(member) => ["preconditions.", member.name(), "", "", "", "", "", ""],
            Self::Parameters(side) => [side.name(), "", "", "", "", "", "", ""],
            Self::Parameter(side, id) => [side.name(), "[", id, "]", "", "", "", ""],
            Self::Member(side, id, member) => {
                [side.name(), "[", id, "].", member.name(), "", "", ""]
            }
            Self::AllowedValue(side, id, value) => {
                [side.name(), "[", id, "].", "allowed-values", "[", value, "]"]
            }
            Self::AllowedValueDescription(side, id, value) => {
                [side.name(), "[", id, "].", "allowed-values", "[", value, "].description"]
            }
            Self::Shape(side, id, _) => [side.name(), "[", id, "].schema", "", "", "", ""],
            Self::Errors => ["errors", "", "", "", "", "", "", ""],
            Self::Error(name) => ["errors[", name, "]", "", "", "", "", ""],
            Self::ErrorMember(name, member) => {
                ["errors[", name, "].", member.name(), "", "", "", ""]
            }
            Self::ErrorShape(name, _) => ["errors[", name, "].schema", "", "", "", "", ""],
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().into_iter().chain(self.shape_path()).try_for_each(|piece| f.write_str(piece))
    }
}

#[expect(clippy::large_enum_variant, reason = "const evaluation has no boxes")]
pub(super) enum Step<'a> {
    Same,
    Changed(Change<'a>),
    End,
}

impl<'a> Step<'a> {
    pub(super) const fn changed(
        rule: Rule,
        path: Path<'a>,
        old: Quoted<'a>,
        new: Quoted<'a>,
    ) -> Self {
        Self::Changed(Change::new(rule, path, old, new))
    }

    pub(super) const fn witnessed(self, witness: Option<Witness<'a>>) -> Self {
        match self {
            Self::Changed(change) => Self::Changed(Change { witness, ..change }),
            Self::Same => Self::Same,
            Self::End => Self::End,
        }
    }

    pub(super) const fn change(self) -> Option<Change<'a>> {
        match self {
            Self::Changed(change) => Some(change),
            Self::Same | Self::End => None,
        }
    }
}

pub(super) fn collect<'a>(next: impl Fn(&mut usize) -> Step<'a>) -> Vec<Change<'a>> {
    let (mut found, mut step) = (Vec::new(), 0);
    while let Some(change) = next(&mut step).change() {
        found.push(change);
        step += 1;
    }
    found
}
