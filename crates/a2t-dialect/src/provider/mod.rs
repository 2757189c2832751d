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
mod node;
mod openai_assistants;
mod openai_chat;
mod openai_responses;
pub(crate) mod outputs;
mod parts;
mod shape;
mod vercel_ai;
mod write;

use a2t_core::ToolSignature;
use serde_json::Value;

use crate::dialect::each_dialect;
use crate::{Call, Dialect, Export, Mode, Result, Show, ToolOptions, Turn, names, turn};
pub use a2a::Agent;
pub(crate) use budget::{Budget, Needs};
pub(crate) use shape::{Definition, Offered, Shape, export};
pub(crate) use write::{set, set_at};

macro_rules! define {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal;)*) => {
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

each_dialect! { define }

impl Dialect {
    pub(crate) fn shape(self) -> &'static dyn Shape {
        match self {
            Self::A2a => &a2a::AgentToAgent,
            Self::Anthropic => &anthropic::Messages,
            Self::AzureFoundry => &azure_foundry::Agents,
            Self::AzureFoundryV2 => &azure_foundry::PROJECTS,
            Self::Autogen => &autogen::Messages,
            Self::BedrockAgents => &bedrock_agents::ActionGroups,
            Self::BedrockConverse => &bedrock_converse::Converse,
            Self::Crewai => &crewai::Crew,
            Self::Gemini => &gemini::GenerateContent,
            Self::Langchain => &langchain::Messages,
            Self::Mcp => &mcp::JsonRpc,
            Self::OpenaiAssistants => &openai_assistants::Runs,
            Self::OpenaiChat => &openai_chat::Completions,
            Self::OpenaiResponses => &openai_responses::OPENAI,
            Self::VercelAi => &vercel_ai::ModelMessages,
        }
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
        self.export_with(tools, &mode.into())
    }

    /// Returns the definitions of these tools with these options, and notes on facts and options that they leave out.
    ///
    /// # Errors
    /// Those of [`Dialect::export`].
    pub fn export_with(self, tools: &impl Show, options: &ToolOptions) -> Result<Export> {
        export(self, &*tools.shown()?, options, &mut Offered::default())
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
    /// refuse more: `strict_tools` and `strict_optional` of [`Limits`](crate::Limits). The tools that fit, in the
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
    /// Those of [`Dialect::calls`], except for pieces of a stream, which are [`Turn::Streaming`].
    pub fn turn(self, message: &Value) -> Result<Turn> {
        turn::turn(self, message)
    }

    /// Returns the messages of a reply as the next request repeats them, before the results of its calls: one message
    /// of the model, or the items of OpenAI's Responses. There are none in dialects whose servers keep the
    /// conversation, such as `bedrock-agents`.
    ///
    /// ```
    /// use a2t_dialect::Dialect;
    /// use serde_json::json;
    ///
    /// let message = json!({"role": "assistant", "content": "It is cold."});
    /// let reply = json!({"choices": [{"finish_reason": "stop", "message": message}]});
    /// assert_eq!(Dialect::OpenaiChat.reply_messages(&reply), [message]);
    /// assert_eq!(Dialect::OpenaiChat.reply_text(&reply), "It is cold.");
    /// ```
    pub fn reply_messages(self, reply: &Value) -> Vec<Value> {
        turn::messages(self, reply)
    }

    /// Returns a message of a user with this text, as a request has it.
    ///
    /// ```
    /// use a2t_dialect::Dialect;
    /// use serde_json::json;
    ///
    /// let message = Dialect::Gemini.user_message("Do I need an umbrella?")?;
    /// assert_eq!(message, json!({"role": "user", "parts": [{"text": "Do I need an umbrella?"}]}));
    /// # Ok::<_, a2t_dialect::Error>(())
    /// ```
    ///
    /// A message of A2A has an id that is derived from the text. Set another one if you send the same text again.
    ///
    /// # Errors
    /// [`Error::RequestOption`](crate::Error::RequestOption) for `bedrock-agents` and `mcp`, whose requests have no
    /// messages of users.
    pub fn user_message(self, text: &str) -> Result<Value> {
        turn::user_message(self, text)
    }

    /// Returns the text of a reply, without the model's thoughts; empty if there is none.
    pub fn reply_text(self, reply: &Value) -> String {
        turn::text(self, reply)
    }

    /// Returns the message (or messages) that carries these results, made by [`Call::result`],
    /// back.
    pub fn message(self, results: Vec<Value>) -> Value {
        self.shape().message(results)
    }
}
