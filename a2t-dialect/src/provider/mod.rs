//! The dialects: a file for each provider of models and each framework, and one list of them all.

mod a2a;
mod anthropic;
mod autogen;
mod bedrock_agents;
mod bedrock_converse;
mod crewai;
mod gemini;
mod langchain;
mod mcp;
mod outputs;
mod place;
mod shape;
mod vercel_ai;
mod write;

use std::fmt;

use a2t_core::InputParameter;
use a2t_core::error::nearest;
use serde_json::Value;

use crate::limits::{self, Limits};
use crate::{Call, Result, Show, names};
pub use a2a::Agent;
pub(crate) use shape::{Definition, Shape};

macro_rules! dialects {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $shape:path;)*) => {
        /// A provider's or a framework's way to write tools, calls and results.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Dialect {
            $($(#[doc = $doc])+ $name,)*
        }

        impl Dialect {
            /// Every dialect, by id.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The id, such as `openai-chat`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* }
            }

            pub(crate) fn shape(self) -> &'static dyn Shape {
                match self { $(Self::$name => &$shape,)* }
            }
        }

        $(
            $(#[doc = $doc])+
            ///
            /// The functions are those of [`Dialect`].
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl $name {
                /// The definitions of these tools, as [`Dialect::tools`] writes them.
                ///
                /// # Errors
                /// Those of [`Dialect::tools`].
                pub fn tools(tools: &impl Show) -> Result<Value> {
                    Dialect::$name.tools(tools)
                }

                /// The definitions of these tools in strict mode, as [`Dialect::strict_tools`]
                /// writes them.
                ///
                /// # Errors
                /// Those of [`Dialect::strict_tools`].
                pub fn strict_tools(tools: &impl Show) -> Result<Value> {
                    Dialect::$name.strict_tools(tools)
                }

                /// The calls in a model's message, as [`Dialect::calls`] reads them.
                ///
                /// # Errors
                /// Those of [`Dialect::calls`].
                pub fn calls(message: &Value) -> Result<Vec<Call>> {
                    Dialect::$name.calls(message)
                }

                /// The message that carries these results, as [`Dialect::message`] writes it.
                pub fn message(results: Vec<Value>) -> Value {
                    Dialect::$name.message(results)
                }
            }
        )*
    };
}

dialects! {
    /// The Agent2Agent protocol: skills of an agent card.
    A2a = "a2a", a2a::AgentToAgent;
    /// Anthropic's Messages API.
    Anthropic = "anthropic", anthropic::Messages;
    /// AutoGen.
    Autogen = "autogen", autogen::Messages;
    /// Amazon Bedrock Agents: functions of an action group.
    BedrockAgents = "bedrock-agents", bedrock_agents::ActionGroups;
    /// Amazon Bedrock's Converse API.
    BedrockConverse = "bedrock-converse", bedrock_converse::Converse;
    /// CrewAI.
    Crewai = "crewai", crewai::Crew;
    /// Google's Gemini API.
    Gemini = "gemini", gemini::GenerateContent;
    /// LangChain and LangGraph.
    Langchain = "langchain", langchain::Messages;
    /// The Model Context Protocol.
    Mcp = "mcp", mcp::JsonRpc;
    /// Vercel's AI SDK.
    VercelAi = "vercel-ai", vercel_ai::ModelMessages;
}

impl Dialect {
    /// The dialect of this id.
    ///
    /// # Errors
    /// No such dialect: the words name those there are, and the nearest.
    pub fn find(id: &str) -> std::result::Result<Self, String> {
        let ids = || Self::ALL.iter().map(|dialect| dialect.id());
        let found = Self::ALL.iter().find(|dialect| dialect.id() == id);
        found.copied().ok_or_else(|| {
            let meant = nearest(id, ids()).map(|meant| format!("; did you mean `{meant}`?"));
            let all = ids().collect::<Vec<_>>().join(", ");
            format!(
                "no dialect is called `{}`{}; there are {all}",
                a2t_core::error::inert(id),
                meant.unwrap_or_default()
            )
        })
    }

    /// What this dialect accepts.
    pub fn limits(self) -> &'static Limits {
        limits::find(self.id()).unwrap_or(&limits::FREE)
    }

    /// The name that this dialect takes for an input: its own wherever it is accepted.
    pub fn input_name(self, input: &InputParameter) -> String {
        names::accepted(&input.name, self.limits().parameter_name.as_ref())
    }

    /// The value of the request's `tools` field, or of what stands for it in this dialect.
    ///
    /// # Errors
    /// Two tools with one name, and a signature that cannot be read.
    pub fn tools(self, tools: &impl Show) -> Result<Value> {
        shape::export(self, &*tools.shown()?, false)
    }

    /// [`Dialect::tools`] in the provider's strict mode, where it has one: models then keep to the
    /// schema, which carries less. What it cannot carry stands in the descriptions and is still
    /// judged when the tool is called.
    ///
    /// # Errors
    /// Those of [`Dialect::tools`].
    pub fn strict_tools(self, tools: &impl Show) -> Result<Value> {
        shape::export(self, &*tools.shown()?, true)
    }

    /// Every call in a model's message, in its order: a whole reply of the provider, one message,
    /// or the list of calls. A message without calls has none.
    ///
    /// # Errors
    /// A message that is not of this dialect. Arguments that cannot be read are no error here: such
    /// a call is answered like any other.
    pub fn calls(self, message: &Value) -> Result<Vec<Call>> {
        self.shape().calls(message)
    }

    /// The message (or messages) that carries these results, made by [`Call::result`], back.
    pub fn message(self, results: Vec<Value>) -> Value {
        self.shape().message(results)
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
