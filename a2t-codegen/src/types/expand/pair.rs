//! Conversions between types with the same content.

use super::library;
use crate::emit::{Code, Rust, code, invocations, rust};
use crate::ident::Ident;
use crate::names::Side;
use crate::types::pair::{End, Pair};

/// Expands to: `same_choices! { impl From<Units> for output::Units {} }`, and the way back.
pub(crate) fn same_choices(pairs: &[Pair], root: &Code, out: &mut Rust) {
    let same_choices = library(root, &code!("same_choices"));
    invocations(&same_choices, pairs, out, |(input, sent), out| {
        rust!(out, "impl From<{input}> for {sent} {{}}"; input = input.path(), sent = sent.path());
    });
}

/// Expands to: `same_objects! { impl From<super::super::output::book::Stops> for Stops {} }`, in the
/// module of this tool's inputs, the only code that can make one.
pub(super) fn same_objects(tool: &Ident, pairs: &[Pair], root: &Code, out: &mut Rust) {
    let own = pairs.iter().filter(|(input, _)| input.tool.as_ref() == Some(tool));
    let same_objects = library(root, &code!("same_objects"));
    invocations(&same_objects, &own.collect::<Vec<_>>(), out, |(input, sent), out| {
        rust!(out,
            "impl From<super::super::{sent}> for {input} {{}}";
            sent = sent.path(), input = &input.name);
    });
}

impl End {
    /// Expands to: `output::book::Seat`, or to `Units`, which stands next to the client.
    fn path(&self) -> Code {
        let (module, name) = (self.side.module(), &self.name);
        match &self.tool {
            Some(tool) => code!("{module}::{tool}::{name}"; module, tool, name),
            None if self.side == Side::Inputs => code!("{name}"; name),
            None => code!("{module}::{name}"; module, name),
        }
    }
}
