//! Signatures as constants: what an expansion knows as tokens meets what only the types know.

#[allow(missing_docs)]
pub(crate) mod arity;
#[allow(missing_docs)]
pub(crate) mod check;
pub(crate) mod choice;
pub(crate) mod finite;
pub(crate) mod input;
pub(crate) mod kind;
pub(crate) mod output;
#[allow(missing_docs)]
pub(crate) mod placeholder;
pub(crate) mod record;
pub(crate) mod shape;
pub(crate) mod text;
pub(crate) mod tool;
pub(crate) mod values;
#[allow(missing_docs)]
pub(crate) mod wide;

use std::borrow::Cow;

use a2t_core::signature::{Deprecated, Hints, Preconditions, Text};
use a2t_core::{
    AllowedValue, InputParameter, InputType, JsonMember, OutputParameter, ProblemType, ToolId,
    ToolSignature,
};

use crate::{InputValues, Kind, RESULT, Shape, Type};

/// Facts of a whole tool, from its attribute and doc comment.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    pub(crate) id: u128,
    /// Hash of the name, computed by the macro; equal for equal names.
    pub(crate) hash: u64,
    pub(crate) name: &'static str,
    title: Option<&'static str>,
    description: &'static str,
    img: Option<&'static str>,
    tags: &'static [Text],
    pub(crate) version: u32,
    /// The newest published version; 0 if there is none.
    pub(crate) published: u32,
    /// First day, and advice for callers.
    deprecated: Option<(&'static str, &'static str)>,
    hints: Hints,
    scopes: &'static [Text],
    key_required: bool,
}

impl Head {
    pub const fn new(
        id: u128,
        version: u32,
        name: &'static str,
        hash: u64,
        description: &'static str,
    ) -> Self {
        Self {
            id,
            hash,
            name,
            title: None,
            description,
            img: None,
            tags: &[],
            version,
            published: 0,
            deprecated: None,
            hints: Hints::NONE,
            scopes: &[],
            key_required: false,
        }
    }

    #[must_use]
    pub const fn published(mut self, newest: u32) -> Self {
        self.published = newest;
        self
    }

    #[must_use]
    pub const fn deprecated(mut self, since: &'static str, note: &'static str) -> Self {
        self.deprecated = Some((since, note));
        self
    }

    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.hints.read_only = true;
        self
    }

    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.hints.idempotent = true;
        self
    }

    #[must_use]
    pub const fn destructive(mut self, destructive: bool) -> Self {
        self.hints.destructive = Some(destructive);
        self
    }

    #[must_use]
    pub const fn long_running(mut self) -> Self {
        self.hints.long_running = true;
        self
    }

    /// Sets the scopes that a caller needs, sorted.
    #[must_use]
    pub const fn scopes(mut self, scopes: &'static [Text]) -> Self {
        self.scopes = scopes;
        self
    }

    #[must_use]
    pub const fn key_required(mut self) -> Self {
        self.key_required = true;
        self
    }

    #[must_use]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
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

    #[must_use]
    pub const fn signature(self, parameters: Parameters) -> ToolSignature {
        let outputs = match parameters.returns {
            Shape::Plain(_) => parameters.result,
            Shape::Fields { outputs, .. } => outputs,
        };
        ToolSignature {
            tool_id: ToolId::from_u128(self.id),
            name: Cow::Borrowed(self.name),
            title: match self.title {
                Some(title) => Some(Cow::Borrowed(title)),
                None => None,
            },
            description: Cow::Borrowed(self.description),
            img: match self.img {
                Some(img) => Some(Cow::Borrowed(img)),
                None => None,
            },
            version: self.version,
            current_version: self.version,
            deprecated: match self.deprecated {
                Some((since, note)) => {
                    Some(Deprecated { since: Cow::Borrowed(since), note: Cow::Borrowed(note) })
                }
                None => None,
            },
            hints: self.hints,
            preconditions: Some(Preconditions {
                scopes: Cow::Borrowed(self.scopes),
                key_required: self.key_required,
            }),
            errors: Cow::Borrowed(parameters.errors),
            tags: Cow::Borrowed(self.tags),
            input_parameters: Cow::Borrowed(parameters.inputs),
            output_parameters: Cow::Borrowed(outputs),
        }
    }
}

/// The part of a signature that types decide. It is one constant, because rustc spends time on each.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    pub inputs: &'static [InputParameter],
    /// Defaults and examples of the inputs that may have one.
    pub values: &'static [InputValues],
    pub returns: Shape,
    /// Output of a plain value, described by `# Returns`.
    pub result: &'static [OutputParameter],
    /// Errors that the type of what the function returns declares.
    pub errors: &'static [ProblemType],
}

