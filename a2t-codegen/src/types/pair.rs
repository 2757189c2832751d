//! Enums of an output and of an input that say the same, so that one becomes the other.

use std::collections::{BTreeMap, BTreeSet};

use a2t_core::AllowedValue;

use super::{Content, Types};
use crate::ident::{self, Ident};

/// Pairs of one meaning across all tools. A meaning with more has those within each tool alone, so
/// that the code of many tools with one enum stays linear in their number.
const PAIRS_MAX: usize = 256;

/// The parameter as Rust names it, and the values on the wire in whatever order.
pub(crate) type Meaning = (String, BTreeSet<String>);

pub(crate) fn meaning<'v>(id: &str, values: impl Iterator<Item = &'v AllowedValue>) -> Meaning {
    (ident::choice_base(id), values.map(|value| value.name.to_string()).collect())
}

/// An enum in the module of its tool.
#[derive(Clone, Copy)]
pub(crate) struct Own<'p> {
    pub(crate) tool: &'p Ident,
    pub(crate) name: &'p Ident,
}

/// Enums of one meaning.
#[derive(Default)]
struct Same<'p> {
    inputs: Vec<Own<'p>>,
    outputs: Vec<Own<'p>>,
}

/// Each enum of an input with each of an output that says the same, of tools with the types of their
/// inputs and of their outputs.
pub(crate) fn pairs<'p>(
    tools: impl Iterator<Item = (&'p Ident, &'p Types, &'p Types)>,
) -> Vec<(Own<'p>, Own<'p>)> {
    let mut found: BTreeMap<Meaning, Same<'p>> = BTreeMap::new();
    for (tool, given, sent) in tools {
        for (meaning, name) in enums(given) {
            found.entry(meaning).or_default().inputs.push(Own { tool, name });
        }
        for (meaning, name) in enums(sent) {
            found.entry(meaning).or_default().outputs.push(Own { tool, name });
        }
    }
    found.values().flat_map(Same::pairs).collect()
}

fn enums(types: &Types) -> impl Iterator<Item = (Meaning, &Ident)> {
    types.declared.iter().filter_map(|declared| match &declared.content {
        Content::Enum(values) => {
            let values = values.iter().map(|(_, value)| value);
            Some((meaning(&declared.property, values), &declared.name))
        }
        Content::Object(_) => None,
    })
}

impl<'p> Same<'p> {
    fn pairs(&self) -> Vec<(Own<'p>, Own<'p>)> {
        let few = self.inputs.len().saturating_mul(self.outputs.len()) <= PAIRS_MAX;
        let mut pairs = Vec::new();
        for output in &self.outputs {
            let mut own = self.inputs.iter().filter(|input| input.tool == output.tool);
            if few {
                pairs.extend(self.inputs.iter().map(|input| (*input, *output)));
            } else {
                pairs.extend(own.next().map(|input| (*input, *output)));
            }
        }
        pairs
    }
}
