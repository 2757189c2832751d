//! The dialects: a file for each provider of models and each framework, and one list of them all.

mod a2a;
mod anthropic;
mod autogen;
mod azure_foundry;
mod bedrock_agents;
mod bedrock_converse;
mod budget;
mod crewai;
mod gemini;
mod langchain;
mod mcp;
mod openai_assistants;
mod openai_chat;
mod openai_responses;
mod outputs;
mod place;
mod shape;
mod vercel_ai;
mod write;

use std::fmt;

use a2t_core::ToolSignature;
use a2t_core::error::nearest;
use serde_json::Value;

use crate::limits::{self, Limits};
use crate::{Call, Export, Mode, Result, Show, Turn, names, turn};
pub use a2a::Agent;
pub(crate) use budget::{Budget, Needs};
pub(crate) use shape::{Definition, Shape, export};

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

            /// Returns the id, such as `openai-chat`.
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
                /// Returns the definitions of these tools and notes on them, as [`Dialect::export`]
                /// writes them.
                ///
                /// # Errors
                /// Those of [`Dialect::export`].
                pub fn export(tools: &impl Show, mode: Mode) -> Result<Export> {
                    Dialect::$name.export(tools, mode)
                }

                /// Returns the definitions of these tools, as [`Dialect::tools`] writes them.
                ///
                /// # Errors
                /// Those of [`Dialect::tools`].
                pub fn tools(tools: &impl Show) -> Result<Value> {
                    Dialect::$name.tools(tools)
                }

                /// Returns the definitions of these tools in strict mode, as
                /// [`Dialect::strict_tools`] writes them.
                ///
                /// # Errors
                /// Those of [`Dialect::strict_tools`].
                pub fn strict_tools(tools: &impl Show) -> Result<Value> {
                    Dialect::$name.strict_tools(tools)
                }

                /// Returns the calls in a model's message, as [`Dialect::calls`] reads them.
                ///
                /// # Errors
                /// Those of [`Dialect::calls`].
                pub fn calls(message: &Value) -> Result<Vec<Call>> {
                    Dialect::$name.calls(message)
                }

                /// Returns the message that carries these results, as [`Dialect::message`] writes
                /// it.
                pub fn message(results: Vec<Value>) -> Value {
                    Dialect::$name.message(results)
                }
            }
        )*
    };
}

dialects! {
    /// The Agent2Agent protocol, versions 1.0 and 0.3. A tool is a skill of an agent card, whose
    /// `skills` the definitions are; a call is a data part `{"skill": "now", "input": {}}` of a
    /// message, and all calls of one message end in one task. A wrong call ends it as rejected, a
    /// failed tool as failed.
    A2a = "a2a", a2a::AgentToAgent;
    /// Anthropic's Messages API.
    Anthropic = "anthropic", anthropic::Messages;
    /// Azure AI Foundry's agents, the first version of its SDKs (`azure-ai-agents`).
    AzureFoundry = "azure-foundry", azure_foundry::Agents;
    /// Azure AI Foundry's agents, the second version of its SDKs (`azure-ai-projects`).
    AzureFoundryV2 = "azure-foundry-v2", azure_foundry::PROJECTS;
    /// AutoGen, whose successor is Microsoft Agent Framework: `ToolSchema`s, and the `FunctionCall`s of an `AssistantMessage`.
    Autogen = "autogen", autogen::Messages;
    /// Amazon Bedrock Agents, closed to new customers since 30 July 2026. The definitions are an action group's `functionSchema`; calls come
    /// as returned control or as the event of a Lambda function. A wrong call is answered with
    /// `REPROMPT`, for the model to try again, a failed tool with `FAILURE`, which ends the turn.
    BedrockAgents = "bedrock-agents", bedrock_agents::ActionGroups;
    /// Amazon Bedrock's Converse API; the definitions are `toolConfig.tools`.
    BedrockConverse = "bedrock-converse", bedrock_converse::Converse;
    /// CrewAI: `args_schema`s, and calls from a model's text (`Action`, `Action Input`) or from its
    /// provider. An observation is a text.
    Crewai = "crewai", crewai::Crew;
    /// Google's Gemini API: `generateContent`, and the calls and results of the Interactions API
    /// ([`Gemini::interactions`] has its definitions). A tool without inputs has no `parameters`, as the API demands.
    Gemini = "gemini", gemini::GenerateContent;
    /// LangChain and LangGraph. A definition is what `bind_tools` takes (by its `parameters`), and
    /// `StructuredTool(**tool, func=...)` (by its `args_schema`); calls are the `tool_calls` of an
    /// `AIMessage`.
    Langchain = "langchain", langchain::Messages;
    /// The Model Context Protocol. The definitions are the `tools` of a result of `tools/list`;
    /// each request `tools/call` is answered separately, so that several answers are a list.
    Mcp = "mcp", mcp::JsonRpc;
    /// OpenAI's Assistants API, which OpenAI shut down on 26 August 2026; for what speaks like it.
    OpenaiAssistants = "openai-assistants", openai_assistants::Runs;
    /// OpenAI's Chat Completions API.
    OpenaiChat = "openai-chat", openai_chat::Completions;
    /// OpenAI's Responses API.
    OpenaiResponses = "openai-responses", openai_responses::OPENAI;
    /// Vercel's AI SDK. The definitions are an object, a member a tool, whose schemas go through its
    /// `jsonSchema()`.
    VercelAi = "vercel-ai", vercel_ai::ModelMessages;
}

