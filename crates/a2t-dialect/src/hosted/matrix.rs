//! Hosted tools by provider, as data: a kind and a dialect in, how or why not out.

use super::Kind;
use crate::Dialect;

/// Support of a hosted tool by a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Support {
    /// It has.
    Yes {
        /// As what, in the provider's words.
        how: &'static str,
    },
    /// It has not.
    No {
        /// Why.
        why: &'static str,
        /// Way on without it.
        instead: &'static str,
    },
}

/// Returns the support of this hosted tool by this dialect.
///
/// ```
/// use a2t_dialect::Dialect;
/// use a2t_dialect::hosted::{Kind, Support, support};
///
/// let how = support(Kind::WebSearch, Dialect::Anthropic);
/// assert_eq!(how, Support::Yes { how: "`web_search_*`" });
/// let Support::No { instead, .. } = support(Kind::Search, Dialect::Anthropic) else { panic!() };
/// assert!(instead.starts_with("a function tool"));
/// ```
pub fn support(kind: Kind, dialect: Dialect) -> Support {
    find(kind, dialect.id())
}

/// The day on which the table was last compared with the SDKs of the providers.
pub const CHECKED: &str = "2026-11-27";

/// Returns the hosted tools by provider, as the table of `docs/hosted.md`.
pub fn table() -> String {
    let (mut hosts, mut others) = (Vec::new(), Vec::new());
    for dialect in Dialect::ALL {
        if YES.iter().any(|(_, id, _)| *id == dialect.id()) {
            hosts.push(dialect.id());
        } else {
            others.push(dialect.id());
        }
    }
    let mut table = format!(
        "Checked on {CHECKED} against the SDKs in `tests/sdks/facts.json`. OpenAI shut down what \
         `openai-assistants` speaks on 26 August 2026; `bedrock-agents` has been closed to new \
         customers since 30 July 2026.\n\n| | `{}` |\n|---{}|\n",
        hosts.join("` | `"),
        "|---".repeat(hosts.len())
    );
    for kind in Kind::ALL {
        let cells = hosts.iter().map(|host| match find(*kind, host) {
            Support::Yes { how } => how,
            Support::No { .. } => "—",
        });
        let cells: Vec<_> = cells.collect();
        table += &format!("| {kind} | {} |\n", cells.join(" | "));
    }
    table += "\nIf a provider does not have a tool, use this instead:\n\n";
    for kind in Kind::ALL {
        table += &format!("- {kind}: {}.\n", instead(*kind));
    }
    table += "\nIn these cases there is something better:\n\n";
    for (kind, id, why, instead) in NO {
        table += &format!("- {kind}, `{id}`: {why}; {instead}.\n");
    }
    table += "\nFrameworks and protocols have no hosted tools:\n\n";
    for id in others {
        if let Support::No { why, instead } = find(Kind::WebSearch, id) {
            table += &format!("- `{id}`: {why}; {instead}.\n");
        }
    }
    table
}

fn find(kind: Kind, id: &str) -> Support {
    let yes = YES.iter().find(|(of, dialect, _)| *of == kind && *dialect == id);
    if let Some((_, _, how)) = yes {
        return Support::Yes { how };
    }
    if let Some((_, why, instead)) = BARE.iter().find(|(dialect, ..)| *dialect == id) {
        return Support::No { why, instead };
    }
    let special = NO.iter().find(|(of, dialect, ..)| *of == kind && *dialect == id);
    match special {
        Some((_, _, why, instead)) => Support::No { why, instead },
        None => Support::No { why: "the provider does not offer it", instead: instead(kind) },
    }
}

