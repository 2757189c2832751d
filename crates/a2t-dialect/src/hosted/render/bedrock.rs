//! Amazon Bedrock: the system tools of Converse, and the action groups and knowledge bases of
//! Agents.

use serde_json::{Map, Value, json};

use super::{Context, Object, Part};
use crate::Result;
use crate::hosted::tool::{
    CodeInterpreter, Computer, HostedTool, OpenApi, OpenApiAuth, Search, SearchMode,
    StatefulFunction, WebSearch,
};
use crate::hosted::versions::BedrockAgent;

const FUNCTIONS: &str = "functions";

pub(super) fn converse(tool: &HostedTool, context: &Context<'_>) -> Result<Part> {
    match tool {
        HostedTool::CodeInterpreter(tool) => {
            no_files(tool, context)?;
            Ok(system(context, "nova_code_interpreter")
                .leaving_out("container", tool.container.is_some())
                .leaving_out("memory", tool.memory.is_some()))
        }
        HostedTool::WebSearch(tool) => {
            no_limits(tool, context)?;
            Ok(system(context, "nova_grounding")
                .leaving_out("location", tool.location.is_some())
                .leaving_out("context", tool.context.is_some())
                .leaving_out("bing", tool.bing.is_some()))
        }
        _ => Err(context.refuse()),
    }
}

fn system(context: &Context<'_>, name: &str) -> Part {
    let tool = context.finish(Object::new().with("name", name));
    Part::from(json!({ "toolConfig": { "tools": [{ "systemTool": tool }] } }))
}

fn no_limits(tool: &WebSearch, context: &Context<'_>) -> Result<()> {
    let instead = "use another provider, or a function tool that searches";
    let limits = [
        ("allowed_domains", !tool.allowed_domains.is_empty()),
        ("blocked_domains", !tool.blocked_domains.is_empty()),
        ("max_uses", tool.max_uses.is_some()),
    ];
    let mut limits = limits.into_iter();
    limits.try_for_each(|(option, is_set)| context.limit(option, is_set, instead))
}

fn no_files(tool: &CodeInterpreter, context: &Context<'_>) -> Result<()> {
    let instead = "send them with the message, or with the state of the session";
    context.limit("files", !tool.files.is_empty(), instead)?;
    context.limit("data_sources", !tool.data_sources.is_empty(), instead)
}

pub(super) fn agents(tool: &HostedTool, context: &Context<'_>) -> Result<Part> {
    match tool {
        HostedTool::CodeInterpreter(tool) => {
            no_files(tool, context)?;
            let group = built_in("code_interpreter", "AMAZON.CodeInterpreter");
            Ok(action(group, context)
                .leaving_out("container", tool.container.is_some())
                .leaving_out("memory", tool.memory.is_some()))
        }
        HostedTool::Computer(tool) => Ok(computer(tool, context)),
        HostedTool::TextEditor(tool) => {
            let group = built_in("text_editor", "ANTHROPIC.TextEditor");
            let part = action(group, context);
            Ok(part.leaving_out("max_characters", tool.max_characters.is_some()))
        }
        HostedTool::Search(tool) => search(tool, context),
        HostedTool::OpenApi(tool) => open_api(tool, context),
        HostedTool::StatefulFunction(tool) => functions(tool, context),
        _ => Err(context.refuse()),
    }
}

fn built_in(name: &str, signature: &str) -> Object {
    Object::new().with("actionGroupName", name).with("parentActionGroupSignature", signature)
}

/// An action group; those of an agent that exists have a state.
fn action(group: Object, context: &Context<'_>) -> Part {
    let group = match context.versions.bedrock {
        BedrockAgent::Inline => group,
        BedrockAgent::Created => group.with("actionGroupState", "ENABLED"),
    };
    Part::from(json!({ "actionGroups": [context.finish(group)] }))
}

fn computer(tool: &Computer, context: &Context<'_>) -> Part {
    let display = tool.display.map(|display| display.to_string());
    let screen = Object::new()
        .with("type", context.versions.bedrock_computer.as_ref())
        .with("display_width_px", tool.width.to_string())
        .with("display_height_px", tool.height.to_string())
        .some("display_number", display);
    let group = built_in("computer", "ANTHROPIC.Computer");
    let group = group.with("parentActionGroupSignatureParams", Value::from(screen));
    let part = action(group, context);
    part.leaving_out("environment", tool.environment.is_some())
}