/// A parameter's type, and the facts in its attribute, which overrule those of the type. A separate
/// check refuses a number that does not fit.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub(crate) ty: Type,
    pub(crate) min: Option<i128>,
    pub(crate) max: Option<i128>,
    pub(crate) max_length: Option<i128>,
    pub(crate) default: Option<i128>,
    /// Default of a string, where tokens show it.
    pub(crate) text: Option<&'static str>,
    /// Whether the default is `true` or `false`.
    pub(crate) boolean: bool,
    id: Option<&'static str>,
    filled: bool,
    /// Whether the attribute is of a vendor's type, whose `ty` is the type inside.
    pub(crate) around: bool,
}

impl Facts {
    pub const fn new(ty: Type) -> Self {
        Self {
            ty,
            min: None,
            max: None,
            max_length: None,
            default: None,
            text: None,
            boolean: false,
            id: None,
            filled: false,
            around: false,
        }
    }

    /// Returns the facts in the attribute of a type around one of type `ty`.
    pub const fn around(ty: Type) -> Self {
        Self { around: true, ..Self::new(ty) }
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

    /// Marks a parameter with a default, which an invocation may leave out.
    #[must_use]
    pub const fn filled(mut self) -> Self {
        self.filled = true;
        self
    }

    pub(crate) const fn is_filled(self) -> bool {
        self.filled
    }

    #[must_use]
    pub const fn default(mut self, default: i128) -> Self {
        self.default = Some(default);
        self.filled()
    }

    #[must_use]
    pub const fn default_text(mut self, default: &'static str) -> Self {
        self.text = Some(default);
        self.filled()
    }

    #[must_use]
    pub const fn default_boolean(mut self) -> Self {
        self.boolean = true;
        self.filled()
    }

    /// Returns a type with these facts, which those of an attribute may narrow.
    pub const fn ty(self) -> Type {
        if !self.hold() {
            return Type::REFUSED;
        }
        let Type { kind, optional, limits: (low, high), format, example, .. } = self.ty;
        Type {
            kind: match kind {
                Kind::Int { min, max } => {
                    Kind::Int { min: or(self.min, min) as i64, max: or(self.max, max) as i64 }
                }
                kind => kind,
            },
            optional,
            limits: (or(self.min, low) as i64, or(self.max, high) as i64),
            max_length: self.longest(),
            narrowed: true,
            format,
            example,
        }
    }

    const fn longest(self) -> Option<u64> {
        match self.max_length {
            Some(max_length) => Some(max_length as u64),
            None => self.ty.max_length,
        }
    }

    pub const fn input(self, name: &'static str, description: &'static str) -> InputParameter {
        let kind = match self.ty.kind {
            _ if !self.hold() => InputType::Enum { allowed_values: Cow::Borrowed(&[]) },
            kind => kind.input(self.min, self.max, self.longest()),
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
            format: match (self.ty.kind, self.ty.format) {
                (Kind::String, Some(format)) => Some(Cow::Borrowed(format)),
                _ => None,
            },
        }
    }
}

pub const fn input(ty: Type, name: &'static str, description: &'static str) -> InputParameter {
    Facts::new(ty).input(name, description)
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
        kind: kind.output(),
        description: Cow::Borrowed(description),
    }
}

/// Returns the only output of a tool that returns a plain value; of no use to one that returns a
/// struct.
pub const fn result(shape: Shape, description: &'static str) -> OutputParameter {
    match shape {
        Shape::Plain(kind) => output(kind, RESULT, description),
        Shape::Fields { .. } => output(Kind::Json, RESULT, description),
    }
}

pub const fn error(
    status: u16,
    name: &'static str,
    uri: Option<&'static str>,
    description: &'static str,
    members: &'static [JsonMember],
) -> ProblemType {
    ProblemType {
        name: Cow::Borrowed(name),
        uri: match uri {
            Some(uri) => Some(Cow::Borrowed(uri)),
            None => None,
        },
        status,
        description: Cow::Borrowed(description),
        members: Cow::Borrowed(members),
    }
}

pub const fn value(name: &'static str, description: &'static str) -> AllowedValue {
    AllowedValue { name: Cow::Borrowed(name), description: Cow::Borrowed(description) }
}

pub(crate) const fn or(set: Option<i128>, own: i64) -> i128 {
    match set {
        Some(set) => set,
        None => own as i128,
    }
}
