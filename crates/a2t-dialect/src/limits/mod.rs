//! One row for each provider's dialect: what it accepts as a name, a description, a list of tools.
//!
//! The rows are from the providers' own SDKs, API models and error messages on the day in
//! `checked`; `source` names where. A limit that is not documented is `None`.

mod name;

use name::{ANTHROPIC_KEY, BEDROCK_AGENTS, CREWAI, FRAMEWORK_KEY, OPENAI, START, Set, WORD};
pub use name::{Name, Text};

/// Limits of one dialect.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The dialect's id, such as `openai-chat`.
    pub id: &'static str,
    /// A tool's name.
    pub tool_name: Option<Name>,
    /// A parameter's name.
    pub parameter_name: Option<Name>,
    /// A tool's description.
    pub tool_description: Text,
    /// A parameter's description.
    pub parameter_description: Text,
    /// Maximum number of inputs of one tool.
    pub parameters: Option<usize>,
    /// Maximum number of allowed values of one tool, in all its inputs together.
    pub allowed_values: Option<usize>,
    /// Maximum number of tools of one request.
    pub tools: Option<usize>,
    /// Maximum number of strict tools of one request.
    pub strict_tools: Option<usize>,
    /// Maximum number of optional inputs of all strict tools of one request.
    pub strict_optional: Option<usize>,
    /// Ranges, lengths and allowed values have a place in its schemas.
    pub has_constraints: bool,
    /// Source of these limits.
    pub source: &'static str,
    /// The day on which the row was last compared with its source, such as `2026-11-22`;
    /// `tests/sdks/moved.py` compares it with the SDKs of another day.
    pub checked: &'static str,
    /// Fate of the API or the framework, where it is closed or has a successor.
    pub notice: Option<&'static str>,
}

/// The day of the last comparison.
const CHECKED: &str = "2026-11-27";

/// A dialect that states nothing.
pub(crate) const FREE: Limits = Limits {
    id: "",
    tool_name: None,
    parameter_name: None,
    tool_description: Text::FREE,
    parameter_description: Text::FREE,
    parameters: None,
    allowed_values: None,
    tools: None,
    strict_tools: None,
    strict_optional: None,
    has_constraints: true,
    source: "",
    checked: CHECKED,
    notice: None,
};

/// OpenAI's strict schemas have at most 1,000 enum values and take part of its dialects.
const OPENAI_LIMITS: Limits =
    Limits { tool_name: Some(OPENAI), allowed_values: Some(1_000), tools: Some(128), ..FREE };

/// Claude's strict schemas are compiled into one grammar for the whole request.
const CLAUDE_LIMITS: Limits = Limits {
    parameter_name: Some(ANTHROPIC_KEY),
    strict_tools: Some(20),
    strict_optional: Some(24),
    ..FREE
};