/// Every store is a knowledge base.
fn search(tool: &Search, context: &Context<'_>) -> Result<Part> {
    if tool.stores.is_empty() {
        context.need::<()>("stores", None)?;
    }
    let instead = "use the dialect `azure-foundry`, or a knowledge base";
    context.limit("azure_indexes", !tool.azure_indexes.is_empty(), instead)?;
    let mode = tool.mode.map(|mode| match mode {
        SearchMode::Semantic => "SEMANTIC",
        SearchMode::Hybrid => "HYBRID",
    });
    let search =
        Object::new().some("numberOfResults", tool.max_results).some("overrideSearchType", mode);
    let search = json!({ "vectorSearchConfiguration": Value::from(search) });
    let description = tool.description.as_deref();
    let description = description.unwrap_or("Documents to answer from.");
    let base = |store: &String| {
        let base = Object::new().with("knowledgeBaseId", store.as_str());
        let base = match context.versions.bedrock {
            BedrockAgent::Inline => base.with("description", description),
            BedrockAgent::Created => base,
        };
        context.finish(base.with("retrievalConfiguration", search.clone()))
    };
    let bases: Vec<_> = tool.stores.iter().map(base).collect();
    Ok(match context.versions.bedrock {
        BedrockAgent::Inline => Part::from(json!({ "knowledgeBases": bases })),
        BedrockAgent::Created => {
            let bases = json!({ "knowledgeBaseConfigurations": bases });
            let part = Part::from(json!({ "sessionState": bases }));
            part.leaving_out("description", tool.description.is_some())
        }
    })
}

/// Without a Lambda function, the program is asked.
fn executor(lambda: Option<&str>) -> Value {
    match lambda {
        Some(arn) => json!({ "lambda": arn }),
        None => json!({ "customControl": "RETURN_CONTROL" }),
    }
}

fn open_api(tool: &OpenApi, context: &Context<'_>) -> Result<Part> {
    let authenticates = !matches!(tool.auth, None | Some(OpenApiAuth::Anonymous));
    let instead = "let the Lambda function authenticate";
    context.limit("auth", authenticates, instead)?;
    let group = Object::new()
        .with("actionGroupName", tool.name.as_str())
        .text("description", &tool.description)
        .with("actionGroupExecutor", executor(tool.lambda.as_deref()))
        .with("apiSchema", json!({ "payload": tool.spec.to_string() }));
    Ok(action(group, context))
}

fn functions(tool: &StatefulFunction, context: &Context<'_>) -> Result<Part> {
    let lambda = context.need("lambda", tool.lambda.as_ref())?;
    let schema = function_schema(context.dialect.tools(&tool.functions)?);
    let group = Object::new()
        .with("actionGroupName", tool.name.as_str())
        .text("description", &tool.description)
        .with("actionGroupExecutor", executor(Some(lambda)))
        .with("functionSchema", schema);
    Ok(action(group, context))
}

/// The dialect's tools as `functionSchema`, without what they are wrapped in.
fn function_schema(tools: Value) -> Value {
    match tools {
        Value::Object(mut members) => match members.shift_remove("functionSchema") {
            Some(schema) => schema,
            None => Value::Object(members),
        },
        list => json!({ "functions": list }),
    }
}

/// The function tools of a selection, which the program runs, as action groups.
pub(super) fn function_groups(tools: Value) -> Vec<Value> {
    if let Value::Array(groups) = &tools
        && groups.iter().any(|group| group.get("actionGroupName").is_some())
    {
        return groups.clone();
    }
    if tools.get("actionGroupName").is_some() {
        return vec![tools];
    }
    let mut group = Map::new();
    group.insert("actionGroupName".to_owned(), json!(FUNCTIONS));
    group.insert("actionGroupExecutor".to_owned(), executor(None));
    group.insert("functionSchema".to_owned(), function_schema(tools));
    vec![Value::Object(group)]
}
