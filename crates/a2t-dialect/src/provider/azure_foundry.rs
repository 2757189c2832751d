//! Azure AI Foundry's agents. The first version of its SDKs has the format of OpenAI's Assistants
//! API, but no strict mode; the second has the format of OpenAI's Responses API, and is a separate
//! dialect.

use serde_json::{Value, json};

use super::node::Node;
use super::openai_assistants::{RUN_ENDS, calls, output};
use super::openai_chat::{definition, functions};
use super::openai_responses::Responses;
use super::{Definition, Dialect, Shape};
use crate::call::Call;
use crate::style::Style;
use crate::{Outcome, Result};

/// The first version.
pub(super) struct Agents;

pub(super) const PROJECTS: Responses = Responses(Dialect::AzureFoundryV2);

impl Shape for Agents {
    fn style(&self, _strict: bool) -> Style {
        Style::OPEN
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        definition(tool, false)
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        functions(calls(Node::root(Dialect::AzureFoundry, message))?)
    }

    fn ends(&self) -> &'static [&'static str] {
        RUN_ENDS
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        output(call, outcome)
    }

    fn message(&self, results: Vec<Value>) -> Value {
        json!({ "tool_outputs": results })
    }
}