#[rustfmt::skip]
const YES: &[(Kind, &str, &str)] = &[
    (Kind::CodeInterpreter, "anthropic", "`code_execution_*`"),
    (Kind::CodeInterpreter, "azure-foundry", "`code_interpreter`"),
    (Kind::CodeInterpreter, "azure-foundry-v2", "`code_interpreter`"),
    (Kind::CodeInterpreter, "bedrock-agents", "`AMAZON.CodeInterpreter`"),
    (Kind::CodeInterpreter, "bedrock-converse", "`nova_code_interpreter`"),
    (Kind::CodeInterpreter, "gemini", "`codeExecution`"),
    (Kind::CodeInterpreter, "openai-assistants", "`code_interpreter`"),
    (Kind::CodeInterpreter, "openai-responses", "`code_interpreter`"),
    (Kind::Search, "azure-foundry", "`file_search`, `azure_ai_search`"),
    (Kind::Search, "azure-foundry-v2", "`file_search`, `azure_ai_search`"),
    (Kind::Search, "bedrock-agents", "knowledge bases"),
    (Kind::Search, "gemini", "`retrieval`, `fileSearch`"),
    (Kind::Search, "openai-assistants", "`file_search`"),
    (Kind::Search, "openai-responses", "`file_search`"),
    (Kind::WebSearch, "anthropic", "`web_search_*`"),
    (Kind::WebSearch, "azure-foundry", "`bing_grounding`"),
    (Kind::WebSearch, "azure-foundry-v2", "`web_search`, `bing_grounding`"),
    (Kind::WebSearch, "bedrock-converse", "`nova_grounding`"),
    (Kind::WebSearch, "gemini", "`googleSearch`"),
    (Kind::WebSearch, "openai-chat", "`web_search_options`"),
    (Kind::WebSearch, "openai-responses", "`web_search`"),
    (Kind::RemoteMcp, "anthropic", "`mcp_servers`, `mcp_toolset` (beta)"),
    (Kind::RemoteMcp, "azure-foundry", "`mcp`"),
    (Kind::RemoteMcp, "azure-foundry-v2", "`mcp`"),
    (Kind::RemoteMcp, "gemini", "`mcpServers` (Developer API)"),
    (Kind::RemoteMcp, "openai-responses", "`mcp`"),
    (Kind::Computer, "anthropic", "`computer_toolset_*`, `computer_*` (beta)"),
    (Kind::Computer, "azure-foundry", "`computer_use_preview`"),
    (Kind::Computer, "azure-foundry-v2", "`computer`"),
    (Kind::Computer, "bedrock-agents", "`ANTHROPIC.Computer`"),
    (Kind::Computer, "gemini", "`computerUse`"),
    (Kind::Computer, "openai-responses", "`computer`"),
    (Kind::OpenApi, "azure-foundry", "`openapi`"),
    (Kind::OpenApi, "azure-foundry-v2", "`openapi`"),
    (Kind::OpenApi, "bedrock-agents", "`apiSchema`"),
    (Kind::StatefulFunction, "azure-foundry", "`azure_function`"),
    (Kind::StatefulFunction, "azure-foundry-v2", "`azure_function`"),
    (Kind::StatefulFunction, "bedrock-agents", "Lambda function"),
    (Kind::TextEditor, "anthropic", "`text_editor_*`"),
    (Kind::TextEditor, "bedrock-agents", "`ANTHROPIC.TextEditor`"),
    (Kind::LogicApp, "azure-foundry", "as an `openapi` tool"),
    (Kind::LogicApp, "azure-foundry-v2", "as an `openapi` tool"),
    (Kind::Fabric, "azure-foundry", "`fabric_dataagent`"),
    (Kind::Fabric, "azure-foundry-v2", "`fabric_dataagent_preview`"),
    (Kind::ImageGeneration, "azure-foundry-v2", "`image_generation`"),
    (Kind::ImageGeneration, "openai-responses", "`image_generation`"),
    (Kind::ToolSearch, "anthropic", "`tool_search_tool_*`"),
    (Kind::ToolSearch, "azure-foundry-v2", "`tool_search`"),
    (Kind::ToolSearch, "openai-responses", "`tool_search`"),
];

