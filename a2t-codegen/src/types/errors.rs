//! The errors that tools declare: an enum for each tool, for clients of A2T and of MCP.

use a2t_core::ProblemType;

use super::{Member, Types};
use crate::ident::{self, Ident, Scope};
use crate::names::Side;
use crate::overrides::Applied;

pub(crate) struct Errors<'a> {
    pub(crate) listed: Vec<Listed<'a>>,
    /// Enums and objects of the errors' members.
    pub(crate) types: Types,
}

/// An error as a variant.
pub(crate) struct Listed<'a> {
    pub(crate) name: Ident,
    pub(crate) error: &'a ProblemType,
    pub(crate) members: Vec<Member>,
}

impl<'a> Errors<'a> {
    /// Plans the errors of an MCP tool. Their names follow only from the wire.
    pub(crate) fn of_schema(tool: &str, errors: &'a [ProblemType], applied: &mut Applied) -> Self {
        let mut types = Types::new(tool, Side::Errors);
        let wires = errors.iter().map(|error| &*error.name);
        let names =
            ident::members(Scope::OpenVariant, wires.clone(), Side::Errors.noun(), |_| None);
        let paths = wires.map(|error| vec![format!("{tool}.errors.{error}")]);
        let names = applied.members(Scope::OpenVariant, paths, names);
        let listed = errors.iter().zip(names).map(|(error, name)| {
            let members = types.of_error(error, |_| None, applied);
            Listed { name, error, members }
        });
        let listed = listed.collect();
        types.finish(applied);
        Self { listed, types }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }
}
