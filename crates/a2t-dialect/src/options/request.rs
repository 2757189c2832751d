//! Options of a request about all its tools: which are called, how many at once and how often.

use serde_json::{Map, Value, json};

use crate::provider::set;
use crate::{Dialect, Error, Result};

/// Tools that the model calls in its next message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// The model decides.
    Auto,
    /// At least one tool.
    Required,
    /// None.
    Never,
    /// This tool.
    Tool(String),
    /// Only these tools, if any. An empty list is [`Never`](Self::Never).
    Only(Vec<String>),
}

/// What a request asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RequestOptions {
    pub(crate) choice: Option<ToolChoice>,
    pub(crate) parallel: Option<bool>,
    pub(crate) hosted_calls: Option<u32>,
    pub(crate) steps: Option<u32>,
    /// Google's mode for strict tools.
    pub(crate) validated: bool,
}

impl ToolChoice {
    /// Returns the names in it.
    pub(crate) fn names(&self) -> &[String] {
        match self {
            Self::Tool(name) => std::slice::from_ref(name),
            Self::Only(names) => names,
            _ => &[],
        }
    }
}

/// Returns the members of a request with these options.
///
/// # Errors
/// An option that the request has no place for.
pub(crate) fn body(dialect: Dialect, options: &RequestOptions) -> Result<Map<String, Value>> {
    let mut body = Map::new();
    if let Some(choice) = &options.choice {
        // Google allows all tools if the list of names is empty.
        let is_empty = matches!(choice, ToolChoice::Only(names) if names.is_empty());
        let choice = if is_empty { &ToolChoice::Never } else { choice };
        body.extend(chosen(dialect, choice, options.validated)?);
    } else if options.validated && dialect == Dialect::Gemini {
        body.extend(calling("VALIDATED", &[]));
    }
    if let Some(parallel) = options.parallel {
        parallel_calls(dialect, parallel, &mut body)?;
    }
    if let Some(calls) = options.hosted_calls {
        body.extend(hosted_calls(dialect, calls)?);
    }
    if let Some(steps) = options.steps {
        body.extend(max_steps(dialect, steps)?);
    }
    Ok(body)
}

