//! The type of a value as text.

use crate::emit::{Code, code};
use crate::ident::Ident;
use crate::names::Side;
use crate::types::{Kind, Types};

/// Module that a type is named in.
#[derive(Clone, Copy)]
pub(crate) enum Module {
    /// The module of the client.
    Client,
    /// A module next to those of the types: `call`, `reply`.
    Sibling,
    /// The module of the tool's own types.
    Own,
    /// The module of the modules of the tools' own types.
    Parent,
}

impl Module {
    /// Name that the types of the library have here: one in lower case, which no type of a tool
    /// has, and next to modules that are named for tools one that no tool has.
    pub(super) fn types(self) -> Code {
        match self {
            Self::Parent => code!("_t"),
            Self::Client | Self::Sibling | Self::Own => code!("t"),
        }
    }
}

/// The types of one side of a tool, as a module names them.
pub(crate) struct Names<'a> {
    pub(crate) types: &'a Types,
    /// The tool, whose module has the types.
    pub(crate) tool: &'a Ident,
    pub(crate) side: Side,
    pub(crate) module: Module,
}

impl Names<'_> {
    fn declared(&self, index: usize) -> Option<Code> {
        let (tool, name) = (self.tool, self.types.name(index)?);
        let module = self.side.module();
        Some(match self.module {
            Module::Client => code!("{module}::{tool}::{name}"; module, tool, name),
            Module::Sibling => code!("super::{module}::{tool}::{name}"; module, tool, name),
            Module::Own => code!("{name}"; name),
            Module::Parent => code!("{tool}::{name}"; tool, name),
        })
    }

    /// Expands to: `t::List<t::Int<0, 14>>`.
    pub(crate) fn given(&self, kind: &Kind) -> Code {
        match kind {
            Kind::Integer { min: i64::MIN, max: i64::MAX } => code!("t::AnyInt"),
            Kind::Integer { min: i64::MIN, max } => code!("t::AtMost<{max}>"; max),
            Kind::Integer { min, max: i64::MAX } => code!("t::AtLeast<{min}>"; min),
            Kind::Integer { min, max } => code!("t::Int<{min}, {max}>"; min, max),
            Kind::Number => code!("t::Number"),
            Kind::Boolean => code!("bool"),
            Kind::Text { max: Some(max) } => code!("t::Text<{max}>"; max),
            Kind::Text { max: None } => code!("t::String"),
            Kind::List(item) => code!("t::List<{item}>"; item = self.given(item)),
            Kind::Map(value) => code!("t::Dict<{value}>"; value = self.given(value)),
            Kind::Nullable(inner) => code!("t::Nullable<{inner}>"; inner = self.given(inner)),
            Kind::Declared(index) => self.declared(*index).unwrap_or_else(|| code!("t::Value")),
            Kind::Any => code!("t::Value"),
        }
    }

    /// Expands to: `t::Option<t::Vec<i64>>`; what may be absent is not twice an option.
    pub(crate) fn sent(&self, kind: &Kind, required: bool) -> Code {
        self.read(kind, required, &code!("{types}::"; types = self.module.types()))
    }

    /// Expands to: `Option<Vec<output::get_weather::Day>>`, for documentation of the client.
    pub(crate) fn documented(&self, kind: &Kind, required: bool) -> Code {
        self.read(kind, required, &code!(""))
    }

    /// `t` stands before what the library has.
    fn read(&self, kind: &Kind, required: bool, t: &Code) -> Code {
        let value = match kind {
            Kind::Integer { .. } => code!("i64"),
            Kind::Number => code!("f64"),
            Kind::Boolean => code!("bool"),
            Kind::Text { .. } => code!("{t}String"; t),
            Kind::List(item) => code!("{t}Vec<{item}>"; t, item = self.read(item, true, t)),
            Kind::Map(value) => {
                code!("{t}BTreeMap<{t}String, {value}>"; t, value = self.read(value, true, t))
            }
            Kind::Nullable(inner) => return self.read(inner, false, t),
            Kind::Declared(index) => self.declared(*index).unwrap_or_else(|| code!("{t}Value"; t)),
            Kind::Any => code!("{t}Value"; t),
        };
        if required { value } else { code!("{t}Option<{value}>"; t, value) }
    }
}
