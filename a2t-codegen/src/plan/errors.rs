//! The errors that tools declare: an enum for each tool, named for it.
//!
//! Tools share none, though many list the same: an error that one of them gets would change the type
//! of the others.

use a2t_core::ProblemType;

use super::called::Called;
use super::member_names;
use crate::ident::Scope;
use crate::names::{self, Memory, Side};
use crate::overrides::Applied;
use crate::types::{Errors, Listed, Types};

impl<'a> Errors<'a> {
    pub(super) fn new(tool: &Called<'a>, memory: Memory<'_>, applied: &mut Applied) -> Self {
        let mut types = Types::new(&tool.label(), Side::Errors);
        let errors: &'a [ProblemType] = &tool.signature.errors;
        let wires: Vec<_> = errors.iter().map(|error| &*error.name).collect();
        let names = member_names(
            tool,
            Side::Errors,
            Scope::OpenVariant,
            wires.iter().map(|wire| (*wire, *wire)).collect(),
            memory,
            applied,
        );
        let listed = errors.iter().zip(names).map(|(error, name)| {
            let path = |member: &str| names::member(tool.key(), &error.name, member);
            let kept = |member: &str| memory.get(Scope::Field, || path(member));
            let members = types.of_error(error, kept, applied);
            Listed { name, error, members }
        });
        let listed = listed.collect();
        types.finish(applied);
        Self { listed, types }
    }
}
