//! Version of a dated or versioned shape that is written.

use std::borrow::Cow;

macro_rules! versions {
    ($($(#[doc = $doc:literal])+ $field:ident = $default:literal;)*) => {
        /// Versions of providers' shapes that are written, with a default for each.
        ///
        /// A default is the version that most models of the provider take; the newest one is often
        /// for the newest models only. Any name can be set, also one that is younger than this crate.
        ///
        /// ```
        /// use a2t_dialect::Dialect;
        /// use a2t_dialect::hosted::{CodeInterpreter, Fragment, Versions};
        ///
        /// let versions = Versions::new().anthropic_code_execution("code_execution_20260521");
        /// let fragment = Fragment::with(Dialect::Anthropic, versions).hosted(CodeInterpreter::new())?;
        /// assert_eq!(fragment.body()["tools"][0]["type"], "code_execution_20260521");
        /// # Ok::<(), a2t_dialect::Error>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Versions {
            $(pub(crate) $field: Cow<'static, str>,)*
            pub(super) anthropic_mcp: AnthropicMcp,
            pub(super) bedrock: BedrockAgent,
        }

        impl Versions {
            /// Creates the default versions.
            pub fn new() -> Self {
                Self {
                    $($field: Cow::Borrowed($default),)*
                    anthropic_mcp: AnthropicMcp::default(),
                    bedrock: BedrockAgent::default(),
                }
            }

            $(
                $(#[doc = $doc])+
                #[doc = concat!("\n\nDefault: `", $default, "`.")]
                #[must_use]
                pub fn $field(mut self, name: impl Into<Cow<'static, str>>) -> Self {
                    self.$field = name.into();
                    self
                }
            )*

            /// Sets the shape in which MCP servers are declared to Anthropic.
            #[must_use]
            pub fn anthropic_mcp(mut self, shape: AnthropicMcp) -> Self {
                self.anthropic_mcp = shape;
                self
            }

            /// Sets the operation of Bedrock that the fragment is a part of.
            #[must_use]
            pub fn bedrock(mut self, agent: BedrockAgent) -> Self {
                self.bedrock = agent;
                self
            }
        }
    };
}

versions! {
    /// The `type` of Anthropic's code execution: `code_execution_` and a date.
    anthropic_code_execution = "code_execution_20250825";
    /// The `type` of Anthropic's web search: `web_search_` and a date. Versions of 2026 also filter
    /// results with code.
    anthropic_web_search = "web_search_20250305";
    /// The `type` of Anthropic's text editor: `text_editor_` and a date.
    anthropic_text_editor = "text_editor_20250728";
    /// The `type` of Anthropic's computer use: `computer_toolset_20260801`, which has a tool for each
    /// action and needs no sizes, or `computer_` and a date (all of them beta).
    anthropic_computer = "computer_toolset_20260801";
    /// The date in the `type` of Anthropic's tool search.
    anthropic_tool_search = "20251119";
    /// The `type` of web search in OpenAI's Responses and Azure's second API: `web_search`,
    /// `web_search_2025_08_26`, or `web_search_preview`, which cannot be kept to domains.
    openai_web_search = "web_search";
    /// The `type` of computer use in OpenAI's Responses and Azure's second API:
    /// `computer`, which needs no sizes, or `computer_use_preview`.
    openai_computer = "computer";
    /// The `type` among the parameters of Bedrock's `ANTHROPIC.Computer`.
    bedrock_computer = "computer_20241022";
}

impl Default for Versions {
    fn default() -> Self {
        Self::new()
    }
}

/// Shape in which MCP servers are declared to Anthropic; both are beta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnthropicMcp {
    /// `mcp_servers` and an `mcp_toolset` among the tools (beta `mcp-client-2025-11-20`).
    #[default]
    Toolset,
    /// `mcp_servers` with a `tool_configuration` (beta `mcp-client-2025-04-04`).
    Configuration,
}

/// Architecture of a Bedrock agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BedrockAgent {
    /// An agent for one call: `actionGroups` and `knowledgeBases` of `InvokeInlineAgent`.
    #[default]
    Inline,
    /// An agent that exists: each member of `actionGroups` is a body of `CreateAgentActionGroup`,
    /// `sessionState` is that of `InvokeAgent`.
    Created,
}