/// Every dialect, by id.
pub const ALL: &[Limits] = &[
    Limits {
        id: "a2a",
        tool_description: Text::REQUIRED,
        source: "PyPI a2a-sdk: a2a_pb2 REQUIRED annotations; a skill's name is any text, and it has no inputs",
        ..FREE
    },
    Limits {
        id: "anthropic",
        tool_name: Some(Name::new("^[a-zA-Z0-9_-]{1,128}$", 128, WORD, WORD)),
        source: "platform.claude.com, define-tools and structured-outputs (20 strict tools, 24 optional parameters a request); API error texts: names of 128 characters (64 until 2025), \"Property keys should match pattern\"",
        ..CLAUDE_LIMITS
    },
    Limits {
        id: "autogen",
        tool_name: Some(Name::new("^[a-zA-Z0-9_-]+$", 64, WORD, WORD)),
        parameter_name: Some(FRAMEWORK_KEY),
        notice: Some(
            "AutoGen is succeeded by Microsoft Agent Framework, which takes functions; give its chat client the definitions of the provider's dialect",
        ),
        source: "PyPI autogen-ext: models/openai/_utils.py assert_valid_name; parameters as the models behind it take them",
        ..FREE
    },
    Limits {
        id: "azure-foundry",
        source: "PyPI azure-ai-agents states no pattern; OpenAI's is what its models take",
        tools: None,
        ..OPENAI_LIMITS
    },
    Limits {
        id: "bedrock-agents",
        tool_name: Some(BEDROCK_AGENTS),
        parameter_name: Some(BEDROCK_AGENTS),
        tool_description: Text::to(1_200),
        parameter_description: Text::to(500),
        parameters: Some(5),
        has_constraints: false,
        notice: Some(
            "Amazon Bedrock Agents has been closed to new customers since 30 July 2026; use `bedrock-converse`, or an agent of Amazon Bedrock AgentCore",
        ),
        source: "PyPI botocore: bedrock-agent model; the quota of 5 parameters a function can be raised",
        ..FREE
    },
    Limits {
        id: "bedrock-converse",
        tool_name: Some(Name::new("[a-zA-Z0-9_-]+", 64, WORD, WORD)),
        source: "PyPI botocore: bedrock-runtime model, ToolName; parameters and strict tools as Anthropic's models take them",
        ..CLAUDE_LIMITS
    },
    Limits {
        id: "crewai",
        tool_name: Some(CREWAI),
        parameter_name: Some(FRAMEWORK_KEY),
        tool_description: Text::REQUIRED,
        source: "PyPI crewai: utilities/string_utils.py sanitize_tool_name rewrites all other names; fields of pydantic have no leading underscore",
        ..FREE
    },
    Limits {
        id: "gemini",
        tool_name: Some(Name::new("[a-zA-Z_][a-zA-Z0-9_.:-]*", 128, START, Set::new("_.:-"))),
        parameter_name: Some(Name::new("[a-zA-Z_][a-zA-Z0-9_]*", 64, START, Set::new("_"))),
        tool_description: Text::REQUIRED,
        tools: Some(512),
        source: "PyPI google-genai: FunctionDeclaration and Tool; ai.google.dev, protos (older: 64 characters, 128 tools)",
        ..FREE
    },
    Limits {
        id: "langchain",
        tool_name: Some(OPENAI),
        parameter_name: Some(FRAMEWORK_KEY),
        tool_description: Text::REQUIRED,
        source: "PyPI langchain-core: a tool needs a description, an input may not be called `$ref`; names as the models behind it take them",
        ..FREE
    },
    Limits {
        id: "mcp",
        tool_name: Some(Name::new(
            "^[A-Za-z0-9._-]{1,128}$",
            128,
            Set::new("._-"),
            Set::new("._-"),
        )),
        parameter_name: Some(FRAMEWORK_KEY),
        source: "PyPI mcp: shared/tool_name_validation.py (SEP-986, SHOULD); npm @modelcontextprotocol/sdk loses `__proto__`",
        ..FREE
    },
    Limits {
        id: "openai-assistants",
        notice: Some(
            "OpenAI shut the Assistants API down on 26 August 2026; use `openai-responses`",
        ),
        source: "PyPI openai: types/beta/assistant_create_params.py; 128 tools an assistant",
        ..OPENAI_LIMITS
    },
    Limits {
        id: "openai-chat",
        source: "PyPI openai: types/shared_params/function_definition.py; API error: 128 tools",
        ..OPENAI_LIMITS
    },
    Limits {
        id: "openai-responses",
        source: "PyPI openai: FunctionToolParam; API error: 128 tools",
        ..OPENAI_LIMITS
    },
    Limits {
        id: "vercel-ai",
        tool_name: Some(OPENAI),
        parameter_name: Some(FRAMEWORK_KEY),
        source: "npm ai states no pattern; OpenAI's is what most of its providers take",
        ..FREE
    },
];

