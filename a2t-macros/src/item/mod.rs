//! The phases of each macro: read, check, expand; the item itself is emitted even after an error.

mod block;
mod configured;
mod derive;
mod form;
mod function;
mod list;

pub(crate) use block::{decided, tools};
pub(crate) use derive::{choice, error, newtype, output, record};
pub(crate) use form::Derive;
pub(crate) use function::tool;
pub(crate) use list::toolset;
