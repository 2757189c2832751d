//! The list of dialects: a name and an id for each.

use std::fmt;

use a2t_core::error::nearest;

use crate::limits::{self, Limits};

/// Passes the dialects to a macro: documentation, name and id of each.
macro_rules! each_dialect {
    ($then:ident) => {
        $then! {
            /// The Agent2Agent protocol, versions 1.0 and 0.3. A tool is a skill of an agent card, whose
            /// `skills` the definitions are; a call is a data part `{"skill": "now", "input": {}}` of a
            /// message, and all calls of one message end in one task. A wrong call ends it as rejected, a
            /// failed tool as failed.
            A2a = "a2a";
            /// Anthropic's Messages API.
            Anthropic = "anthropic";
            /// Azure AI Foundry's agents, the first version of its SDKs (`azure-ai-agents`).
            AzureFoundry = "azure-foundry";
            /// Azure AI Foundry's agents, the second version of its SDKs (`azure-ai-projects`).
            AzureFoundryV2 = "azure-foundry-v2";
            /// AutoGen, whose successor is Microsoft Agent Framework: `ToolSchema`s, and the `FunctionCall`s of an `AssistantMessage`.
            Autogen = "autogen";
            /// Amazon Bedrock Agents, closed to new customers since 30 July 2026. The definitions are an action group's `functionSchema`; calls come
            /// as returned control or as the event of a Lambda function. A wrong call is answered with
            /// `REPROMPT`, for the model to try again, a failed tool with `FAILURE`, which ends the turn.
            BedrockAgents = "bedrock-agents";
            /// Amazon Bedrock's Converse API; the definitions are `toolConfig.tools`.
            BedrockConverse = "bedrock-converse";
            /// CrewAI: `args_schema`s, and calls from a model's text (`Action`, `Action Input`) or from its
            /// provider. An observation is a text.
            Crewai = "crewai";
            /// Google's Gemini API: `generateContent`, and the calls and results of the Interactions API
            /// ([`Gemini::interactions`](crate::Gemini::interactions) has its definitions). A tool without inputs has no `parameters`, as the API demands.
            Gemini = "gemini";
            /// LangChain and LangGraph. A definition is what `bind_tools` takes (by its `parameters`), and
            /// `StructuredTool(**tool, func=...)` (by its `args_schema`); calls are the `tool_calls` of an
            /// `AIMessage`.
            Langchain = "langchain";
            /// The Model Context Protocol. The definitions are the `tools` of a result of `tools/list`;
            /// each request `tools/call` is answered separately, so that several answers are a list.
            Mcp = "mcp";
            /// OpenAI's Assistants API, which OpenAI shut down on 26 August 2026; for what speaks like it.
            OpenaiAssistants = "openai-assistants";
            /// OpenAI's Chat Completions API.
            OpenaiChat = "openai-chat";
            /// OpenAI's Responses API.
            OpenaiResponses = "openai-responses";
            /// Vercel's AI SDK. The definitions are an object, a member a tool, whose schemas go through its
            /// `jsonSchema()`.
            VercelAi = "vercel-ai";
        }
    };
}
pub(crate) use each_dialect;

macro_rules! define {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal;)*) => {
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
        }
    };
}

each_dialect! { define }

impl Dialect {
    /// Returns the dialect of this id.
    ///
    /// # Errors
    /// No such dialect: the words name those there are, and the nearest.
    pub fn find(id: &str) -> Result<Self, String> {
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
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
