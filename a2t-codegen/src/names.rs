//! Rust names that a snapshot remembers, and the paths under which it does.
//!
//! Most names follow from the catalog. Those that followed from an earlier one, and would be others
//! by now, are in the snapshot, each under the path of what it names: `{toolId}` for a method,
//! `{toolId}/type` for its call and reply, `{toolId}/inputs/{id}` for a parameter, and below that
//! `/enum` and `/enum/{value}`, `{toolId}/errors/{name}` for an error and below that `/{member}`,
//! with `~0` and `~1` for `~` and `/` as in JSON pointers. Of a tool in several versions, one is
//! named for the tool; each other has the path `{toolId}@{version}` and its number in its names.
//! `{toolId}/version` has the number of that one, if the selection does not determine it.

use std::collections::BTreeMap;
use std::fmt;

use a2t_core::json::segment;
use a2t_core::{AllowedValue, InputType, OutputType, ToolId, ToolSignature};

use crate::ident::{Ident, Scope};

pub(crate) type Table = BTreeMap<String, String>;

/// Names of the client before.
#[derive(Clone, Copy)]
pub(crate) struct Memory<'a>(Option<&'a Table>);

impl<'a> Memory<'a> {
    pub(crate) const NONE: Self = Self(None);

    pub(crate) fn new(table: &'a Table) -> Self {
        Self(Some(table).filter(|table| !table.is_empty()))
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0.is_none()
    }

    /// The name at this path, if it can stand in this scope.
    pub(crate) fn get(self, scope: Scope, path: impl FnOnce() -> String) -> Option<Ident> {
        scope.remembered(self.0?.get(&path())?)
    }
}

/// Records names until a client has all that are wanted; `named` returns the names of the client that
/// remembers these. A recorded name may take one that something else would have by itself, so that this
/// one is recorded next.
pub(crate) fn recorded(mut names: Table, wanted: &Table, named: impl Fn(&Table) -> Table) -> Table {
    loop {
        let (now, known) = (named(&names), names.len());
        let other = wanted.iter().filter(|(path, name)| now.get(*path) != Some(name));
        names.extend(other.map(|(path, name)| (path.clone(), name.clone())));
        if names.len() == known {
            return names;
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Inputs,
    Outputs,
    Errors,
}

impl Side {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Inputs => "inputs",
            Self::Outputs => "outputs",
            Self::Errors => "errors",
        }
    }

    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Inputs => "input",
            Self::Outputs => "output",
            Self::Errors => "error",
        }
    }
}

/// A tool, or one version of it that has its number in its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) id: ToolId,
    pub(crate) number: Option<u32>,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}@{number}", self.id),
            None => self.id.fmt(f),
        }
    }
}

pub(crate) fn tool(key: Key) -> String {
    key.to_string()
}

pub(crate) fn kind(key: Key) -> String {
    format!("{key}/type")
}

/// Path of the version that is named for its tool.
pub(crate) fn plain(id: ToolId) -> String {
    format!("{id}/version")
}

pub(crate) fn parameter(tool: Key, side: Side, id: &str) -> String {
    format!("{tool}/{}/{}", side.as_str(), segment(id))
}

pub(crate) fn choice(tool: Key, side: Side, id: &str) -> String {
    format!("{}/enum", parameter(tool, side, id))
}

pub(crate) fn value(tool: Key, side: Side, id: &str, value: &str) -> String {
    format!("{}/{}", choice(tool, side, id), segment(value))
}

/// Path of a member of an error.
pub(crate) fn member(tool: Key, error: &str, member: &str) -> String {
    format!("{}/{}", parameter(tool, Side::Errors, error), segment(member))
}

/// Enums of one side. An output's enum without values is any string (spec note AMB-23).
pub(crate) fn enums(
    tool: &ToolSignature,
    side: Side,
) -> impl Iterator<Item = (&str, &[AllowedValue])> {
    let inputs = tool.input_parameters.iter().filter(move |_| side == Side::Inputs);
    let inputs = inputs.filter_map(|input| match &input.kind {
        InputType::Enum { allowed_values } => Some((&*input.id, &**allowed_values)),
        _ => None,
    });
    let outputs = tool.output_parameters.iter().filter(move |_| side == Side::Outputs);
    let outputs = outputs.filter_map(|output| match &output.kind {
        OutputType::Enum { allowed_values } if !allowed_values.is_empty() => {
            Some((&*output.id, &**allowed_values))
        }
        _ => None,
    });
    inputs.chain(outputs)
}