/// Returns the dialect of this id.
pub fn find(id: &str) -> Option<&'static Limits> {
    ALL.iter().find(|limits| limits.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row a dialect: names that it takes, names that it does not, the most characters.
    const NAMES: &[(&str, &[&str], &[&str], usize)] = &[
        ("anthropic", &["a", "2-b_C"], &["", "a.b", "a b", "é"], 128),
        ("autogen", &["a", "2-b_C"], &["", "a.b", "a b"], 64),
        ("azure-foundry", &["a", "2-b_C"], &["", "a.b", "a:b"], 64),
        ("bedrock-agents", &["a", "2-b_C", "a_"], &["", "_a", "a__b", "a-_b", "a.b"], 100),
        ("bedrock-converse", &["a", "_2-b__C"], &["", "a.b"], 64),
        ("crewai", &["a_b2", "2"], &["", "aB", "a-b", "_a", "a_", "a__b"], 64),
        ("gemini", &["_a", "a.b:c-d_E"], &["", "2a", ".a", "a b"], 128),
        ("langchain", &["a", "2-b_C"], &["", "a.b"], 64),
        ("mcp", &["a", ".a", "2_b-C.d"], &["", "a:b", "a/b"], 128),
        ("openai-assistants", &["a", "2-b_C"], &["", "a.b"], 64),
        ("openai-chat", &["a", "2-b_C"], &["", "a.b"], 64),
        ("openai-responses", &["a", "2-b_C"], &["", "a.b"], 64),
        ("vercel-ai", &["a", "2-b_C"], &["", "a.b"], 64),
    ];

    #[test]
    fn each_dialect_takes_the_names_of_its_pattern() {
        for (id, good, bad, max) in NAMES {
            let name = find(id).unwrap().tool_name.unwrap();
            assert_eq!(name.max, *max, "{id}");
            assert!(good.iter().all(|text| name.accepts(text)), "{id}");
            assert!(!bad.iter().any(|text| name.accepts(text)), "{id}");
        }
        let silent = ALL.iter().filter(|limits| limits.tool_name.is_none());
        let silent: Vec<_> = silent.map(|limits| limits.id).collect();
        assert_eq!(silent, ["a2a"]);
        assert_eq!(NAMES.len() + silent.len(), ALL.len());
    }

    #[test]
    fn parameters_have_names_where_a_dialect_says_so() {
        let named = ALL.iter().filter(|limits| limits.parameter_name.is_some());
        let named: Vec<_> = named.map(|limits| limits.id).collect();
        let with_rule = [
            "anthropic",
            "autogen",
            "bedrock-agents",
            "bedrock-converse",
            "crewai",
            "gemini",
            "langchain",
            "mcp",
            "vercel-ai",
        ];
        assert_eq!(named, with_rule);
        let crewai = find("crewai").unwrap().parameter_name.unwrap();
        assert!(crewai.accepts("1st.b-_C") && !crewai.accepts("_a") && !crewai.accepts("$ref"));
        assert!(crewai.accepts("model") && !crewai.accepts("model_config"));
        let anthropic = find("anthropic").unwrap().parameter_name.unwrap();
        assert!(anthropic.accepts("2.b-_C") && !anthropic.accepts("Flight Class"));
        assert_eq!(anthropic.max, 64);
        let gemini = find("gemini").unwrap().parameter_name.unwrap();
        assert!(gemini.accepts("_city2") && !gemini.accepts("a.b") && !gemini.accepts("2a"));
        assert_eq!(gemini.max, 64);
        let bedrock = find("bedrock-agents").unwrap().parameter_name.unwrap();
        assert!(bedrock.accepts("a-b") && !bedrock.accepts("a b"));
    }

    #[test]
    fn counts_and_texts_are_those_of_the_sources() {
        let row = |id: &str| {
            let limits = find(id).unwrap();
            let texts = [limits.tool_description, limits.parameter_description];
            let texts = texts.map(|text| (text.required, text.max));
            (limits.tools, limits.parameters, limits.allowed_values, texts)
        };
        let free = (false, None);
        let needed = (true, None);
        assert_eq!(row("openai-chat"), (Some(128), None, Some(1_000), [free; 2]));
        assert_eq!(row("gemini"), (Some(512), None, None, [needed, free]));
        assert_eq!(row("a2a"), (None, None, None, [needed, free]));
        let bedrock = [(true, Some(1_200)), (true, Some(500))];
        assert_eq!(row("bedrock-agents"), (None, Some(5), None, bedrock));
        assert_eq!(row("anthropic"), (None, None, None, [free; 2]));
    }

    #[test]
    fn every_row_has_an_id_of_its_own_and_a_source() {
        let ids: Vec<_> = ALL.iter().map(|limits| limits.id).collect();
        assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
        assert!(ALL.iter().all(|limits| !limits.source.is_empty()));
        let is_day = |day: &str| day.len() == 10 && day.starts_with("20");
        assert!(ALL.iter().all(|limits| is_day(limits.checked)));
        let closed = ALL.iter().filter(|limits| limits.notice.is_some());
        let closed: Vec<_> = closed.map(|limits| limits.id).collect();
        assert_eq!(closed, ["autogen", "bedrock-agents", "openai-assistants"]);
    }
}
