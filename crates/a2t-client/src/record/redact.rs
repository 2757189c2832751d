//! Rewrites values before they are kept, and arguments before they are compared.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::end::End;
use super::entry::Asked;
use super::line::Object;

/// Key of the problem in the `_meta` of an MCP result.
const PROBLEM: &str = "dev.a2t/problem";

/// A value that is about to be kept or compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field<'a> {
    /// The tool, by its name on the wire.
    pub tool: &'a str,
    /// Part of the call.
    pub part: Part,
    /// Name of the input or output, or of the member of a problem; empty for [`Part::Text`].
    pub name: &'a str,
}

/// Part of a call that a value belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// An input.
    Input,
    /// An output; of a tool of MCP a member of its structured result, or its `content`; of one of RAP
    /// its `text`, `content` or `display_as`.
    Output,
    /// A member of a problem, also of one in the `_meta` of an MCP result, or of a JSON-RPC error.
    Problem,
    /// A reply that is not one of the protocol, whole, as a string.
    Text,
}

type Rewrite = dyn Fn(Field<'_>, &mut Value) + Send + Sync;

#[derive(Clone, Default)]
pub(super) struct Rule(Option<Arc<Rewrite>>);

impl Rule {
    pub(super) fn new(rewrite: impl Fn(Field<'_>, &mut Value) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(rewrite)))
    }

    /// Rewrites the arguments.
    pub(super) fn asked(&self, asked: &mut Asked) {
        if let Asked::Tool { tool, arguments, .. } = asked {
            self.all(tool, Part::Input, arguments);
        }
    }

    /// Rewrites the end of a call; requests that run no tool have nothing of a user's.
    pub(super) fn end(&self, asked: &Asked, end: &mut End) {
        let Asked::Tool { tool, .. } = asked else {
            return;
        };
        match end {
            End::Outputs(outputs) => self.all(tool, Part::Output, outputs),
            End::Problem { problem: members, .. } | End::Refused(members) => {
                self.all(tool, Part::Problem, members);
            }
            End::Result(result) => {
                if let Some(Value::Object(structured)) = result.get_mut("structuredContent") {
                    self.all(tool, Part::Output, structured);
                }
                for name in ["content", "text", "display_as"] {
                    if let Some(value) = result.get_mut(name) {
                        self.one(Field { tool, part: Part::Output, name }, value);
                    }
                }
                let problem = result.get_mut("_meta").and_then(|meta| meta.get_mut(PROBLEM));
                if let Some(Value::Object(members)) = problem {
                    self.all(tool, Part::Problem, members);
                }
            }
            End::Text(text) => {
                let mut value = Value::String(std::mem::take(text));
                self.one(Field { tool, part: Part::Text, name: "" }, &mut value);
                *text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            }
            End::Page(_) | End::Failure(..) => {}
        }
    }

    fn all(&self, tool: &str, part: Part, values: &mut Object) {
        for (name, value) in values {
            self.one(Field { tool, part, name }, value);
        }
    }

    fn one(&self, field: Field<'_>, value: &mut Value) {
        if let Some(rewrite) = &self.0 {
            rewrite(field, value);
        }
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Rule" } else { "None" })
    }
}
