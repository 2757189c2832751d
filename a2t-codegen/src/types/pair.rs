//! Enums of an output, or of an error, and of an input that say the same, so that one becomes the
//! other.

use std::collections::{BTreeMap, BTreeSet};

use a2t_core::AllowedValue;

use super::{Choice, Content, Types};
use crate::ident::{self, Ident};
use crate::names::Side;

/// Pairs of one meaning across all tools. A meaning with more has one for each output, so that the
/// code of many tools with one enum stays linear in their number.
const PAIRS_MAX: usize = 256;

/// The parameter as Rust names it, and the values on the wire in whatever order.
type Meaning<'p> = (String, BTreeSet<&'p str>);

/// An enum of a client, and the place of its name.
#[derive(Clone)]
pub(crate) struct End {
    pub(crate) side: Side,
    /// The tool whose module has it; `None` for one that all tools share.
    pub(crate) tool: Option<Ident>,
    pub(crate) name: Ident,
}

/// An enum of inputs, and one of what servers send.
pub(crate) type Pair = (End, End);

/// The enums of a client by their meaning.
#[derive(Default)]
pub(crate) struct Meanings<'p>(BTreeMap<Meaning<'p>, Same>);

#[derive(Default)]
struct Same {
    inputs: Vec<End>,
    sent: Vec<End>,
}

impl<'p> Meanings<'p> {
    /// Adds enums that all tools share.
    pub(crate) fn share(&mut self, side: Side, choices: &'p [Choice<'_>]) {
        for choice in choices {
            let values = choice.values.iter().map(|(_, value)| &**value);
            self.add(choice.id, values, End { side, tool: None, name: choice.name.clone() });
        }
    }

    /// Adds the enums of one side of this tool.
    pub(crate) fn own(&mut self, tool: &Ident, types: &'p Types) {
        for declared in &types.declared {
            if let Content::Enum(values) = &declared.content {
                let values = values.iter().map(|(_, value)| value);
                let (tool, name) = (Some(tool.clone()), declared.name.clone());
                self.add(&declared.property, values, End { side: types.side, tool, name });
            }
        }
    }

    fn add(&mut self, id: &str, values: impl Iterator<Item = &'p AllowedValue>, end: End) {
        let meaning = (ident::choice_base(id), values.map(|value| &*value.name).collect());
        let same = self.0.entry(meaning).or_default();
        match end.side {
            Side::Inputs => same.inputs.push(end),
            Side::Outputs | Side::Errors => same.sent.push(end),
        }
    }

    /// Each enum of inputs with each of those that say the same.
    pub(crate) fn pairs(&self) -> Vec<Pair> {
        self.0.values().flat_map(Same::pairs).collect()
    }
}

impl Same {
    fn pairs(&self) -> Vec<Pair> {
        let few = self.inputs.len().saturating_mul(self.sent.len()) <= PAIRS_MAX;
        let mut pairs = Vec::new();
        for sent in &self.sent {
            let near = |input: &&End| few || input.tool.is_none() || input.tool == sent.tool;
            let most = if few { usize::MAX } else { 1 };
            let inputs = self.inputs.iter().filter(near).take(most);
            pairs.extend(inputs.map(|input| (input.clone(), sent.clone())));
        }
        pairs
    }
}