impl Dialect {
    /// Returns the dialect of this id.
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

    /// Limits of this dialect.
    pub fn limits(self) -> &'static Limits {
        let id = match self {
            Self::AzureFoundryV2 => Self::AzureFoundry.id(),
            other => other.id(),
        };
        limits::find(id).unwrap_or(&limits::FREE)
    }

    /// Returns the names that this dialect takes for the inputs of a tool, in their order: each
    /// one's own wherever it is accepted, else its words (`city_name` for `City Name`).
    pub fn input_names(self, tool: &ToolSignature) -> Vec<String> {
        let names = tool.input_parameters.iter();
        let names: Vec<_> = names.map(|input| &*input.name).collect();
        names::accepted(&names, self.limits().parameter_name.as_ref())
    }

    /// Returns the definitions of these tools, and notes on facts that they leave out.
    ///
    /// ```
    /// use a2t_dialect::{Dialect, Mode};
    ///
    /// # let tool = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
    /// #   "name":"forecast","description":"Forecasts.","version":1,"currentVersion":1,"input_parameters":[
    /// #   {"id":"city","name":"city","description":"The city","max-length":100}]}"#).unwrap().signature;
    /// # let tools = a2t_dialect::Selection::approved([tool]);
    /// let export = Dialect::Anthropic.export(&tools, Mode::Strict)?;
    /// let city = &export.value[0]["input_schema"]["properties"]["city"];
    /// assert_eq!(city["description"], "The city (at most 100 characters)");
    /// assert_eq!(
    ///     export.notes.last().unwrap().to_string(),
    ///     "`forecast`, `city`: at most 100 characters: stands in the description, \
    ///      since the schema has no place for it",
    /// );
    /// # Ok::<_, a2t_dialect::Error>(())
    /// ```
    ///
    /// # Errors
    /// Two tools with one name, and a signature that cannot be read.
    pub fn export(self, tools: &impl Show, mode: Mode) -> Result<Export> {
        export(self, &*tools.shown()?, mode, &mut Budget::default())
    }

    /// Returns the value of the request's `tools` field, or of what stands for it in this dialect.
    ///
    /// # Errors
    /// Those of [`Dialect::export`].
    pub fn tools(self, tools: &impl Show) -> Result<Value> {
        Ok(self.export(tools, Mode::Open)?.value)
    }

    /// Writes definitions as [`Dialect::tools`] does, in the provider's strict mode if it has one:
    /// models then keep to the schema, which carries less. What it cannot carry stands in the
    /// descriptions and is still checked when the tool is called.
    ///
    /// Providers compile a limited number of strict tools and optional inputs of a request, and
    /// refuse more: `strict_tools` and `strict_optional` of [`Limits`]. The tools that fit, in the
    /// order of the selection, are strict, the others are left open, with a note of
    /// [`Dialect::export`] for each. To choose them, write the strict ones first:
    /// `Fragment::new(dialect).strict_tools(&these)?.tools(&those)?`
    /// ([`Fragment`](crate::hosted::Fragment)).
    ///
    /// # Errors
    /// Those of [`Dialect::tools`].
    pub fn strict_tools(self, tools: &impl Show) -> Result<Value> {
        Ok(self.export(tools, Mode::Strict)?.value)
    }

    /// Returns every call in a model's message, in its order: a whole reply of the provider, one
    /// message, or the list of calls. A message without calls has none.
    ///
    /// Not among them are calls that a person has to confirm first, and those that are answered in
    /// the message already. A call that stands there twice under one id is one. The last call of a
    /// message that was cut off, and a second call under the id of another, are there to be
    /// answered and not to be run ([`Given::Withheld`](crate::Given::Withheld)).
    ///
    /// A message without calls is not always an answer: see [`Dialect::turn`].
    ///
    /// # Errors
    /// A message that is not of this dialect, and a piece of a stream. Arguments that cannot be read
    /// and a name that is missing are no error here: such a call is answered like any other.
    pub fn calls(self, message: &Value) -> Result<Vec<Call>> {
        turn::calls(self, message)
    }

    /// Returns the step that a model's message asks for: calls to be carried out, an answer that is
    /// finished, or why it is not. Pass the whole reply of the provider: a message without the
    /// reply around it may lack the reason for its end, and then counts as finished.
    ///
    /// ```
    /// use a2t_dialect::{Dialect, Turn};
    /// use serde_json::json;
    ///
    /// let reply = json!({"role": "assistant", "stop_reason": "max_tokens", "content": [
    ///     {"type": "tool_use", "id": "toolu_1", "name": "transfer", "input": {"amount": 1}}]});
    /// assert_eq!(Dialect::Anthropic.turn(&reply)?, Turn::CutOff("max_tokens".into()));
    /// # Ok::<_, a2t_dialect::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Dialect::calls`], but for pieces of a stream, which are [`Turn::Streaming`].
    pub fn turn(self, message: &Value) -> Result<Turn> {
        turn::turn(self, message)
    }

    /// Returns the message (or messages) that carries these results, made by [`Call::result`],
    /// back.
    pub fn message(self, results: Vec<Value>) -> Value {
        self.shape().message(results)
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
