//! Enums with the same values convert into each other, for every kind of name.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::catalogs::catalog;
use super::{often, whole};
use crate::ident;
use crate::names::{Memory, Side};
use crate::overrides::Applied;
use crate::plan::{Plan, plan};
use crate::types::pair::End;
use crate::types::{Choice, Content, Types};

/// An enum, what it is called on the wire, and the location where Rust has it.
#[derive(Debug)]
struct Enum {
    base: String,
    values: BTreeSet<String>,
    location: Location,
}

/// The side, the module and the name.
type Location = (&'static str, Option<String>, String);

fn location(end: &End) -> Location {
    let tool = end.tool.as_ref().map(ToString::to_string);
    (end.side.as_str(), tool, end.name.to_string())
}

fn shared(side: Side, choices: &[Choice<'_>]) -> Vec<Enum> {
    let choices = choices.iter().map(|choice| Enum {
        base: ident::choice_base(choice.id),
        values: choice.values.iter().map(|(_, value)| value.name.to_string()).collect(),
        location: (side.as_str(), None, choice.name.to_string()),
    });
    choices.collect()
}

fn own(side: Side, tool: &ident::Ident, types: &Types) -> Vec<Enum> {
    let enums = types.declared.iter().filter_map(|declared| match &declared.content {
        Content::Enum(values) => Some(Enum {
            base: ident::choice_base(&declared.property),
            values: values.iter().map(|(_, value)| value.name.to_string()).collect(),
            location: (side.as_str(), Some(tool.to_string()), declared.name.to_string()),
        }),
        Content::Object(_) | Content::Union(_) => None,
    });
    enums.collect()
}

/// All that a server sends.
fn sent(plan: &Plan<'_>) -> Vec<Enum> {
    let mut sent = shared(Side::Outputs, &plan.outputs);
    for tool in &plan.tools {
        sent.extend(own(Side::Outputs, &tool.name.method, &tool.sent));
        sent.extend(own(Side::Errors, &tool.name.method, &tool.errors.types));
    }
    sent
}

proptest! {
    #![proptest_config(often(100))]

    /// The catalogs have too few enums for the bound on pairs of one meaning.
    #[test]
    fn all_enums_that_say_the_same_are_pairs_and_no_others(tools in catalog()) {
        let plan = plan(whole(&tools), Memory::NONE, &mut Applied::default());
        let given = shared(Side::Inputs, &plan.inputs);
        let sent = sent(&plan);
        let say_the_same = |input: &Enum, sent: &&Enum| input.base == sent.base && input.values == sent.values;
        let mut expected: Vec<_> = given.iter().flat_map(|input| {
            let same = sent.iter().filter(move |sent| say_the_same(input, sent));
            same.map(|sent| (input.location.clone(), sent.location.clone()))
        }).collect();
        let pairs = plan.pairs.iter().map(|(input, sent)| (location(input), location(sent)));
        let mut pairs: Vec<_> = pairs.collect();
        expected.sort();
        pairs.sort();
        prop_assert_eq!(pairs, expected);
    }
}
