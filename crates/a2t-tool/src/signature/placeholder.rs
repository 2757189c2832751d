//! Stands in for what a derive would generate if it did not report a mistake: an enum without values, which is a form
//! that no other type has. The checks of a build recognise it and stay silent, because one mistake should be one
//! error.

use std::borrow::Cow;

use a2t_core::{
    InputParameter, InputType, JsonMember, JsonShape, OutputParameter, OutputType, ProblemType,
    ToolSignature,
};

use crate::signature::{Head, Parameters, error};
use crate::{Choices, Key, Kind, Shape, Type};

impl Choices {
    pub const REFUSED: Self = Self { values: &[], contract: 0, text: 0 };
}

impl Kind {
    pub const REFUSED: Self = Self::Enum(Choices::REFUSED);

    pub(crate) const fn is_refused(self) -> bool {
        match self {
            Self::Enum(choices) => choices.values.is_empty(),
            Self::Described(shape) => shape_is_refused(shape),
            _ => false,
        }
    }
}

impl Type {
    pub const REFUSED: Self = Self::new(Kind::REFUSED);
}

impl Shape {
    pub const REFUSED: Self = Self::Fields { outputs: &[], kinds: &[], fingerprints: &[] };

    pub(crate) const fn is_refused(self) -> bool {
        match self {
            Self::Plain(kind) => kind.is_refused(),
            Self::Fields { outputs, .. } => outputs.is_empty(),
        }
    }
}

impl Head {
    pub const REFUSED: Self = Self::new(0, 0, "", 0, "");
}

impl Parameters {
    pub const REFUSED: Self =
        Self { inputs: &[], values: &[], returns: Shape::REFUSED, result: &[], errors: &[] };
}

/// Shape of a member of a record.
pub const SHAPE_REFUSED: &JsonShape = &JsonShape::Enum { allowed_values: Cow::Borrowed(&[]) };

/// Errors of a type whose errors are not known.
pub const ERRORS_REFUSED: &[ProblemType] = &[error(0, "", None, "", &[])];

const SIGNATURE: &ToolSignature = &Head::REFUSED.signature(Parameters::REFUSED);

impl Key {
    /// A tool, or a block of tools, whose attribute reported a mistake.
    pub const REFUSED: Self =
        Self { name: "", hash: 0, id: 0, version: 0, published: 0, signature: || SIGNATURE };

    pub(crate) const fn is_refused(&self) -> bool {
        self.name.is_empty()
    }
}

pub(crate) const fn input_is_refused(input: &InputParameter) -> bool {
    match &input.kind {
        InputType::Enum { allowed_values: Cow::Borrowed(values) } => values.is_empty(),
        _ => false,
    }
}

pub(crate) const fn output_is_refused(output: &OutputParameter) -> bool {
    match &output.kind {
        OutputType::Enum { allowed_values: Cow::Borrowed(values) } => values.is_empty(),
        OutputType::Described { shape } => shape_is_refused(shape.get()),
        _ => false,
    }
}

/// Returns `true` if one of the errors, or a member of one, has a type whose derive reported a mistake.
#[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
pub(crate) const fn errors_are_refused(errors: &[ProblemType]) -> bool {
    let mut index = 0;
    while index < errors.len() {
        let error = &errors[index];
        if error.status == 0
            || matches!(&error.members, Cow::Borrowed(members) if members_are_refused(members))
        {
            return true;
        }
        index += 1;
    }
    false
}

const fn shape_is_refused(shape: &JsonShape) -> bool {
    match shape {
        JsonShape::Enum { allowed_values: Cow::Borrowed(values) } => values.is_empty(),
        JsonShape::Record { members: Cow::Borrowed(members) } => members_are_refused(members),
        JsonShape::List { items: shape } | JsonShape::Nullable { shape } => {
            shape_is_refused(shape.get())
        }
        _ => false,
    }
}

#[expect(clippy::indexing_slicing, reason = "in bounds, and const")]
const fn members_are_refused(members: &[JsonMember]) -> bool {
    let mut index = 0;
    while index < members.len() {
        if shape_is_refused(members[index].shape.get()) {
            return true;
        }
        index += 1;
    }
    false
}
