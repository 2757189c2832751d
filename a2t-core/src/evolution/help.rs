//! Help for a change of the code, and what the change breaks if the version is published.

use super::rule::{Class, Rule};

pub(super) const fn help(rule: Rule) -> &'static str {
    match rule {
        Rule::InputAddedRequired => {
            "Make it an `Option`, or give it a default: `#[a2t(default = …)]`."
        }
        Rule::InputBecameRequired => {
            "Make it an `Option` again, or give it a default: `#[a2t(default = …)]`."
        }
        Rule::InputBecameOptional => {
            "Keep it required; add another parameter, an `Option`, for callers who need to omit it."
        }
        Rule::InputRemoved => {
            "Keep the parameter, even if the function ignores it; one that was only renamed in the \
             code keeps its wire name with `#[a2t(id = \"…\", name = \"…\")]`."
        }
        Rule::OutputRemoved => {
            "Keep returning it; a field that was only renamed in the code keeps its wire name with \
             `#[a2t(id = \"…\", name = \"…\")]`."
        }
        Rule::ErrorRemoved => {
            "Keep the variant, even if it is never sent (`#[allow(dead_code)]`); one that was only renamed in \
             the code keeps its wire name with `#[a2t(name = \"…\")]`."
        }
        Rule::ErrorTypeChanged => {
            "Callers distinguish errors by it: restore `#[a2t(type = \"…\")]`, or remove it where there was none."
        }
        Rule::ErrorMemberRemoved => {
            "Keep sending it; a field that was only renamed in the code keeps its wire name with \
             `#[a2t(name = \"…\")]`."
        }
        Rule::ScopeAdded => {
            "Keep the scopes as they were, in every version; a tool that needs another scope is a separate tool."
        }
        Rule::IdempotencyKeyRequired => {
            "Remove `idempotency_key`: a key that a caller sends is honoured in any case. A tool that needs one is a separate \
             tool."
        }
        Rule::InputFormatAdded => {
            "Accept the text as before, as a `String`; add another parameter, an `Option`, for the stricter type."
        }
        Rule::InputFormatChanged => {
            "Restore the type; one that only has another name in the code keeps its format with \
             `#[a2t(text, format = \"…\")]`."
        }
        Rule::HintWithdrawn => {
            "Restore the keys (`read_only`, `idempotent`, `destructive = false`): callers repeat such calls, and run them without \
             asking. Anything that does more is a separate tool."
        }
        rule => rule.hint(),
    }
}

pub(super) const fn edit(rule: Rule) -> Option<Rule> {
    match rule.class() {
        Class::Contract => Some(Rule::PublishedVersionEdited),
        Class::Text | Class::Metadata => Some(Rule::PublishedTextEdited),
        Class::Lineage
        | Class::Order
        | Class::Preconditions
        | Class::Hints
        | Class::WellFormed
        | Class::Codegen => None,
    }
}