#[rustfmt::skip]
const BARE: &[(&str, &str, &str)] = &[
    ("a2a", "a skill is what another agent offers, not what a provider runs", "ask an agent that has the tool"),
    ("autogen", "its clients take function tools only", "give the provider's own client the fragment of its dialect"),
    ("crewai", "its agents take function tools only", "use the framework's own tool, or the provider's dialect"),
    ("langchain", "it hands on what the provider's model takes", "bind the fragment of that provider's dialect"),
    ("mcp", "a server runs its own tools", "connect to a server that has the tool"),
    ("vercel-ai", "its hosted tools are functions of the provider's package", "call that function, or pass the fragment of the provider's dialect on"),
];

#[rustfmt::skip]
const NO: &[(Kind, &str, &str, &str)] = &[
    (Kind::CodeInterpreter, "openai-chat", "the API has no tools but functions, and web search", "use the dialect `openai-responses`"),
    (Kind::Search, "openai-chat", "the API has no tools but functions, and web search", "use the dialect `openai-responses`"),
    (Kind::RemoteMcp, "openai-chat", "the API has no tools but functions, and web search", "use the dialect `openai-responses`"),
    (Kind::Computer, "openai-chat", "the API has no tools but functions, and web search", "use the dialect `openai-responses`"),
    (Kind::ImageGeneration, "openai-chat", "the API has no tools but functions, and web search", "use the dialect `openai-responses`"),
    (Kind::WebSearch, "openai-assistants", "the API is older than the tool", "use the dialect `openai-responses`"),
    (Kind::RemoteMcp, "openai-assistants", "the API is older than the tool", "use the dialect `openai-responses`"),
    (Kind::Computer, "openai-assistants", "the API is older than the tool", "use the dialect `openai-responses`"),
    (Kind::ImageGeneration, "openai-assistants", "the API is older than the tool", "use the dialect `openai-responses`"),
    (Kind::LogicApp, "bedrock-agents", "only Azure runs workflows of Logic Apps", "an OpenAPI tool with the workflow's specification and a Lambda function that calls it"),
    (Kind::TextEditor, "openai-responses", "the API has a tool that applies patches instead", "the raw tool `{\"type\": \"apply_patch\"}`"),
    (Kind::Search, "bedrock-converse", "knowledge bases belong to agents", "use the dialect `bedrock-agents`, or a function tool that retrieves"),
    (Kind::Computer, "bedrock-converse", "the API has system tools for code and web search only", "use the dialect `bedrock-agents`, or Anthropic's fields in `additionalModelRequestFields`"),
    (Kind::TextEditor, "bedrock-converse", "the API has system tools for code and web search only", "use the dialect `bedrock-agents`, or Anthropic's fields in `additionalModelRequestFields`"),
    (Kind::ImageGeneration, "azure-foundry", "the API is older than the tool", "use the dialect `azure-foundry-v2`"),
    (Kind::ToolSearch, "gemini", "only the Interactions API has it", "the raw tool `{\"type\": \"tool_search\"}` of that API"),
    (Kind::ImageGeneration, "gemini", "image models answer with pictures without a tool", "ask such a model, with `responseModalities`"),
];

fn instead(kind: Kind) -> &'static str {
    match kind {
        Kind::CodeInterpreter => "a function tool that runs code in a sandbox of the program's",
        Kind::Search => "a function tool that searches the documents",
        Kind::WebSearch => "a function tool that asks a search engine",
        Kind::RemoteMcp => {
            "connect to the server from the program, and offer its tools as function tools"
        }
        Kind::Computer => "function tools for the actions, answered with screenshots",
        Kind::OpenApi => "import the operations as function tools",
        Kind::StatefulFunction => "a function tool that keeps state behind an id",
        Kind::TextEditor => "function tools that view and edit files",
        Kind::LogicApp => {
            "an OpenAPI tool or a function tool that calls the workflow's HTTP trigger"
        }
        Kind::Fabric => "a function tool that asks the data agent over its API",
        Kind::ImageGeneration => "a function tool that calls an image model",
        Kind::ToolSearch => "offer fewer tools: a sub-agent for each task (`Executor::as_tool`)",
        Kind::Other => "a function tool",
    }
}
