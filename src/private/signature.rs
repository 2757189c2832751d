//! Signatures as constants: what an expansion knows as tokens meets what only the types know.

use std::borrow::Cow;

use a2t_core::signature::{Deprecated, Text};
use a2t_core::{
    AllowedValue, InputParameter, InputType, OutputParameter, OutputType, ToolId, ToolSignature,
};

use crate::tool::{Choices, Enum, Kind, RESULT, Shape, Type};

/// What a tool's attribute and doc comment say about the whole tool.
pub struct Head {
    pub id: u128,
    pub name: &'static str,
    pub description: &'static str,
    pub img: Option<&'static str>,
    pub tags: &'static [Text],
    pub version: u32,
    /// Since when, and what to do instead.
    pub deprecated: Option<(&'static str, &'static str)>,
}

impl Head {
    pub const fn new(
        id: u128,
        name: &'static str,
        description: &'static str,
        version: u32,
    ) -> Self {
        Self {
            id,
            name,
            description,
            img: None,
            tags: &[],
            version,
            deprecated: None,
        }
    }

    #[must_use]
    pub const fn deprecated(mut self, since: &'static str, note: &'static str) -> Self {
        self.deprecated = Some((since, note));
        self
    }

    #[must_use]
    pub const fn img(mut self, img: &'static str) -> Self {
        self.img = Some(img);
        self
    }

    #[must_use]
    pub const fn tags(mut self, tags: &'static [Text]) -> Self {
        self.tags = tags;
        self
    }

    pub const fn signature(
        self,
        inputs: &'static [InputParameter],
        outputs: &'static [OutputParameter],
    ) -> ToolSignature {
        ToolSignature {
            tool_id: ToolId::from_u128(self.id),
            name: Cow::Borrowed(self.name),
            description: Cow::Borrowed(self.description),
            img: match self.img {
                Some(img) => Some(Cow::Borrowed(img)),
                None => None,
            },
            version: self.version,
            current_version: self.version,
            deprecated: match self.deprecated {
                Some((since, note)) => Some(Deprecated {
                    since: Cow::Borrowed(since),
                    note: Cow::Borrowed(note),
                }),
                None => None,
            },
            tags: Cow::Borrowed(self.tags),
            input_parameters: Cow::Borrowed(inputs),
            output_parameters: Cow::Borrowed(outputs),
        }
    }
}

/// What a parameter's type says, and what its attribute says other than the type does, or more.
/// A number that does not fit is refused by a check that stands beside the signature.
#[derive(Clone, Copy)]
pub struct Facts {
    pub(super) ty: Type,
    pub(super) min: Option<i128>,
    pub(super) max: Option<i128>,
    pub(super) max_length: Option<i128>,
    pub(super) default: Option<i128>,
    id: Option<&'static str>,
    filled: bool,
}

impl Facts {
    pub const fn of(ty: Type) -> Self {
        Self {
            ty,
            min: None,
            max: None,
            max_length: None,
            default: None,
            id: None,
            filled: false,
        }
    }

    #[must_use]
    pub const fn id(mut self, id: &'static str) -> Self {
        self.id = Some(id);
        self
    }

    #[must_use]
    pub const fn min(mut self, min: i128) -> Self {
        self.min = Some(min);
        self
    }

    #[must_use]
    pub const fn max(mut self, max: i128) -> Self {
        self.max = Some(max);
        self
    }

    #[must_use]
    pub const fn max_length(mut self, max_length: i128) -> Self {
        self.max_length = Some(max_length);
        self
    }

    /// A default fills in what an invocation leaves out.
    #[must_use]
    pub const fn filled(mut self) -> Self {
        self.filled = true;
        self
    }

    /// A default that is an integer.
    #[must_use]
    pub const fn default(mut self, default: i128) -> Self {
        self.default = Some(default);
        self.filled()
    }

    pub const fn input(self, name: &'static str, description: &'static str) -> InputParameter {
        let kind = match self.ty.kind {
            Kind::Int { min, max } => InputType::Int {
                min: Some(or(self.min, min) as i64),
                max: or(self.max, max) as i64,
            },
            Kind::Boolean => InputType::Boolean,
            Kind::Enum(choices) => InputType::Enum {
                allowed_values: Cow::Borrowed(choices.values),
            },
            Kind::String | Kind::Json => InputType::String {
                max_length: match self.max_length {
                    Some(max_length) => Some(max_length as u64),
                    None => None,
                },
            },
        };
        let id = match self.id {
            Some(id) => id,
            None => name,
        };
        InputParameter {
            id: Cow::Borrowed(id),
            name: Cow::Borrowed(name),
            kind,
            description: Cow::Borrowed(description),
            required: !(self.ty.optional || self.filled),
        }
    }
}

pub const fn input(ty: Type, name: &'static str, description: &'static str) -> InputParameter {
    Facts::of(ty).input(name, description)
}

pub const fn output(kind: Kind, name: &'static str, description: &'static str) -> OutputParameter {
    output_with(kind, name, name, description)
}

pub const fn output_with(
    kind: Kind,
    id: &'static str,
    name: &'static str,
    description: &'static str,
) -> OutputParameter {
    OutputParameter {
        id: Cow::Borrowed(id),
        name: Cow::Borrowed(name),
        kind: match kind {
            Kind::String => OutputType::String,
            Kind::Int { .. } => OutputType::Int,
            Kind::Boolean => OutputType::Boolean,
            Kind::Enum(choices) => OutputType::Enum {
                allowed_values: Cow::Borrowed(choices.values),
            },
            Kind::Json => OutputType::Json,
        },
        description: Cow::Borrowed(description),
    }
}

/// The only output of a tool that returns a plain value; of no use to one that returns a struct.
pub const fn result(shape: Shape, description: &'static str) -> OutputParameter {
    match shape {
        Shape::Plain(kind) => output(kind, RESULT, description),
        Shape::Fields(_) => output(Kind::Json, RESULT, description),
    }
}

/// The output of a tool that returns an enum.
pub const fn choice<T: Enum>() -> Shape {
    Shape::Plain(Kind::Enum(Choices::of::<T>()))
}

/// The outputs of a tool: the fields of a struct, or the only output.
pub const fn outputs(
    shape: Shape,
    plain: &'static [OutputParameter],
) -> &'static [OutputParameter] {
    match shape {
        Shape::Plain(_) => plain,
        Shape::Fields(fields) => fields,
    }
}

pub const fn value(name: &'static str, description: &'static str) -> AllowedValue {
    AllowedValue {
        name: Cow::Borrowed(name),
        description: Cow::Borrowed(description),
    }
}

pub(super) const fn or(given: Option<i128>, own: i64) -> i128 {
    match given {
        Some(given) => given,
        None => own as i128,
    }
}