fn members(body: Value) -> Map<String, Value> {
    match body {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

fn calling(mode: &str, names: &[String]) -> Map<String, Value> {
    let mut config = json!({ "mode": mode });
    if !names.is_empty() {
        set(&mut config, "allowedFunctionNames", json!(names));
    }
    members(json!({ "toolConfig": { "functionCallingConfig": config } }))
}

fn chosen(dialect: Dialect, choice: &ToolChoice, validated: bool) -> Result<Map<String, Value>> {
    let refuse = |instead| Err(refused(dialect, "tool_choice", instead));
    const ONLY: &str = "offer only these tools";
    let body = match (dialect, choice) {
        (Dialect::Anthropic, ToolChoice::Only(_)) => return refuse(ONLY),
        (Dialect::Anthropic, choice) => json!({ "tool_choice": match choice {
            ToolChoice::Required => json!({ "type": "any" }),
            ToolChoice::Never => json!({ "type": "none" }),
            ToolChoice::Tool(name) => json!({ "type": "tool", "name": name }),
            _ => json!({ "type": "auto" }),
        } }),
        (Dialect::OpenaiResponses | Dialect::AzureFoundryV2, choice) => {
            let function = |name: &String| json!({ "type": "function", "name": name });
            json!({ "tool_choice": match choice {
                ToolChoice::Tool(name) => function(name),
                ToolChoice::Only(names) => json!({
                    "type": "allowed_tools",
                    "mode": "auto",
                    "tools": names.iter().map(function).collect::<Vec<_>>(),
                }),
                other => json!(word(other, "required")),
            } })
        }
        (Dialect::OpenaiAssistants | Dialect::AzureFoundry, ToolChoice::Only(_)) => {
            return refuse(ONLY);
        }
        (Dialect::OpenaiChat | Dialect::OpenaiAssistants | Dialect::AzureFoundry, choice) => {
            let function =
                |name: &String| json!({ "type": "function", "function": { "name": name } });
            json!({ "tool_choice": match choice {
                ToolChoice::Tool(name) => function(name),
                ToolChoice::Only(names) => json!({ "type": "allowed_tools", "allowed_tools": {
                    "mode": "auto",
                    "tools": names.iter().map(function).collect::<Vec<_>>(),
                } }),
                other => json!(word(other, "required")),
            } })
        }
        (Dialect::Gemini, choice) => {
            let (mode, names) = match choice {
                ToolChoice::Auto if validated => ("VALIDATED", &[][..]),
                ToolChoice::Auto => ("AUTO", &[][..]),
                ToolChoice::Never => ("NONE", &[][..]),
                ToolChoice::Required => ("ANY", &[][..]),
                ToolChoice::Tool(name) => ("ANY", std::slice::from_ref(name)),
                ToolChoice::Only(names) => ("VALIDATED", names.as_slice()),
            };
            return Ok(calling(mode, names));
        }
        (Dialect::BedrockConverse, ToolChoice::Only(_)) => return refuse(ONLY),
        (Dialect::BedrockConverse, ToolChoice::Never) => return refuse("offer no tools"),
        (Dialect::BedrockConverse, choice) => json!({ "toolConfig": { "toolChoice": match choice {
            ToolChoice::Required => json!({ "any": {} }),
            ToolChoice::Tool(name) => json!({ "tool": { "name": name } }),
            _ => json!({ "auto": {} }),
        } } }),
        (Dialect::VercelAi, ToolChoice::Only(names)) => json!({ "activeTools": names }),
        (Dialect::VercelAi, ToolChoice::Tool(name)) => {
            json!({ "toolChoice": { "type": "tool", "toolName": name } })
        }
        (Dialect::VercelAi, choice) => json!({ "toolChoice": word(choice, "required") }),
        (Dialect::Langchain, ToolChoice::Only(_)) => return refuse("bind only these tools"),
        (Dialect::Langchain, ToolChoice::Tool(name)) => json!({ "tool_choice": name }),
        (Dialect::Langchain, choice) => json!({ "tool_choice": word(choice, "any") }),
        (Dialect::Autogen, ToolChoice::Tool(_) | ToolChoice::Only(_)) => {
            return refuse("pass the `Tool` object itself, or only these tools");
        }
        (Dialect::Autogen, choice) => json!({ "tool_choice": word(choice, "required") }),
        (Dialect::A2a | Dialect::BedrockAgents | Dialect::Crewai | Dialect::Mcp, _) => {
            return refuse("name the tool in the instructions, or offer only this tool");
        }
    };
    Ok(members(body))
}

fn word(choice: &ToolChoice, required: &'static str) -> &'static str {
    match choice {
        ToolChoice::Required => required,
        ToolChoice::Never => "none",
        _ => "auto",
    }
}

fn parallel_calls(dialect: Dialect, parallel: bool, body: &mut Map<String, Value>) -> Result<()> {
    match dialect {
        Dialect::Anthropic => {
            let choice = body.entry("tool_choice").or_insert_with(|| json!({ "type": "auto" }));
            // A message without calls has none in parallel.
            if choice.get("type") != Some(&json!("none")) {
                set(choice, "disable_parallel_tool_use", !parallel);
            }
        }
        Dialect::OpenaiChat
        | Dialect::OpenaiResponses
        | Dialect::OpenaiAssistants
        | Dialect::AzureFoundry
        | Dialect::AzureFoundryV2
        | Dialect::Langchain => {
            body.insert("parallel_tool_calls".to_owned(), json!(parallel));
        }
        Dialect::VercelAi => {
            body.insert(
                "providerOptions".to_owned(),
                json!({
                    "anthropic": { "disableParallelToolUse": !parallel },
                    "openai": { "parallelToolCalls": parallel },
                }),
            );
        }
        // Their models call in parallel.
        _ if parallel => {}
        Dialect::BedrockConverse => {
            let instead = "set the model's own member in `additionalModelRequestFields`";
            return Err(refused(dialect, "parallel_calls", instead));
        }
        _ => {
            let instead = "set `max_concurrent_calls(1)` of the executor, which runs them in order";
            return Err(refused(dialect, "parallel_calls", instead));
        }
    }
    Ok(())
}

fn hosted_calls(dialect: Dialect, calls: u32) -> Result<Map<String, Value>> {
    match dialect {
        Dialect::OpenaiResponses | Dialect::AzureFoundryV2 => {
            Ok(members(json!({ "max_tool_calls": calls })))
        }
        Dialect::Anthropic => {
            Err(refused(dialect, "max_hosted_calls", "set `max_uses` of each hosted tool"))
        }
        _ => {
            Err(refused(dialect, "max_hosted_calls", "count the events of hosted tools in replies"))
        }
    }
}

fn max_steps(dialect: Dialect, steps: u32) -> Result<Map<String, Value>> {
    let instead = match dialect {
        Dialect::Crewai => return Ok(members(json!({ "max_iter": steps }))),
        Dialect::Autogen => return Ok(members(json!({ "max_tool_iterations": steps }))),
        Dialect::VercelAi => "set `stopWhen: isStepCount(..)` in the program",
        Dialect::Langchain => "add `ModelCallLimitMiddleware(run_limit=..)` to the agent",
        _ => "limit the replies in the program (`ConverseLimits`)",
    };
    Err(refused(dialect, "max_steps", instead))
}

fn refused(dialect: Dialect, option: &'static str, instead: &'static str) -> Error {
    Error::RequestOption { dialect: dialect.id(), option, instead }
}
